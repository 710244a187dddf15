import type { Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import type { SettledEvent } from "../provider-port.ts";

const ourId = z.uuid();

/**
 * The events with the provider's own names of payments, where its file gives ours: a provider may know a payment by one
 * name when it is made, and by another one when it is settled. What is not ours stays as it is.
 */
export async function byProvidersNames(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<SettledEvent[]> {
  const ids = [...new Set(events.flatMap(({ payment_ref }) => payment_ref ?? []))].filter(
    (name) => ourId.safeParse(name).success,
  );
  if (ids.length === 0) return [...events];
  const rows = await trx
    .selectFrom("payments")
    .select(["id", "provider_ref"])
    .where("provider", "=", provider)
    .where("id", "in", ids)
    .union((eb) =>
      eb
        .selectFrom("suspense_entries")
        .select(["payment_id as id", "provider_ref"])
        .where("provider", "=", provider)
        .where("payment_id", "in", ids),
    )
    .execute();
  const names = new Map(rows.map(({ id, provider_ref }) => [id, provider_ref]));
  return events.map((event) => ({
    ...event,
    payment_ref: names.get(event.payment_ref ?? "") ?? event.payment_ref,
  }));
}
