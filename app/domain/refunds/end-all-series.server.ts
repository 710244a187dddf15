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
  const running = await listRunningOf(services.db, email);
  for (const { id } of running) await stopSeries(services, id);
  if (kind === "CANCEL" || running.length === 0) return;
  const since = new Date(services.clock().getTime() - productRules.voucher.withdrawal_days * DAY_MS);
  const ids = running.map(({ id }) => id);
  const paid = await services.db
    .selectFrom("tips as t")
    .innerJoin("payments as p", "p.tip_id", "t.id")
    .select("p.id")
    .where("t.series_id", "in", ids)
    .where("p.status", "=", "SUCCESS")
    .where("p.settled_at", ">", since)
    .execute();
  for (const { id: payment_id } of paid) await requestRefundOf(services, { payment_id, reason });
}
