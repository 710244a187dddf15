import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { stopSeries } from "../series/change-series.server.ts";
import { listRunningOf } from "../series/declarations.server.ts";
import type { TipServices } from "../tips/tip-and-payment.server.ts";
import { requestRefundOf } from "./refunds.server.ts";

const DAY_MS = 86_400_000;

/** Ends all monthly tips of an address. A withdrawal asks the receivers for what was paid within its days. */
export async function endAllSeries(
  services: TipServices,
  given: { email: string; kind: "CANCEL" | "WITHDRAW"; reason: string },
): Promise<void> {
  const { email, kind, reason } = given;
  for (const { id } of await listRunningOf(services.db, email)) await stopSeries(services, id);
  if (kind === "CANCEL") return;
  for (const payment_id of await listWithdrawable(services, email))
    await requestRefundOf(services, { payment_id, reason });
}

/** Monthly payments of an address that a withdrawal reaches, ended tips included, and that are not asked back yet. */
export async function listWithdrawable(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  email: string,
): Promise<string[]> {
  const since = new Date(clock().getTime() - productRules.voucher.withdrawal_days * DAY_MS);
  const paid = await db
    .selectFrom("tip_series as s")
    .innerJoin("tips as t", "t.series_id", "s.id")
    .innerJoin("payments as p", "p.tip_id", "t.id")
    .select("p.id")
    .where(sql<boolean>`lower(s.sender_email) = ${email.toLowerCase()}`)
    .where("p.status", "=", "SUCCESS")
    .where("p.settled_at", ">", since)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("refund_requests as r").select("r.id").whereRef("r.payment_id", "=", "p.id"))),
    )
    .execute();
  return paid.map(({ id }) => id);
}
