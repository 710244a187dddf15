import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../db/schema.ts";
import { balanceOf, findAccount } from "./account-store.server.ts";
import { lockPayment, newRef } from "./sandbox-store.server.ts";

const merchantRef = z.string().regex(/^[\w.:-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 _ . : -");
const minorUnits = z.int().positive().max(100_000_000_000);

export const transferOrderSchema = z.object({
  merchant_ref: merchantRef,
  /** The merchant's payment that it draws on; else their balance. */
  payment_ref: z.string().max(60).nullable(),
  amount_minor: minorUnits,
  currency: z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code"),
});
type TransferOrder = z.infer<typeof transferOrderSchema>;

export const reversalOrderSchema = z.object({ merchant_ref: merchantRef, amount_minor: minorUnits });
type ReversalOrder = z.infer<typeof reversalOrderSchema>;

/** Null where refused. The same id gives the first answer. */
export interface MerchantTransfers {
  /** At most what the payment brought. */
  transfer(accountRef: string, order: TransferOrder): Promise<{ ref: string } | null>;
  /** At most what is left of the transfer, and on the account. */
  reverse(transferRef: string, order: ReversalOrder): Promise<{ ref: string } | null>;
}

export function createMerchantTransfers(options: { db: Kysely<DB>; clock: () => Date }): MerchantTransfers {
  const { db, clock } = options;
  return {
    transfer: (accountRef, order) =>
      db.transaction().execute((trx) => transfer(trx, accountRef, order, clock())),
    reverse: (transferRef, order) =>
      db.transaction().execute((trx) => reverse(trx, transferRef, order, clock())),
  };
}

async function transfer(
  trx: Transaction<DB>,
  account_ref: string,
  order: TransferOrder,
  now: Date,
): Promise<{ ref: string } | null> {
  const { merchant_ref, payment_ref, amount_minor, currency } = order;
  const payment = payment_ref === null ? null : await lockPayment(trx, { ref: payment_ref });
  const wanted = { merchant_ref, account_ref, amount_minor, currency };
  const earlier = await findTransfer(trx, wanted);
  if (earlier) return earlier.isSame ? { ref: earlier.ref } : null;
  const account = await findAccount(trx, account_ref);
  if (!account?.takes_payments) return null;
  if (payment_ref !== null) {
    if (payment?.state !== "PAID" || payment.account_ref !== null) return null;
    const isOther = payment.currency !== currency;
    if (!isOther && (await passedOf(trx, payment.ref)) + amount_minor > payment.amount_minor) return null;
  }
  const made = await trx
    .insertInto("sandbox.transfers")
    .values({ ref: newRef("tr"), ...order, account_ref, created_at: now })
    .onConflict((conflict) => conflict.column("merchant_ref").doNothing())
    .returning("ref")
    .executeTakeFirst();
  if (made) return made;
  const other = await findTransfer(trx, wanted);
  return other?.isSame ? { ref: other.ref } : null;
}

async function findTransfer(
  trx: Transaction<DB>,
  wanted: { merchant_ref: string; account_ref: string; amount_minor: number; currency: string },
): Promise<{ ref: string; isSame: boolean } | null> {
  const row = await trx
    .selectFrom("sandbox.transfers")
    .select(["ref", "account_ref", "amount_minor", "currency"])
    .where("merchant_ref", "=", wanted.merchant_ref)
    .executeTakeFirst();
  if (!row) return null;
  const isSame =
    row.account_ref === wanted.account_ref &&
    row.amount_minor === wanted.amount_minor &&
    row.currency === wanted.currency;
  return { ref: row.ref, isSame };
}

async function passedOf(trx: Transaction<DB>, paymentRef: string): Promise<number> {
  const { sum } = await trx
    .selectFrom("sandbox.transfers")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount_minor"), eb.val(0)).as("sum"))
    .where("payment_ref", "=", paymentRef)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

async function reverse(
  trx: Transaction<DB>,
  transfer_ref: string,
  { merchant_ref, amount_minor }: ReversalOrder,
  now: Date,
): Promise<{ ref: string } | null> {
  const found = await trx
    .selectFrom("sandbox.transfers as t")
    .innerJoin("sandbox.accounts as a", "a.ref", "t.account_ref")
    .select(["t.amount_minor", "t.currency", "t.account_ref"])
    .where("t.ref", "=", transfer_ref)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return null;
  const reversals = await trx
    .selectFrom("sandbox.transfer_reversals")
    .select(["ref", "merchant_ref", "amount_minor"])
    .where("transfer_ref", "=", transfer_ref)
    .execute();
  const earlier = reversals.find((each) => each.merchant_ref === merchant_ref);
  if (earlier) return earlier.amount_minor === amount_minor ? { ref: earlier.ref } : null;
  const reversed = reversals.reduce((sum, each) => sum + each.amount_minor, 0);
  if (reversed + amount_minor > found.amount_minor) return null;
  const account = { ref: found.account_ref, currency: found.currency };
  if ((await balanceOf(trx, account)) < amount_minor) return null;
  const made = await trx
    .insertInto("sandbox.transfer_reversals")
    .values({ ref: newRef("trr"), merchant_ref, transfer_ref, amount_minor, created_at: now })
    .onConflict((conflict) => conflict.column("merchant_ref").doNothing())
    .returning("ref")
    .executeTakeFirst();
  return made ?? null;
}
