import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { forEachRow, type RowsOutcome } from "../jobs/jobs.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { voucherReturned } from "../ledger/rules/voucher-posting-rules.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import {
  type LockedRedemption,
  type LockedVoucher,
  lockVoucher,
  type TipServices,
} from "../tips/tip-and-payment.server.ts";
import { canReceive } from "../users/viewer.ts";
import { creditCreator, redemptionOf } from "./redeem-voucher.server.ts";
import { readVoucher } from "./voucher-codes.server.ts";
import { daysWaited, endOfValidity } from "./voucher-dates.ts";

type ReturnReason = "LOCKED" | "DELETED" | "TIME" | "DISPUTED" | "WITHDRAWN";

const BATCH = 100;

/**
 * Carried out once the creator can receive, returned when locked, deleted or too late. Blocked vouchers wait.
 * Returns the number ended (docs/product.md, 5.12).
 */
export async function settleRedemptions(services: TipServices): Promise<RowsOutcome> {
  const now = services.clock();
  const due = await listDue(services.db, now);
  return await forEachRow(
    due,
    ({ id }) => id,
    async ({ voucher_id }) => {
      const isDone = await services.db
        .transaction()
        .execute((trx) => settleOne(trx, services, voucher_id, now));
      return isDone ? 1 : 0;
    },
  );
}

function oldestWaiting(now: Date): Date {
  return new Date(now.getTime() - productRules.voucher.pending_days * 86_400_000);
}

async function listDue(db: Kysely<DB>, now: Date): Promise<{ id: string; voucher_id: string }[]> {
  return await db
    .selectFrom("voucher_redemptions as r")
    .innerJoin("users as u", "u.id", "r.creator_id")
    .innerJoin("vouchers as v", "v.id", "r.voucher_id")
    .select(["r.id", "r.voucher_id"])
    .where("r.status", "=", "PENDING")
    .where((eb) =>
      eb.or([
        eb.and([eb("u.status", "in", ["ACTIVE", "CHARGEBACK"]), eb("v.locked_at", "is", null)]),
        eb("u.status", "=", "LOCKED"),
        eb("u.deleted_at", "is not", null),
        eb("r.asked_at", "<=", oldestWaiting(now)),
      ]),
    )
    .orderBy("r.asked_at")
    .limit(BATCH)
    .execute();
}

async function settleOne(
  trx: Transaction<DB>,
  services: TipServices,
  voucherId: string,
  now: Date,
): Promise<boolean> {
  const locked = await lockVoucher(trx, voucherId, "alone");
  const redemption = locked?.voucher.redemption;
  if (!locked || redemption?.status !== "PENDING") return false;
  const { voucher } = locked;
  const creator = await trx
    .selectFrom("users as u")
    .innerJoin("voucher_redemptions as r", "r.creator_id", "u.id")
    .innerJoin("vouchers as v", "v.id", "r.voucher_id")
    .select(["u.status", "u.deleted_at", "r.asked_at", "v.locked_at"])
    .where("r.id", "=", redemption.id)
    .executeTakeFirstOrThrow();
  if (creator.deleted_at !== null || creator.status === "LOCKED") {
    const reason = creator.deleted_at === null ? "LOCKED" : "DELETED";
    await returnRedemption(trx, services, { ...voucher, redemption }, reason, now);
    return true;
  }
  if (canReceive(creator.status) && creator.locked_at === null) {
    await carryOut(trx, services, voucher, redemption, now);
    return true;
  }
  if (creator.asked_at > oldestWaiting(now)) return false;
  await returnRedemption(trx, services, { ...voucher, redemption }, "TIME", now);
  return true;
}

async function carryOut(
  trx: Transaction<DB>,
  services: TipServices,
  voucher: LockedVoucher,
  redemption: LockedRedemption,
  now: Date,
): Promise<void> {
  const paid = await readVoucher({ ...services, db: trx }, voucher.id);
  if (!paid) throw new Error(`voucher ${voucher.id} was never paid`);
  const redeemed = redemptionOf(redemption.id, voucher, redemption.creator_id, redemption);
  const tip_id = services.newId();
  await creditCreator(trx, services, { voucher: paid, redeemed, tip_id, was_pending: true }, now);
  await trx
    .updateTable("voucher_redemptions")
    .set({ status: "DONE", ended_at: now, tip_id })
    .where("id", "=", redemption.id)
    .execute();
  await tell(trx, services, redemption, "redeemed", now);
}

/** The days waited extend validity and withdrawal. The caller holds voucher and creator. */
export async function returnRedemption(
  trx: Transaction<DB>,
  services: TipServices,
  voucher: LockedVoucher & { redemption: LockedRedemption },
  reason: ReturnReason,
  now: Date,
): Promise<void> {
  const { redemption } = voucher;
  const { rows } = await sql<{ id: number }>`
    select id from ledger_transaction where idempotency_key = ${`voucher:${redemption.id}:redeem`}`.execute(
    trx,
  );
  const [posted] = rows;
  if (!posted || voucher.paid_at === null) throw new Error(`redemption ${redemption.id} was never posted`);
  const redeemed = redemptionOf(redemption.id, voucher, redemption.creator_id, redemption);
  await lockBalances(trx, [redemption.creator_id], redemption.currency);
  await post(trx, [voucherReturned(redeemed, posted.id, now)], now);
  await trx
    .updateTable("voucher_redemptions")
    .set({ status: "RETURNED", ended_at: now, return_reason: reason })
    .where("id", "=", redemption.id)
    .execute();
  const returned = await trx
    .selectFrom("voucher_redemptions")
    .select(["asked_at", "ended_at"])
    .where("voucher_id", "=", voucher.id)
    .where("status", "=", "RETURNED")
    .execute();
  const waited_days = daysWaited(
    returned.flatMap(({ asked_at, ended_at }) => (ended_at === null ? [] : { asked_at, ended_at })),
  );
  await trx
    .updateTable("vouchers")
    .set({
      status: "VALID",
      waited_days,
      expires_at: endOfValidity(voucher.paid_at, waited_days),
      updated_at: now,
    })
    .where("id", "=", voucher.id)
    .execute();
  await tell(trx, services, redemption, reason === "WITHDRAWN" ? "taken_back" : "returned", now);
}

async function tell(
  trx: Transaction<DB>,
  services: TipServices,
  { id, creator_id, amount_minor, currency }: LockedRedemption,
  kind: "redeemed" | "returned" | "taken_back",
  now: Date,
): Promise<void> {
  const creator = await trx
    .selectFrom("users as u")
    .innerJoin("voucher_redemptions as r", "r.creator_id", "u.id")
    .innerJoin("vouchers as v", "v.id", "r.voucher_id")
    .select(["u.email", "u.locale", "v.code_end"])
    .where("r.id", "=", id)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();
  if (!creator) return;
  await queueMail(trx, services, {
    dedupe_key: `redemption:${id}:${kind}`,
    template: "voucher_news",
    locale: creator.locale,
    recipient: creator.email,
    user_id: creator_id,
    params: { kind, amount_minor: minor(amount_minor), currency, code_end: creator.code_end ?? "" },
    now,
  });
}

interface PendingRedemption {
  id: string;
  amount_minor: Minor;
  currency: string;
  code_end: string;
  asked_at: Date;
}

export async function listPendingRedemptions(
  db: Kysely<DB>,
  creatorId: string,
): Promise<PendingRedemption[]> {
  const rows = await db
    .selectFrom("voucher_redemptions as r")
    .innerJoin("vouchers as v", "v.id", "r.voucher_id")
    .select(["r.id", "r.amount_minor", "r.currency", "v.code_end", "r.asked_at"])
    .where("r.creator_id", "=", creatorId)
    .where("r.status", "=", "PENDING")
    .orderBy("r.asked_at")
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor), code_end: row.code_end ?? "" }));
}

/** Makes a repeated post harmless. */
export async function findOwnRedemption(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes },
  given: { code: string; creator_id: string },
): Promise<{ status: "PENDING" | "DONE"; tip_id: string | null } | null> {
  const row = await services.db
    .selectFrom("voucher_redemptions as r")
    .innerJoin("vouchers as v", "v.id", "r.voucher_id")
    .select(["r.status", "r.tip_id"])
    .where("v.code_hash", "in", services.voucherCodes.hashes(given.code))
    .where("r.creator_id", "=", given.creator_id)
    .where("r.status", "<>", "RETURNED")
    .executeTakeFirst();
  if (!row) return null;
  return { status: row.status === "DONE" ? "DONE" : "PENDING", tip_id: row.tip_id };
}
