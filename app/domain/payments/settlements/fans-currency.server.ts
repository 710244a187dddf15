import type { Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { SettledEvent } from "../provider-port.ts";
import type { KnownAmount } from "./judge-events.ts";
import { findRefundOrDispute } from "./known-events.server.ts";

/**
 * The events as fans paid: one of which the provider says the amount alone in the currency that it settles in is what our
 * books have of it in the fan's, and a conversion, as it is where the file says both. What our books do not know, or have
 * in that currency, stays as it is.
 */
export async function inFansCurrency(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<SettledEvent[]> {
  const asked = events.filter(({ is_as_settled }) => is_as_settled);
  if (asked.length === 0) return [...events];
  const findKnown = await findRefundOrDispute(trx, provider, asked);
  return events.flatMap((event) => {
    const known = event.is_as_settled ? findKnown(event) : undefined;
    return known && known.currency !== event.currency ? asPaid(event, known) : [event];
  });
}

/** What the provider took of us was given for what the fan got back, and the other way round. */
function asPaid(event: SettledEvent, fan: KnownAmount): SettledEvent[] {
  const settled = { currency: event.currency, minor: event.gross_minor };
  const [given, got] = event.kind === "DISPUTE" ? [settled, fan] : [fan, settled];
  return [
    { ...event, currency: fan.currency, gross_minor: fan.minor },
    {
      ...event,
      ...{
        event_ref: `${event.event_ref} conversion`,
        kind: "CONVERSION",
        payment_ref: null,
        reference: null,
      },
      ...{ currency: given.currency, gross_minor: given.minor },
      ...{ other_currency: got.currency, other_minor: got.minor },
    },
  ];
}
