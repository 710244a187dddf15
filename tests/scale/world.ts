import { type Ground, openGround, say } from "./ground.ts";
import { createInstance, type Instance } from "./instance.ts";
import type { Stage } from "./stage.ts";

/** The whole of compose.scale.yaml on one machine, without containers. */
export interface World extends Ground {
  instances: readonly [Instance, Instance];
  worker: Instance;
}

export interface WorldOptions {
  /** Statements go through PgBouncer; else straight to the primary that HAProxy knows. */
  isPooled: boolean;
  settings?: (ground: Ground) => Record<string, string>;
}

/** Starts everything, two web processes and a worker included. */
export async function openWorld(
  stage: Stage,
  { isPooled, settings = () => ({}) }: WorldOptions,
): Promise<World> {
  const ground = await openGround(stage);
  const { places, environment, pooled, direct } = ground;
  const all = { ...environment, ...(isPooled ? pooled : direct), ...settings(ground) };
  const one = createInstance(stage, "one", places[0], all);
  const two = createInstance(stage, "two", places[1], all);
  const worker = createInstance(stage, "worker", places[2], all, "worker");
  say("the product starts");
  await Promise.all([one, two, worker].map((each) => each.start()));
  return { ...ground, instances: [one, two], worker };
}
