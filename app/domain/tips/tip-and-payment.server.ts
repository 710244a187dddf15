import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import type { Jobs } from "../jobs.ts";
import type { ReversedFacts } from "../ledger/rules/posting-rules.ts";
import { type Locale, localeOf, type Minor, minor } from "../money/minor.ts";
import { holdDaysOf, type Payment } from "../payments/payment-record.server.ts";
import type { AccountStatus } from "../users/viewer.ts";
import type { TipStatus } from "./drafts.server.ts";

export interface TipServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
  voucherCodes: VoucherCodes;
}

export interface TipReceiver {
  id: string;
  status: AccountStatus;
  name: string;
  username: string;
  /** By session or address (docs/product.md, 8.3). */
  is_giver: boolean;
}

/** "shared": the creator's row stays, as when settling. "alone": may change debts and status. */
export type HoldOnCreator = "shared" | "alone";

export interface LockedVoucher {
  id: string;
  status: VoucherStatus;
  amount_minor: Minor;
  currency: string;
  email: string | null;
  locale: Locale;
  paid_at: Date | null;
  expires_at: Date | null;
  /** Days of returned pending redemptions. */
  waited_days: number;
  valid_years: number;
  withdrawal_days: number;
  disputed_at: Date | null;
  expiries: number;
  redemption: LockedRedemption | null;
}

export type VoucherStatus =
  | "DRAFT"
  | "AWAITING_PAYMENT"
  | "LAPSED"
  | "VALID"
  | "PENDING"
  | "REDEEMED"
  | "EXPIRED"
  | "REFUNDED"
  | "VOID";

export interface LockedRedemption {
  id: string;
  creator_id: string;
  status: "PENDING" | "DONE";
  asked_at: Date;
  amount_minor: Minor;
  currency: string;
  tip_id: string | null;
}

/** Order: voucher, redeemer, tip. Null for tips (docs/money.md, 6). */
async function lockVoucherOf(
  trx: Transaction<DB>,
  paymentId: string,
  hold: HoldOnCreator,
): Promise<{ voucher: LockedVoucher; receiver: TipReceiver | null } | null> {
  const { rows } = await sql<{ id: string }>`
    select v.id from vouchers v where v.id = (select voucher_id from payments where id = ${paymentId}::uuid)
    for no key update of v`.execute(trx);
  const [found] = rows;
  return found ? await readLocked(trx, found.id, hold) : null;
}

export async function lockVoucher(
  trx: Transaction<DB>,
  voucherId: string,
  hold: HoldOnCreator,
): Promise<{ voucher: LockedVoucher; receiver: TipReceiver | null } | null> {
  const { rows } = await sql<{ id: string }>`
    select v.id from vouchers v where v.id = ${voucherId}::uuid for no key update of v`.execute(trx);
  return rows[0] ? await readLocked(trx, voucherId, hold) : null;
}

async function readLocked(trx: Transaction<DB>, voucherId: string, hold: HoldOnCreator) {
  const { redemption, ...voucher } = await readVoucher(trx, voucherId);
  if (!redemption) return { voucher: { ...voucher, redemption: null }, receiver: null };
  const { rows } = await sql<Omit<TipReceiver, "is_giver">>`
    select u.id, u.status, coalesce(u.name, u.username, '') as name, coalesce(u.username, '') as username
    from users u where u.id = ${redemption.creator_id}::uuid
    ${hold === "alone" ? sql`for no key update of u` : sql`for share of u`}`.execute(trx);
  if (redemption.tip_id !== null)
    await sql`select from tips where id = ${redemption.tip_id}::uuid for no key update`.execute(trx);
  return { voucher: { ...voucher, redemption }, receiver: rows[0] ? { ...rows[0], is_giver: false } : null };
}

async function readVoucher(trx: Transaction<DB>, voucherId: string): Promise<LockedVoucher> {
  const row = await trx
    .selectFrom("vouchers as v")
    .leftJoin("voucher_redemptions as r", (join) =>
      join.onRef("r.voucher_id", "=", "v.id").on("r.status", "<>", "RETURNED"),
    )
    .select([
      "v.id",
      "v.status",
      "v.amount_minor",
      "v.currency",
      "v.email",
      "v.locale",
      "v.paid_at",
      "v.expires_at",
      "v.waited_days",
      "v.valid_years",
      "v.withdrawal_days",
      "v.disputed_at",
      "v.expiries",
      "r.id as redemption_id",
      "r.creator_id",
      "r.status as redemption_status",
      "r.asked_at",
      "r.tip_id",
      "r.amount_minor as credit_minor",
      "r.currency as credit_currency",
    ])
    .where("v.id", "=", voucherId)
    .executeTakeFirstOrThrow();
  const { redemption_id, creator_id, redemption_status, credit_minor, credit_currency, tip_id, asked_at } =
    row;
  const isTaken =
    redemption_id !== null &&
    creator_id !== null &&
    credit_minor !== null &&
    credit_currency !== null &&
    asked_at !== null;
  return {
    id: row.id,
    status: row.status,
    amount_minor: minor(row.amount_minor),
    currency: row.currency,
    email: row.email,
    locale: localeOf(row.locale),
    paid_at: row.paid_at,
    expires_at: row.expires_at,
    waited_days: row.waited_days,
    valid_years: row.valid_years,
    withdrawal_days: row.withdrawal_days,
    disputed_at: row.disputed_at,
    expiries: row.expiries,
    redemption: isTaken
      ? {
          id: redemption_id,
          creator_id,
          status: redemption_status === "DONE" ? "DONE" : "PENDING",
          asked_at,
          amount_minor: minor(credit_minor),
          currency: credit_currency,
          tip_id,
        }
      : null,
  };
}

export interface TipAndPayment {
  payment: Pick<
    Payment,
    | "id"
    | "payment_id"
    | "purpose"
    | "provider"
    | "type"
    | "status"
    | "failure_reason"
    | "currency"
    | "amount_minor"
    | "service_fee_minor"
    | "vat_minor"
    | "country"
    | "charged_minor"
    | "charged_currency"
    | "total_minor"
    | "service_fee_bps"
    | "vat_rate_bps"
    | "rate"
    | "rate_date"
    | "hold_days"
    | "needs_review"
    | "account_ref"
    | "application_fee_minor"
    | "is_transferred"
  > &
    Pick<ReversedFacts, "redeemed_in">;
  /** The creator, or the members at the payment's start, by joining date. */
  receivers: TipReceiver[];
  group: { id: string; slug: string; name: string | null; is_given_by_member: boolean } | null;
  tip: LockedTip | null;
  voucher: LockedVoucher | null;
  /** False where the creator has neither webhooks nor an overlay. */
  has_event_receivers: boolean;
}

export interface LockedTip {
  id: string;
  status: TipStatus;
  sender_name: string | null;
  sender_email: string | null;
  message: string | null;
  item_name: string | null;
  has_image: boolean;
  locale: Locale;
  paid_at: Date | null;
  /** Of a monthly tip, with the month it is for. */
  series_id: string | null;
  series_month: string | null;
}

/** Order: voucher, creator, tip, payment. Null for an unknown payment (docs/money.md, 6). */
export async function lockTipAndPayment(
  trx: Transaction<DB>,
  paymentId: string,
  hold: HoldOnCreator,
): Promise<TipAndPayment | null> {
  const [row] = await (hold === "alone" ? lockAlone : lockShared)(trx, { payment_id: paymentId });
  if (!row) {
    const ofGroup = await lockGroupTip(trx, paymentId, hold);
    return ofGroup ?? (await lockVoucherPayment(trx, paymentId, hold));
  }
  const receiver = {
    id: row.receiver_id,
    status: row.receiver_status,
    name: row.receiver_name,
    username: row.receiver_username,
    is_giver: row.is_giver,
  };
  const { has_event_receivers } = row;
  return { ...tipAndPaymentOf(row), receivers: [receiver], group: null, voucher: null, has_event_receivers };
}

/** Order: voucher, redeemer, tip, payment. */
async function lockVoucherPayment(
  trx: Transaction<DB>,
  paymentId: string,
  hold: HoldOnCreator,
): Promise<TipAndPayment | null> {
  const found = await lockVoucherOf(trx, paymentId, hold);
  if (!found) return null;
  const { voucher, receiver } = found;
  const { rows } = await sql<LockedPaymentRow>`
    select ${PAYMENT} from payments p where p.id = ${paymentId}::uuid for no key update of p`.execute(trx);
  const [row] = rows;
  if (!row) return null;
  const tipId = voucher.redemption?.tip_id ?? null;
  const { rows: tips } = await sql<LockedTipRow>`
    select ${TIP} from tips tip where tip.id = ${tipId}::uuid`.execute(trx);
  return {
    payment: { ...paymentOf(row), redeemed_in: redeemedIn(voucher) },
    tip: tips[0] ? tipOf(tips[0]) : null,
    receivers: receiver && tipId !== null ? [receiver] : [],
    group: null,
    voucher,
    has_event_receivers: true,
  };
}

/** Order: group, members by id, tip, payment. */
async function lockGroupTip(
  trx: Transaction<DB>,
  paymentId: string,
  hold: HoldOnCreator,
): Promise<TipAndPayment | null> {
  const given = await trx
    .selectFrom("payments as p")
    .innerJoin("tips as t", "t.id", "p.tip_id")
    .innerJoin("grouplists as g", "g.id", "t.grouplist_id")
    .select(["p.member_ids", "g.id", "g.slug", "g.name"])
    .where("p.id", "=", paymentId)
    .forNoKeyUpdate("g")
    .executeTakeFirst();
  if (!given?.member_ids) return null;
  const { member_ids, ...group } = given;
  const { rows: members } = await sql<Omit<TipReceiver, "is_giver">>`
    select u.id, u.status, coalesce(u.name, u.username, '') as name, coalesce(u.username, '') as username
    from users u where u.id = any(${member_ids}::uuid[]) order by u.id
    ${hold === "alone" ? sql`for no key update of u` : sql`for share of u`}`.execute(trx);
  await sql`select from tips where id = (select tip_id from payments where id = ${paymentId}::uuid)
    for no key update`.execute(trx);
  const { rows } = await sql<LockedGroupRow>`
    select ${TIP_AND_PAYMENT}, array(
      select u.id from users u
      where (u.id = tip.begun_by or lower(u.email) = lower(tip.sender_email)) and (u.id = any(p.member_ids) or exists (
        select from grouplist_users m
        where m.grouplist_id = tip.grouplist_id and m.creator_id = u.id and m.status <> 'PENDING'))) as givers
    from payments p join tips tip on tip.id = p.tip_id where p.id = ${paymentId}::uuid
    for no key update of p`.execute(trx);
  const [row] = rows;
  if (!row) return null;
  const place = ({ id }: { id: string }) => member_ids.indexOf(id);
  return {
    ...tipAndPaymentOf(row),
    receivers: members
      .sort((one, other) => place(one) - place(other))
      .map((member) => ({ ...member, is_giver: row.givers.includes(member.id) })),
    group: { ...group, is_given_by_member: row.givers.length > 0 },
    voucher: null,
    has_event_receivers: true,
  };
}

function tipAndPaymentOf(row: LockedRow): Pick<TipAndPayment, "payment" | "tip"> {
  return { payment: paymentOf(row), tip: tipOf(row) };
}

function paymentOf(row: LockedPaymentRow): TipAndPayment["payment"] {
  return {
    id: row.id,
    payment_id: row.id,
    purpose: row.purpose,
    provider: row.provider,
    type: row.type,
    status: row.status,
    failure_reason: row.failure_reason,
    currency: row.currency,
    amount_minor: minor(row.amount_minor),
    service_fee_minor: minor(row.service_fee_minor),
    vat_minor: minor(row.vat_minor),
    country: row.country,
    charged_minor: minor(row.charged_minor),
    charged_currency: row.charged_currency,
    total_minor: row.total_minor,
    service_fee_bps: row.service_fee_bps,
    vat_rate_bps: row.vat_rate_bps,
    rate: row.rate,
    rate_date: row.rate_date,
    hold_days: holdDaysOf(row),
    needs_review: row.needs_review,
    account_ref: row.account_ref,
    application_fee_minor: row.application_fee_minor,
    is_transferred: row.is_transferred,
    redeemed_in: null,
  };
}

/** A pending redemption returns before anything is taken. */
function redeemedIn({ redemption }: LockedVoucher): string | null {
  return redemption?.status === "DONE" ? redemption.currency : null;
}

function tipOf(row: LockedTipRow): LockedTip {
  return {
    id: row.tip_id,
    status: row.tip_status,
    sender_name: row.sender_name,
    sender_email: row.sender_email,
    message: row.message,
    item_name: row.item_name,
    has_image: row.has_image,
    locale: row.locale,
    paid_at: row.paid_at,
    series_id: row.series_id,
    series_month: row.series_month,
  };
}

const TIP = sql`tip.id as tip_id, tip.status as tip_status, tip.sender_name, tip.sender_email, tip.message,
  tip.item_name, tip.image_id is not null as has_image, tip.locale, tip.paid_at, tip.series_id, tip.series_month`;
const PAYMENT = sql`p.id, p.purpose, p.type, p.provider, p.status, p.failure_reason, p.currency, p.amount_minor,
  p.service_fee_minor, p.vat_minor, p.country, p.charged_minor, p.charged_currency, p.total_minor, p.service_fee_bps,
  p.vat_rate_bps, p.rate::text as rate, p.rate_date, p.hold_days, p.needs_review, p.account_ref, p.application_fee_minor,
  p.is_transferred`;
const TIP_AND_PAYMENT = sql`${TIP}, ${PAYMENT}`;

/** Creator before tip, as at payment start. Key-share locks let referring rows be written. */
const lockShared = lockByPayment("lock-tip-and-payment", sql`for share of u`);
const lockAlone = lockByPayment("lock-tip-and-payment-alone", sql`for no key update of u`);

function lockByPayment(name: string, hold: ReturnType<typeof sql>) {
  return hotQuery(
    name,
    { payment_id: parameter<string>() },
    (_db, given) => sql<Row>`
    with creator as (
      select u.id, u.status, coalesce(u.name, u.username, '') as name, coalesce(u.username, '') as username, u.email
      from users u
      where u.id = (select t.creator_id from tips t join payments p on p.tip_id = t.id where p.id = ${given("payment_id")}::uuid)
      ${hold}
    ), tip as (
      select t.id, t.status, t.sender_name, t.sender_email, t.message, t.item_name, t.image_id, t.locale, t.paid_at, t.begun_by,
        t.series_id, t.series_month
      from tips t
      where t.id = (select tip_id from payments where id = ${given("payment_id")}::uuid)
        and t.creator_id = (select id from creator)
      for no key update of t
    )
    select ${TIP_AND_PAYMENT}, u.id as receiver_id, u.status as receiver_status,
      u.name as receiver_name, u.username as receiver_username,
      coalesce(tip.begun_by = u.id or lower(tip.sender_email) = lower(u.email), false) as is_giver,
      exists (select from webhook_endpoints w where w.user_id = u.id and w.is_on)
        or exists (select from overlays o where o.user_id = u.id) as has_event_receivers
    from tip cross join creator u join payments p on p.id = ${given("payment_id")}::uuid
    for no key update of p`,
  );
}

interface LockedTipRow extends Omit<LockedTip, "id" | "status"> {
  tip_id: string;
  tip_status: TipStatus;
}

type LockedPaymentRow = Omit<TipAndPayment["payment"], "payment_id" | "redeemed_in" | "hold_days"> & {
  hold_days: number | null;
};

interface LockedRow extends LockedTipRow, LockedPaymentRow {}

interface LockedGroupRow extends LockedRow {
  givers: string[];
}

interface Row extends LockedRow {
  is_giver: boolean;
  has_event_receivers: boolean;
  receiver_id: string;
  receiver_status: AccountStatus;
  receiver_name: string;
  receiver_username: string;
}
