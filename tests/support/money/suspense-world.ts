import { sql } from "kysely";
import { processRefund } from "../../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import { findSuspenseCase, listExits } from "../../../app/domain/suspense/suspense.server.ts";
import { endSuspense, retryRefund } from "../../../app/domain/suspense/suspense-exits.server.ts";
import { type Creator, createCreator, moveAccount } from "./creators.ts";
import type { PayoutWorld } from "./payout-world.ts";
import { beginTip, paymentOf, type TipWorld, tell } from "./tip-world.ts";

/** What is in suspense here: a tip of 50.00 with its fee and VAT. */
export const ALL = 55_95;

/** Money whose creator cannot receive any more; its refund was asked for, and the provider refuses it. */
export async function stuckMoney(world: TipWorld, given?: Creator): Promise<Payment> {
  const creator = given ?? (await createCreator(world));
  const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
  await moveAccount(world, creator.id, ["LOCKED"]);
  world.provider.change(payment.id, { state: "PAID" });
  await tell(world, payment);
  world.provider.refundsBecome("FAILED");
  await processRefund(world, (await findSuspenseCase(world.db, payment.id))?.refund_id ?? "");
  world.provider.refundsBecome("DONE");
  return await paymentOf(world, payment.id);
}

/** What left suspense of a payment, without its order: kind, amount, and what was not there any more. */
export async function exitsOf(world: TipWorld, { id }: Pick<Payment, "id">) {
  const exits = await listExits(world.db, id);
  return exits.map((each) => [each.kind, each.amount_minor, each.beyond_minor]).sort();
}

/** What an operator does about surplus money, having seen all of it unless the test says otherwise. */
export function suspenseActs(world: () => PayoutWorld, operator: () => string) {
  const end = (
    payment: Payment,
    how: Parameters<typeof endSuspense>[1]["end"],
    seen_left_minor: number,
    operator_id: string,
  ) =>
    endSuspense(world(), {
      ...{ payment_id: payment.id, operator_id, seen_left_minor, reason: "Nobody can be found" },
      end: how,
    });
  return {
    keep: (payment: Payment, seen = ALL, by = operator()) =>
      end(payment, { kind: "SUSPENSE_KEPT" }, seen, by),
    returned: (payment: Payment, by: "PROVIDER" | "BANK", seen = ALL) =>
      end(payment, { kind: "SUSPENSE_RETURNED", by, reference: "TRANSFER 7" }, seen, operator()),
    retry: (payment: Payment) => retryRefund(world(), { payment_id: payment.id, operator_id: operator() }),
  };
}

/** The provider's back office gave money back, and says so. */
export async function refundElsewhere(
  world: TipWorld,
  payment: Payment,
  ...refunds: [refundId: string, amountMinor: number][]
): Promise<string> {
  const news = refunds.map(([refundId, amountMinor]) => ({ refundId, amountMinor, state: "DONE" as const }));
  world.provider.change(payment.id, { refunds: news });
  return await tell(world, payment, { refunds: news });
}

const CODES = ["suspense", "psp_clearing", "bank", "breakage_revenue", "goodwill", "chargeback_loss"];

/** The platform's accounts that payments have moved, what is on their normal side, without the zeros. */
export async function platformAccounts(world: TipWorld): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; sum: number }>`
    select a.code, sum(case when (m.debit_account = a.id) = (a.normal_side = 'DEBIT') then m.amount_minor
      else -m.amount_minor end)::bigint as sum
    from ledger_account a join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
    join ledger_transaction t on t.id = m.transaction_id and t.reference like 'payment:%'
      and t.reference not in (select 'payment:' || payment_id from suspense_entries where provider_ref = 'earlier')
    where a.code = any(${CODES}::text[]) group by a.code having sum(case when m.debit_account = a.id
      then m.amount_minor else -m.amount_minor end) <> 0`.execute(world.db);
  return Object.fromEntries(rows.map(({ code, sum }) => [code, sum]));
}
