import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Jobs } from "../../../jobs/jobs.server.ts";
import { productRules } from "../../../product-rules.ts";
import type { Providers } from "../provider-port.ts";
import { keepPreview, type PreviewServices } from "./settlement-preview.server.ts";

const DAY_MS = 86_400_000;

interface Order {
  provider: string;
  operator_id: string;
}

/** An operator asks for what a provider tells by its API; a job fetches it. "unknown" for one that tells nothing so. */
export async function orderSettlement(
  services: { db: Kysely<DB>; jobs: Jobs; providers: Providers },
  order: Order,
): Promise<"ordered" | "unknown"> {
  if (!services.providers.find(order.provider)?.fetchSettlement) return "unknown";
  await services.db.transaction().execute((trx) => services.jobs.enqueue(trx, "settlements.fetch", order));
  return "ordered";
}

/**
 * Fetches the provider's events of the last days, outside of any transaction, and keeps them as a preview of the operator
 * that orders them. Known events change nothing, so days may overlap. Throws where the provider does not answer, or sends an
 * unknown kind of event.
 */
export async function fetchSettlement(services: PreviewServices, order: Order): Promise<{ rows: number }> {
  const provider = services.providers.get(order.provider);
  if (!provider.fetchSettlement) return { rows: 0 };
  const currencies = await services.db.selectFrom("currencies").select("code").execute();
  const since = new Date(services.clock().getTime() - productRules.settlement.fetched_days * DAY_MS);
  const events = await provider.fetchSettlement(since, new Set(currencies.map(({ code }) => code)));
  if ("fault" in events)
    throw new Error(`the settlement of ${order.provider} cannot be read: ${events.fault}`);
  if (events.length > 0) await keepPreview(services, { ...order, events });
  return { rows: events.length };
}
