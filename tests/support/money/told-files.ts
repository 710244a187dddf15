import { trialBalance } from "../../../app/domain/ledger/ledger-reports.server.ts";
import { reverseEvent } from "../../../app/domain/payments/settlements/exception-acts.server.ts";
import { importSettlement } from "../../../app/domain/payments/settlements/settlement-import.server.ts";
import { takeStatements } from "../../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { camt } from "./camt.ts";
import { makeOperator, OUR_ACCOUNT, type PayoutWorld } from "./payout-world.ts";
import { decimal, settlementFile } from "./settlement-files.ts";
import { createCreator, payTip } from "./tip-world.ts";

// Files of others that a world of the books has taken in: each with something that fits and something that does not.

/** A provider's file with a payment of ours, a fee, and a payment that nobody knows. */
export async function tellSettlement(world: PayoutWorld): Promise<void> {
  const payment = await payTip(world, await createCreator(world), { amount: 50_00 });
  const known = { payment: payment.provider_ref, gross: decimal(payment.charged_minor), fee: "1.00" };
  const bytes = settlementFile(
    { event: "e-1", kind: "PAYMENT", ...known },
    { event: "e-2", kind: "FEE", gross: "3.00" },
    { event: "e-3", kind: "PAYMENT", payment: "nobody-knows", gross: "9.00" },
    { event: "e-4", kind: "FEE", gross: "4.00" },
  );
  const operator_id = await makeOperator(world);
  await importSettlement(world, { provider: "scripted", bytes, operator_id });
  const wrong = await world.db
    .selectFrom("settlement_events")
    .select("id")
    .where("event_ref", "=", "e-4")
    .executeTakeFirstOrThrow();
  const alone = { ...world, second_operator_from_minor: null };
  await reverseEvent(alone, { event_id: wrong.id, operator_id, reason: "wrong" });
}

/** Our bank's statement: what the books have, and a booking that they do not. */
export async function tellStatement(world: PayoutWorld): Promise<void> {
  const rows = await trialBalance(world.db);
  const held = rows.find(({ code, currency }) => code === "bank" && currency === "EUR");
  // Nothing that was posted is under way by then.
  const later = new Date(world.clock().getTime() + 20 * 86_400_000);
  const day = later.toISOString().slice(0, 10);
  const opening = held?.balance_minor ?? 0;
  const bytes = camt({ id: "s-1", opening, day, rows: [{ amount: "5.00", words: "unknown" }] });
  await takeStatements(
    { ...world, clock: () => later },
    { operator_id: await makeOperator(world), account: OUR_ACCOUNT, bytes },
  );
}
