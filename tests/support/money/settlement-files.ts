import { trialBalance } from "../../../app/domain/ledger/ledger-reports.server.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import type { SettledKind } from "../../../app/domain/payments/provider-port.ts";
import { importSettlement } from "../../../app/domain/payments/settlements/settlement-import.server.ts";
import { createCreator, payTip, type TipWorld } from "./tip-world.ts";

/** A row of a provider's file, as it is written there. */
export interface SettlementRow {
  event: string;
  kind: SettledKind;
  payment?: string | null;
  reference?: string | null;
  currency?: string;
  gross: string;
  fee?: string;
  other_currency?: string;
  other_gross?: string;
  date?: string;
}

const COLUMNS = [
  ...(["event", "kind", "payment", "reference", "currency", "gross", "fee"] as const),
  ...(["other_currency", "other_gross", "date"] as const),
] as const;

/** A provider's file of events. */
export function settlementFile(...rows: readonly SettlementRow[]): Uint8Array {
  const cells = rows.map((row) => {
    const whole = { currency: "EUR", fee: "0", ...row };
    return COLUMNS.map((column) => `"${whole[column] ?? ""}"`).join(",");
  });
  return new TextEncoder().encode([COLUMNS.join(","), ...cells].join("\n"));
}

/** A file that knows payments alone, as older ones do: its money came to our bank, less the fee. */
export function paymentFile(...lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(["currency,gross,fee,reference", ...lines].join("\n"));
}

export const decimal = (amount: number) => (amount / 100).toFixed(2);

const ACCOUNTS = ["bank", "psp_clearing", "psp_fee", "chargeback_fee", "fx_position"];
/** What a step moves on the accounts of providers and banks. */
export async function movedBy(
  world: TipWorld,
  step: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const read = async () => {
    const rows = (await trialBalance(world.db)).filter(({ code }) => ACCOUNTS.includes(code));
    const sums = new Map<string, number>();
    for (const { code, currency, balance_minor } of rows)
      sums.set(`${code} ${currency}`, (sums.get(`${code} ${currency}`) ?? 0) + balance_minor);
    return sums;
  };
  const before = await read();
  await step();
  const changes = [...(await read())].map(([name, now]) => [name, now - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

/** What our books say that a provider holds, in one currency or in all. */
export async function heldBy(world: TipWorld, provider: string, currency?: string): Promise<number> {
  const rows = (await trialBalance(world.db)).filter(
    (row) =>
      row.code === "psp_clearing" && row.owner === provider && row.currency === (currency ?? row.currency),
  );
  return rows.reduce((sum, { balance_minor }) => sum + balance_minor, 0);
}

/** Why the events of a file wait, by their names. */
export async function settlementReasons(world: TipWorld, id: string) {
  const rows = await world.db
    .selectFrom("settlement_exceptions as x")
    .innerJoin("settlement_events as e", "e.id", "x.event_id")
    .select(["e.event_ref", "x.reason"])
    .where("x.settlement_id", "=", id)
    .where("x.reason", "<>", "not_at_bank")
    .orderBy("e.event_ref")
    .execute();
  return Object.fromEntries(rows.map(({ event_ref, reason }) => [event_ref, reason]));
}

/** Imports a file that has to be new; its id. */
export async function importRows(
  world: TipWorld,
  operator_id: string,
  rows: readonly SettlementRow[],
): Promise<string> {
  const outcome = await importSettlement(world, {
    ...{ provider: "scripted", bytes: settlementFile(...rows), operator_id },
  });
  if (outcome.outcome !== "imported") throw new Error(JSON.stringify(outcome));
  return outcome.id;
}

/** A paid tip with its reference and sum as a settlement has them. */
export async function paidWithReference(
  world: TipWorld,
  amount = 50_00,
): Promise<Payment & { ref: string; sum: string }> {
  const payment = await payTip(world, await createCreator(world), { amount });
  return { ...payment, ref: payment.provider_ref ?? "", sum: decimal(payment.charged_minor) };
}
