import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { forEachRow, type RowsOutcome } from "../../jobs/jobs.server.ts";
import { repayFromAvailable } from "../earnings/earnings.server.ts";
import { cause, lockBalances, post } from "../ledger/ledger.server.ts";
import { type RefundPart, refundFailed, releasedAfterRefund } from "../ledger/rules/refund-posting-rules.ts";
import { minor } from "../money/minor.ts";
import {
  type FinishRefund,
  findPayment,
  listForgottenRefunds,
  markRefund,
  RefundUnderWay,
  sendRefund,
  whileProviderAnswers,
} from "../payments/payments.server.ts";
import type { Providers } from "../payments/provider-port.ts";
import { currencyOf, lockAllocations, markRefunded } from "../refunds/refunds.server.ts";
import { recountWaiting } from "../rollups/rollups.server.ts";
import {
  dropUncoveredRefund,
  finishOfSurplus,
  listForgottenStrays,
  sendStrayRefund,
} from "../suspense/suspense.server.ts";
import { lockTipAndPayment, type TipServices } from "../tips/tips.server.ts";
import { restateVoucher } from "../vouchers/vouchers.server.ts";
import { applyPaymentUpdate } from "./apply-update.server.ts";

type RefundServices = TipServices & { providers: Providers };

/**
 * The job of a refund: asks the provider, with the refund's id as the key, and follows its answer; then looks at the
 * payment again, since a dispute may have waited for the refund, or it was refused because the money went back by the
 * provider's own back office. Done again from anywhere, it comes to the same end.
 */
export async function processRefund(services: RefundServices, refundId: string): Promise<void> {
  if (await dropUncoveredRefund(services, refundId)) return;
  if (await sendStrayRefund(services, refundId)) return;
  const surplus = finishOfSurplus(services);
  await sendRefund(services, refundId, (askedBy) => (askedBy === "PRODUCT" ? surplus : finishOfTip));
  const refund = await services.db
    .selectFrom("refunds")
    .select("payment_id")
    .where("id", "=", refundId)
    .executeTakeFirst();
  if (!refund) return;
  const payment = await findPayment(services.db, refund.payment_id);
  if (!payment?.provider_ref) return;
  const provider = services.providers.get(payment.provider);
  const snapshot = provider.abilities.looksUp ? await provider.fetch(payment.provider_ref) : null;
  if (snapshot) await applyPaymentUpdate(services, payment, snapshot);
}

/**
 * Asks again for what was asked for long ago and never answered, and returns how many refunds came to an end. One that
 * the provider is still at is asked for again in the next run; one that fails holds up no other.
 */
export async function sendForgottenRefunds(services: RefundServices, olderThan: Date): Promise<RowsOutcome> {
  const forgotten = [
    ...(await listForgottenRefunds(services.db, olderThan)),
    ...(await listForgottenStrays(services.db, olderThan)),
  ];
  return await forEachRow(
    forgotten,
    ({ id }) => id,
    whileProviderAnswers(async ({ id }) => {
      try {
        await processRefund(services, id);
        return 1;
      } catch (error) {
        if (error instanceof RefundUnderWay) return 0;
        await lookAgainIfEnded(services, id);
        throw error;
      }
    }),
  );
}

/** A refund that has ended is not listed again: the look at its payment that failed gets a job of its own. */
async function lookAgainIfEnded({ db, jobs }: RefundServices, refundId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .selectFrom("refunds")
      .select("id")
      .where("id", "=", refundId)
      .where("status", "!=", "REQUESTED")
      .executeTakeFirst();
    if (ended) await jobs.enqueue(trx, "payments.refund", { refund_id: refundId });
  });
}

/** The provider has answered: the refund is through, or all that it took goes back to where it was. */
export const finishOfTip: FinishRefund = async (trx, refund, status, now) => {
  const locked = await lockTipAndPayment(trx, refund.payment_id, status === "FAILED" ? "alone" : "shared");
  if (!locked) throw new Error(`payment ${refund.payment_id} is not a tip's`);
  const allocations = status === "FAILED" ? await lockAllocations(trx, refund.payment_id) : [];
  if (!(await markRefund(trx, refund, status, now))) return;
  if (status === "DONE") return await markRefunded(trx, locked, now);

  const { payment, voucher } = locked;
  const parts = await listParts(trx, refund.id);
  const currency = currencyOf(parts);
  if (currency !== null)
    await lockBalances(
      trx,
      parts.map((part) => part.creator_id),
      currency,
    );
  const facts = await trx
    .selectFrom("refunds as r")
    .innerJoin("ledger_transaction as t", (join) =>
      join.onRef("t.cause_id", "=", "r.id").on("t.kind", "=", "tip_refunded"),
    )
    .select(["r.tip_minor", "r.service_fee_minor", "r.vat_minor", "r.amount_minor"])
    .select("t.id as transaction_id")
    .where("r.id", "=", refund.id)
    .executeTakeFirstOrThrow();
  const returned = {
    tip_minor: minor(facts.tip_minor),
    service_fee_minor: minor(facts.service_fee_minor),
    vat_minor: minor(facts.vat_minor),
    charged_minor: minor(facts.amount_minor),
  };
  const isReleased = (part: RefundPart) =>
    allocations.some((each) => each.id === part.allocation_id && each.is_released);
  await post(
    trx,
    [
      refundFailed(refund.id, payment, parts, returned, facts.transaction_id, now),
      ...parts.filter(isReleased).map((part) => releasedAfterRefund(refund.id, part, now)),
    ],
    now,
  );
  for (const part of parts) {
    const credited = minor(part.from_available_minor + (isReleased(part) ? part.from_pending_minor : 0));
    const { creator_id } = part;
    const credit = {
      ...{ name: `${refund.id}:${creator_id}`, cause: cause("refund", refund.id, creator_id) },
      ...{ creator_id, currency: part.currency },
    };
    await repayFromAvailable(trx, credit, credited, now);
  }
  await recountWaiting(trx, payment.id);
  if (voucher) await restateVoucher(trx, voucher, now);
};

async function listParts(db: Kysely<DB>, refundId: string): Promise<RefundPart[]> {
  const rows = await db
    .selectFrom("refund_parts as r")
    .innerJoin("tip_allocations as a", "a.id", "r.allocation_id")
    .select([
      "r.allocation_id",
      "a.creator_id",
      "a.currency",
      "a.pending_shard",
      "r.amount_minor",
      "r.from_pending_minor",
    ])
    .select(["r.from_available_minor", "r.goodwill_minor"])
    .where("r.refund_id", "=", refundId)
    .orderBy("a.creator_id")
    .execute();
  return rows.map(({ pending_shard, ...row }) => ({
    ...row,
    shard: pending_shard ?? 0,
    amount_minor: minor(row.amount_minor),
    from_pending_minor: minor(row.from_pending_minor),
    from_available_minor: minor(row.from_available_minor),
    goodwill_minor: minor(row.goodwill_minor),
  }));
}
