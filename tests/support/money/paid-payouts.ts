import { post } from "../../../app/domain/ledger/post.server.ts";
import { payoutPaid } from "../../../app/domain/ledger/rules/payout-posting-rules.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import { requestWithdrawal } from "../../../app/domain/payouts/requests/withdrawals.server.ts";
import type { StatementFacts } from "../../../app/domain/payouts/statements/statement.schema.ts";
import { issueStatement } from "../../../app/domain/payouts/statements/statements.server.ts";
import type { Creator } from "./creators.ts";
import { makeOperator, type PayoutWorld } from "./payout-world.ts";

/** Asks for a payout, of everything unless an amount is given. Returns its id. */
export async function requestPayout(
  world: PayoutWorld,
  creator: Creator,
  amount: number | null = null,
  currency = "EUR",
): Promise<string> {
  const requested = await requestWithdrawal(world, {
    user_id: creator.id,
    currency: currency as "EUR",
    amount_minor: amount === null ? null : minor(amount),
  });
  if (requested.outcome !== "requested") throw new Error(`the payout was refused: ${requested.reason}`);
  return requested.payout_id;
}

/** The bank has confirmed a payout: PAID, posted, and its statement issued, all in one transaction. Returns its number. */
export async function confirmPaid(world: PayoutWorld, payoutId: string): Promise<number> {
  const { db } = world;
  const now = world.clock();
  const batchId = world.newId();
  const operator = await makeOperator(world);
  const payout = await db
    .selectFrom("payouts")
    .selectAll()
    .where("id", "=", payoutId)
    .executeTakeFirstOrThrow();
  const { currency, rail } = payout;
  await db
    .insertInto("payout_batches")
    .values({
      ...{
        id: batchId,
        rail,
        currency,
        payouts_count: 1,
        total_minor: payout.net_minor,
        worth_eur_minor: payout.net_minor,
        file_payouts_count: 1,
        file_total_minor: payout.net_minor,
      },
      ...{ file_name: "test.csv", content_type: "text/csv", file_encrypted: Buffer.alloc(1) },
      ...{ file_sha256: Buffer.alloc(32), created_by: operator, created_at: now, released_at: now },
    })
    .execute();
  return await db.transaction().execute(async (trx) => {
    const move = trx.updateTable("payouts").where("id", "=", payoutId);
    await move.set({ status: "PROCESSING", batch_id: batchId }).execute();
    await move.set({ status: "PAID", paid_at: now }).execute();
    const { id, creator_id } = payout;
    const [amount_minor, fee_minor] = [minor(payout.amount_minor), minor(payout.fee_minor)];
    await post(trx, [payoutPaid({ id, creator_id, currency, amount_minor, fee_minor }, now)], now);
    return await issueStatement(trx, payout, world.issuer, now);
  });
}

/** Facts of a statement with everything on it, for papers that need no database. */
export function statementFacts(change: Partial<StatementFacts> = {}): StatementFacts {
  return {
    number: 1234,
    issued_at: "2026-12-03T09:30:00.000Z",
    issuer: ["Tribute GmbH", "Beispielweg 1", "10115 Berlin"],
    period: { from: "2026-10-31T23:30:00.000Z", until: "2026-12-01T05:00:00.000Z" },
    creator: {
      name: "Jördis Süßmilch",
      company: "Süßmilch & Söhne GmbH",
      address: "Große Straße 7",
      zipcode: "04229",
      city: "Leipzig",
      country: "DE",
      vat_id: "DE136695976",
    },
    payout: {
      id: "00000000-0000-4000-8000-000000000000",
      currency: "EUR",
      amount_minor: 100_00,
      fee_minor: 1_50,
      net_minor: 98_50,
      method: "BANK",
      account: "DE•• •••• 3000",
    },
    vat: { kind: "included", country: "DE", rate_bps: 1900, amount_minor: 24 },
    tips: [
      { country: "DE", count: 12, amount_minor: 1_234_56 },
      { country: "US", count: 3, amount_minor: 45_67 },
    ],
    instead_of: [],
    refunds: { count: 2, amount_minor: 11_11 },
    refunds_failed: null,
    chargebacks: { count: 1, amount_minor: 22_22 },
    chargebacks_won: { count: 4, amount_minor: 33_33 },
    waived: { count: 1, amount_minor: 55_55 },
    set_offs: { count: 1, amount_minor: 46_50 },
    ...change,
  };
}
