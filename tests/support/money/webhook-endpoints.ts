import {
  CREATOR_EVENT_TYPES,
  type CreatorEventType,
} from "../../../app/domain/creator-events/webhook.schema.ts";
import type { TipWorld } from "./tip-world.ts";

/** An address of the creator, as one whose secret cannot be read: for tests of what is recorded. Returns its id. */
export async function addEndpoint(
  world: Pick<TipWorld, "db" | "newId" | "clock">,
  user_id: string,
  change: { events?: readonly CreatorEventType[]; is_on?: boolean } = {},
): Promise<string> {
  const id = world.newId();
  const { events = CREATOR_EVENT_TYPES, is_on = true } = change;
  await world.db
    .insertInto("webhook_endpoints")
    .values({
      ...{ id, user_id, is_on, off_reason: is_on ? null : "CREATOR", made_at: world.clock() },
      ...{ address: "https://hooks.example.org/tribute", events: [...events] },
      secret_encrypted: Buffer.from("unreadable"),
    })
    .execute();
  return id;
}

export async function deliveriesOf(world: Pick<TipWorld, "db">, endpointId: string) {
  return await world.db
    .selectFrom("webhook_deliveries")
    .select(["id", "type", "subject_id", "about_id", "cause", "due_at", "status"])
    .where("endpoint_id", "=", endpointId)
    .orderBy("position")
    .execute();
}
