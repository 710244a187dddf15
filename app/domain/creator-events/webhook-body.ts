import type { EventOfDelivery } from "./webhooks-port.ts";

/** Raised when a JSON field goes or changes its meaning. */
const VERSION = 1;

/** The event's time, but data as of sending. */
export function textOfEvent(
  { type, happened_at }: Pick<EventOfDelivery, "type" | "happened_at">,
  data: object,
) {
  return JSON.stringify({ type, timestamp: happened_at.toISOString(), version: VERSION, data });
}
