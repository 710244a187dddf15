import type { EventOfDelivery } from "./webhooks-port.ts";

/** Of the JSON that receivers get; raised when a field goes or means something else. */
const VERSION = 1;

/** The time is that of the event, the data that of the sending. */
export function textOfEvent(
  { type, happened_at }: Pick<EventOfDelivery, "type" | "happened_at">,
  data: object,
) {
  return JSON.stringify({ type, timestamp: happened_at.toISOString(), version: VERSION, data });
}
