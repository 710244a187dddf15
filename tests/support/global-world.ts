import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { makeDemoWorld } from "./demo-world.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the demo world (demo-world.ts). */
    world: string;
  }
}

/** The demo world that `npm test` has made for all projects (TEST_WORLD), or one for this run of one project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_WORLD;
  const folder = given ?? (await mkdtemp(path.join(tmpdir(), "tribute-world-")));
  const remove = () => (given ? Promise.resolve() : rm(folder, { recursive: true, force: true }));
  try {
    if (!given) await makeDemoWorld(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide("world", folder);
  return remove;
}
