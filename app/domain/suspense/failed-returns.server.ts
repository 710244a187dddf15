import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { post } from "../ledger/post.server.ts";
import { suspenseRefundFailed } from "../ledger/rules/suspense-posting-rules.ts";
import { minor } from "../money/minor.ts";
import type { RefundSnapshot } from "../payments/provider-port.ts";
import { failedNames, recordRefundFailure } from "../payments/refund-failures.server.ts";
import { markFailedLate } from "../payments/refunds.server.ts";
import { lockEntry, recordExit, type SuspenseEntry } from "./suspense-entries.server.ts";

/**
 * Refunds of surplus money that were made and fail later (docs/product.md, 4.6): the provider has the money again, so it
 * lies in suspense once more, and what went beyond it is our goodwill no longer. What an operator had said of the same
 * refund before comes back with it. Each once. Returns whether there was one.
 */
export async function failSuspenseReturns(
  trx: Transaction<DB>,
  services: { newId: () => string },
  paymentId: string,
  refunds: readonly RefundSnapshot[],
  now: Date,
): Promise<boolean> {
  const names = failedNames(refunds);
  if (names.length === 0) return false;
  const entry = await lockEntry(trx, paymentId);
  if (!entry) return false;
  const made = await trx
    .selectFrom("suspense_exits as x")
    .select(["x.reference", "x.amount_minor", "x.beyond_minor", "x.confirms_minor"])
    .where("x.payment_id", "=", paymentId)
    .where("x.kind", "in", ["REFUNDED", "REFUNDED_ELSEWHERE"])
    .where("x.reference", "in", names)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("suspense_exits as f")
            .select("f.id")
            .whereRef("f.payment_id", "=", "x.payment_id")
            .whereRef("f.reference", "=", "x.reference")
            .where("f.kind", "=", "REFUND_FAILED"),
        ),
      ),
    )
    .orderBy("x.reference")
    .execute();
  let hasFailed = false;
  for (const { reference, amount_minor, confirms_minor, beyond_minor } of made) {
    const parts = { amount_minor: minor(amount_minor + confirms_minor), beyond_minor: minor(beyond_minor) };
    if (parts.amount_minor + parts.beyond_minor === 0) continue;
    await bringBackRefund(trx, services, entry, reference, parts, now);
    hasFailed = true;
  }
  return hasFailed;
}

async function bringBackRefund(
  trx: Transaction<DB>,
  services: { newId: () => string },
  entry: SuspenseEntry,
  reference: string,
  parts: Parameters<typeof suspenseRefundFailed>[1],
  now: Date,
): Promise<void> {
  const { payment_id, currency } = entry;
  const id = services.newId();
  const amounts = { amount_minor: -parts.amount_minor, beyond_minor: -parts.beyond_minor };
  await recordExit(trx, entry, { id, kind: "REFUND_FAILED", ...amounts, reference }, now);
  await post(trx, [suspenseRefundFailed({ ...entry, exit_id: id }, parts, now)], now);
  await trx
    .updateTable("suspense_entries")
    .set({ refund_status: "FAILED" })
    .where("payment_id", "=", payment_id)
    .where("refund_status", "=", "DONE")
    .where((eb) => eb(eb.cast<string>("refund_id", "text"), "=", reference))
    .execute();
  const asked = await trx
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", payment_id)
    .where("status", "=", "DONE")
    .where((eb) => eb(eb.cast<string>("id", "text"), "=", reference))
    .executeTakeFirst();
  if (asked) await markFailedLate(trx, { id: asked.id, payment_id }, now);
  const amount_minor = minor(parts.amount_minor + parts.beyond_minor);
  const failure = { id: services.newId(), payment_id, reference, currency, amount_minor };
  await recordRefundFailure(trx, failure, now);
}
