import { randomUUID } from "node:crypto";
import { records } from "./records.ts";

/** An account that takes payments, and a payout out of it in each state. */
export async function connectInProduct(user_id: string): Promise<void> {
  const db = records();
  const now = new Date();
  const account = { provider: "sandbox", account_ref: `acct_${user_id.replaceAll("-", "")}` };
  await db
    .insertInto("connected_accounts")
    .values({
      ...{ ...account, user_id, country: "DE", currency: "EUR", created_at: now, read_at: now },
      ...{ is_submitted: true, pays_out: true, takes_payments: true },
    })
    .execute();
  const states = [
    ["PAID", 40_00, "2026-11-20"],
    ["FAILED", 31_50, "2026-11-23"],
    ["PENDING", 12_00, "2026-12-01"],
  ] as const;
  for (const [state, amount_minor, arrives_on] of states)
    await db
      .insertInto("connected_payouts")
      .values({
        ...{ id: randomUUID(), user_id, ...account, payout_ref: `po_${randomUUID()}`, updated_at: now },
        ...{ currency: "EUR", amount_minor, state, arrives_on },
        failure_code: state === "FAILED" ? "account_closed" : null,
      })
      .execute();
}
