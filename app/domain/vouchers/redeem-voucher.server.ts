import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { recordCreatorEvents } from "../creator-events/record-event.server.ts";
import { repayFromAvailable } from "../earnings/maturing.server.ts";
import { pendingShard } from "../earnings/settle-tip.server.ts";
import { convertAtRates, euroValue, oldestUsableRate, ratesOn } from "../exchange-rates/rates.server.ts";
import { forEachRow, type RowsOutcome } from "../jobs.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import {
  creditOf,
  type RedeemedVoucher,
  voucherRedeemed,
  voucherReturned,
  voucherVerified,
} from "../ledger/rules/posting-rules.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { reviewContent } from "../moderation/review-content.ts";
import { type Minor, minor } from "../money/minor.ts";
import { countTip } from "../rollups/count-tip.server.ts";
import {
  type LockedRedemption,
  type LockedVoucher,
  lockVoucher,
  type TipServices,
} from "../tips/tip-and-payment.server.ts";
import { canReceive } from "../users/viewer.ts";
import { findByCode, isRedeemable, type PaidVoucher, readVoucher } from "./voucher-codes.server.ts";
import { daysWaited, endOfValidity } from "./voucher-dates.ts";

interface VoucherCredit {
  amount_minor: Minor;
  currency: string;
  rate: string;
  rate_date: string;
}

/** Unavailable codes answer like unknown ones. */
type WorthlessCode = { outcome: "redeemed" } | { outcome: "expired" } | { outcome: "not_valid" };

type VoucherCheck =
  | {
      outcome: "valid";
      voucher: PaidVoucher;
      credit: VoucherCredit | null;
      becomes: "available" | "waiting" | "pending" | null;
    }
  | WorthlessCode;

export type Redemption =
  | { outcome: "redeemed"; tip_id: string; credit: VoucherCredit }
  | { outcome: "pending"; credit: VoucherCredit }
  | { outcome: "price_changed" }
  | { outcome: "cannot_redeem" }
  | { outcome: "no_rate" }
  | WorthlessCode;

/** `direct_redeems`: direct creators redeem too, into held money. */
interface Asked {
  code: string;
  needs_fresh_rate: boolean;
  direct_redeems?: boolean;
}

interface CheckServices {
  db: Kysely<DB>;
  clock: () => Date;
  voucherCodes: TipServices["voucherCodes"];
}

/** Skips words that need a review (docs/product.md, 5.12). */
export async function checkVoucher(
  services: CheckServices,
  given: Asked & { creator_id: string | null },
): Promise<VoucherCheck> {
  const { db } = services;
  const now = services.clock();
  const found = await findByCode(services, given.code);
  const worthless = judge(found, now);
  if (!found || worthless) return worthless ?? { outcome: "not_valid" };
  const voucher = (await needsReview(db, found.id)) ? { ...found, message: null, sender_name: null } : found;
  if (given.creator_id === null) return { outcome: "valid", voucher, credit: null, becomes: null };
  const creator = await db
    .selectFrom("users")
    .select(["status", "currency", "money_model"])
    .where("id", "=", given.creator_id)
    .executeTakeFirstOrThrow();
  const credit = await creditFor(db, voucher, creator.currency, given.needs_fresh_rate, now);
  return { outcome: "valid", voucher, credit, becomes: becomesFor(creator, given, voucher, now) };
}

async function needsReview(db: Kysely<DB>, voucherId: string): Promise<boolean> {
  const payment = await db
    .selectFrom("payments")
    .select("needs_review")
    .where("voucher_id", "=", voucherId)
    .where("status", "=", "SUCCESS")
    .executeTakeFirst();
  return payment?.needs_review ?? false;
}

/**
 * Once. ACTIVE and CHARGEBACK creators are credited, pending until the purchase matures, after debts. Others
 * wait for verification (docs/money.md, 3; docs/product.md, 5.12).
 */
export async function redeemVoucher(
  services: TipServices,
  given: Asked & { creator_id: string; seen_credit_minor: number },
): Promise<Redemption> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<Redemption> => {
    const found = await findByCode({ ...services, db: trx }, given.code);
    if (!found) return { outcome: "not_valid" };
    await lockVoucher(trx, found.id, "alone");
    const voucher = await findByCode({ ...services, db: trx }, given.code);
    const worthless = judge(voucher, now);
    if (!voucher || worthless) return worthless ?? { outcome: "not_valid" };
    const creator = await trx
      .selectFrom("users")
      .select(["id", "status", "currency", "email", "locale", "money_model"])
      .where("id", "=", given.creator_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const becomes = becomesFor(creator, given, voucher, now);
    const credit = await creditFor(trx, voucher, creator.currency, given.needs_fresh_rate, now);
    if (becomes === null) return { outcome: "cannot_redeem" };
    if (credit === null) return { outcome: "no_rate" };
    if (credit.amount_minor !== given.seen_credit_minor) return { outcome: "price_changed" };

    const id = services.newId();
    const redeemed = redemptionOf(id, voucher, creator.id, credit);
    const common = {
      ...{ id, voucher_id: voucher.id, creator_id: creator.id, asked_at: now },
      ...credit,
    };
    if (becomes !== "pending") {
      const tip_id = services.newId();
      await creditCreator(trx, services, { voucher, redeemed, tip_id, was_pending: false }, now);
      await trx
        .insertInto("voucher_redemptions")
        .values({ ...common, status: "DONE", was_pending: false, ended_at: now, tip_id })
        .execute();
      return { outcome: "redeemed", tip_id, credit };
    }
    await post(trx, [voucherRedeemed(redeemed, "UNVERIFIED", now)], now);
    await trx
      .insertInto("voucher_redemptions")
      .values({ ...common, status: "PENDING", was_pending: true })
      .execute();
    await trx
      .updateTable("vouchers")
      .set({ status: "PENDING", updated_at: now })
      .where("id", "=", voucher.id)
      .execute();
    await queueMail(trx, services, {
      dedupe_key: `redemption:${id}:pending`,
      template: "voucher_news",
      locale: creator.locale,
      recipient: creator.email,
      user_id: creator.id,
      params: {
        ...{ kind: "pending", amount_minor: credit.amount_minor },
        ...{ currency: credit.currency, code_end: voucher.code_end },
      },
      now,
    });
    return { outcome: "pending", credit };
  });
}

function redemptionOf(
  id: string,
  voucher: { id: string; amount_minor: Minor; currency: string },
  creatorId: string,
  credit: { amount_minor: number; currency: string },
): RedeemedVoucher {
  return {
    redemption_id: id,
    voucher_id: voucher.id,
    face_minor: voucher.amount_minor,
    face_currency: voucher.currency,
    creator_id: creatorId,
    amount_minor: minor(credit.amount_minor),
    currency: credit.currency,
  };
}

function judge(voucher: PaidVoucher | null, now: Date): WorthlessCode | null {
  if (!voucher) return { outcome: "not_valid" };
  if (voucher.status === "REDEEMED" || voucher.status === "PENDING") return { outcome: "redeemed" };
  if (voucher.status === "EXPIRED") return { outcome: "expired" };
  if (!isRedeemable(voucher)) return { outcome: "not_valid" };
  return voucher.expires_at <= now ? { outcome: "expired" } : null;
}

function becomesFor(
  { status, money_model }: { status: string; money_model: string },
  { direct_redeems }: Asked,
  voucher: PaidVoucher,
  now: Date,
) {
  if (money_model === "DIRECT" && !direct_redeems) return null;
  if (canReceive(status)) return voucher.matures_at <= now ? "available" : "waiting";
  return status === "LOCKED" || status === "DELETED" ? null : "pending";
}

async function creditFor(
  db: Kysely<DB> | Transaction<DB>,
  voucher: PaidVoucher,
  currency: string,
  needsFreshRate: boolean,
  now: Date,
): Promise<VoucherCredit | null> {
  const day = businessDate(now);
  if (currency === voucher.currency)
    return { amount_minor: voucher.amount_minor, currency, rate: "1", rate_date: day };
  const freshSince = needsFreshRate ? oldestUsableRate(now) : null;
  return convertAtRates(voucher.amount_minor, voucher.currency, currency, await ratesOn(db, day), freshSince);
}

interface Credited {
  voucher: Pick<
    PaidVoucher,
    "id" | "matures_at" | "message" | "sender_name" | "locale" | "currency" | "amount_minor"
  >;
  redeemed: RedeemedVoucher;
  tip_id: string;
  was_pending: boolean;
}

/**
 * A tip with an allocation of its payment, so it matures and reverses with it. The caller holds the voucher,
 * and the creator alone.
 */
async function creditCreator(
  trx: Transaction<DB>,
  services: TipServices,
  { voucher, redeemed, tip_id, was_pending }: Credited,
  now: Date,
): Promise<void> {
  const payment = await trx
    .selectFrom("payments")
    .select(["id", "type", "country", "charged_currency", "needs_review"])
    .where("voucher_id", "=", voucher.id)
    .where("status", "=", "SUCCESS")
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { creator_id, currency, amount_minor } = redeemed;
  const waits = voucher.matures_at > now;
  const shard = pendingShard(payment.id);
  const own = (await lockBalances(trx, [creator_id], currency)).get(creator_id);
  const place = { waits, shard };
  await post(
    trx,
    [was_pending ? voucherVerified(redeemed, place, now) : voucherRedeemed(redeemed, place, now)],
    now,
  );

  const day = businessDate(now);
  const worth = await euroValue(trx, amount_minor, currency, day);
  const review_reason = reviewContent({
    ...{ texts: [voucher.sender_name, voucher.message], has_image: false },
    is_always: payment.needs_review,
  });
  await trx
    .insertInto("tips")
    .values({
      ...{ id: tip_id, creator_id, voucher_id: voucher.id, currency, amount_minor, review_reason },
      status: review_reason === null ? "ACTIVE" : "PENDING",
      ...{ sender_name: voucher.sender_name, message: voucher.message, locale: voucher.locale },
      ...{ payment_type: payment.type, country: payment.country, pay_currency: payment.charged_currency },
      ...{ paid_at: now, activated_at: review_reason === null ? now : null },
      ...{ announced_at: now, read_at: was_pending ? null : now },
      ...{ created_at: now, updated_at: now },
    })
    .execute();
  const allocation_id = services.newId();
  await trx
    .insertInto("tip_allocations")
    .values({
      ...{ id: allocation_id, tip_id, payment_id: payment.id, creator_id, currency, amount_minor },
      ...{ counted_minor: amount_minor, worth_eur_minor: worth, available_at: voucher.matures_at },
      pending_shard: waits ? shard : null,
      released_at: waits ? null : now,
      pending_minor: waits ? amount_minor : minor(0),
      is_ranked: false,
    })
    .execute();
  await trx
    .updateTable("vouchers")
    .set({ status: "REDEEMED", ended_at: now, code_encrypted: null, updated_at: now })
    .where("id", "=", voucher.id)
    .execute();
  if (!waits && (own?.creator_receivable ?? 0) > 0)
    await repayFromAvailable(trx, creditOf({ id: allocation_id, creator_id, currency }), amount_minor, now);
  const count = {
    ...{ creator_id, day, paid_at: now, currency, amount_minor, amount_eur_minor: worth },
    available_day: waits ? businessDate(voucher.matures_at) : null,
    ...{ type: payment.type, country: payment.country, item: "", fan_key: "", is_ranked: false },
  };
  await countTip(trx, [count], now);
  const event = { creator_id, subject_id: tip_id };
  await recordCreatorEvents(
    trx,
    services,
    [
      { type: "voucher.redeemed", ...event },
      ...(review_reason === null ? [{ type: "tip.received" as const, ...event }] : []),
      { type: "goal.reached", creator_id, lifted_minor: amount_minor, currency },
    ],
    now,
  );
}

type ReturnReason = "LOCKED" | "DELETED" | "TIME" | "DISPUTED" | "WITHDRAWN";

const BATCH = 100;

/**
 * When the creator can receive; returned when locked, deleted or too late. Blocked vouchers wait. Returns the
 * number ended (docs/product.md, 5.12).
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

/** Waited days extend validity and withdrawal. The caller holds voucher and creator. */
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
  const { paid_at, valid_years } = voucher;
  if (!posted || paid_at === null) throw new Error(`redemption ${redemption.id} was never posted`);
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
      expires_at: endOfValidity({ paid_at, waited_days, valid_years }),
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
