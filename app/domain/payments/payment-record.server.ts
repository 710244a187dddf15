import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { PaidFacts } from "../ledger/rules/posting-rules.ts";
import type { Minor } from "../money/minor.ts";
import type { PaymentType } from "./provider-port.ts";
import type { Quote } from "./quote.server.ts";
import type { FailureReason, PaymentStatus } from "./states.ts";

export interface Payment extends PaidFacts {
  id: string;
  receipt_number: string;
  tip_id: string | null;
  voucher_id: string | null;
  type: PaymentType;
  provider: string;
  provider_ref: string | null;
  redirect_url: string | null;
  status: PaymentStatus;
  failure_reason: FailureReason | null;
  total_minor: number;
  service_fee_bps: number;
  vat_rate_bps: number;
  rate: string;
  rate_date: string;
  created_at: Date;
  settled_at: Date | null;
  member_ids: string[] | null;
  /** Until the money is available. */
  hold_days: number;
  needs_review: boolean;
  account_ref: string | null;
}

const PAYMENT_COLUMNS = [
  "id",
  "receipt_number",
  "purpose",
  "tip_id",
  "voucher_id",
  "type",
  "provider",
  "provider_ref",
  "redirect_url",
  "status",
  "failure_reason",
  "currency",
  "amount_minor",
  "service_fee_minor",
  "service_fee_bps",
  "vat_minor",
  "vat_rate_bps",
  "country",
  "total_minor",
  "charged_minor",
  "charged_currency",
  "rate",
  "rate_date",
  "created_at",
  "settled_at",
  "member_ids",
  "hold_days",
  "needs_review",
  "account_ref",
  "application_fee_minor",
  "is_transferred",
] as const;

/** The caller checks the rights. */
export async function findPayment(db: Kysely<DB>, id: string): Promise<Payment | null> {
  const [row] = await paymentById(db, { id });
  return row ? toPayment(row) : null;
}

const paymentById = hotQuery("payment-by-id", { id: parameter<string>() }, (db, given) =>
  db.selectFrom("payments").select(PAYMENT_COLUMNS).where("id", "=", given("id")),
);

export async function listPaymentsOfTip(db: Kysely<DB>, tipId: string): Promise<Payment[]> {
  return (await paymentsOfTip(db, { tip_id: tipId })).map(toPayment);
}

const paymentsOfTip = hotQuery("payments-of-tip", { tip_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("payments")
    .select(PAYMENT_COLUMNS)
    .where("tip_id", "=", given("tip_id"))
    .orderBy("created_at", "desc"),
);

export async function listPaymentsOfVoucher(db: Kysely<DB>, voucherId: string): Promise<Payment[]> {
  return (await paymentsOfVoucher(db, { voucher_id: voucherId })).map(toPayment);
}

const paymentsOfVoucher = hotQuery("payments-of-voucher", { voucher_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("payments")
    .select(PAYMENT_COLUMNS)
    .where("voucher_id", "=", given("voucher_id"))
    .orderBy("created_at", "desc"),
);

export async function insertPayment(
  trx: Transaction<DB>,
  payment: {
    id: string;
    of: { purpose: "TIP"; tip_id: string } | { purpose: "VOUCHER"; voucher_id: string };
    type: PaymentType;
    provider: string;
    member_ids: string[] | null;
    hold_days: number;
    needs_review: boolean;
    account_ref: string | null;
    application_fee_minor: Minor | null;
    is_transferred: boolean;
    quote: Quote;
    now: Date;
  },
): Promise<Payment> {
  const { quote, of, ...rest } = payment;
  const [row] = await writePayment(trx, { ...quote, ...rest, tip_id: null, voucher_id: null, ...of });
  if (!row) throw new Error("a payment that was just written is not there");
  return toPayment(row);
}

const writePayment = hotQuery(
  "write-payment",
  {
    id: parameter<string>(),
    purpose: parameter<Payment["purpose"]>(),
    tip_id: parameter<string | null>(),
    voucher_id: parameter<string | null>(),
    type: parameter<PaymentType>(),
    provider: parameter<string>(),
    currency: parameter<string>(),
    amount_minor: parameter<number>(),
    service_fee_minor: parameter<number>(),
    service_fee_bps: parameter<number>(),
    service_fee_minimum_minor: parameter<number>(),
    vat_minor: parameter<number>(),
    vat_rate_bps: parameter<number>(),
    country: parameter<string>(),
    total_minor: parameter<number>(),
    charged_minor: parameter<number>(),
    charged_currency: parameter<string>(),
    rate: parameter<string>(),
    rate_date: parameter<string>(),
    member_ids: parameter<string[] | null>(),
    hold_days: parameter<number>(),
    needs_review: parameter<boolean>(),
    account_ref: parameter<string | null>(),
    application_fee_minor: parameter<number | null>(),
    is_transferred: parameter<boolean>(),
    now: parameter<Date>(),
  },
  (db, given) =>
    db
      .insertInto("payments")
      .values({
        id: given("id"),
        purpose: given("purpose"),
        tip_id: given("tip_id"),
        voucher_id: given("voucher_id"),
        type: given("type"),
        provider: given("provider"),
        currency: given("currency"),
        amount_minor: given("amount_minor"),
        service_fee_minor: given("service_fee_minor"),
        service_fee_bps: given("service_fee_bps"),
        service_fee_minimum_minor: given("service_fee_minimum_minor"),
        vat_minor: given("vat_minor"),
        vat_rate_bps: given("vat_rate_bps"),
        country: given("country"),
        total_minor: given("total_minor"),
        charged_minor: given("charged_minor"),
        charged_currency: given("charged_currency"),
        rate: given("rate"),
        rate_date: given("rate_date"),
        member_ids: given("member_ids"),
        hold_days: given("hold_days"),
        needs_review: given("needs_review"),
        account_ref: given("account_ref"),
        application_fee_minor: given("application_fee_minor"),
        is_transferred: given("is_transferred"),
        created_at: given("now"),
      })
      .returning(PAYMENT_COLUMNS),
);

/** If an event was quicker, only the reference is stored. */
export async function recordRedirect(
  db: Kysely<DB>,
  id: string,
  providerRef: string,
  redirectUrl: string,
): Promise<void> {
  await db
    .updateTable("payments")
    .set((eb) => ({
      provider_ref: providerRef,
      redirect_url: redirectUrl,
      status: eb
        .case()
        .when("status", "=", "CREATED")
        .then("REDIRECTED" as const)
        .else(eb.ref("status"))
        .end(),
    }))
    .where("id", "=", id)
    .execute();
}

export async function recordPaymentEvent(
  db: Kysely<DB>,
  paymentId: string,
  kind: string,
  detail: Record<string, string | number | null | undefined>,
  now: Date,
): Promise<void> {
  const row = { payment_id: paymentId, kind, detail: JSON.stringify(detail), at: now };
  await db.insertInto("payment_events").values(row).execute();
}

function toPayment(row: Omit<Payment, "payment_id" | "hold_days"> & { hold_days: number | null }): Payment {
  return { ...row, payment_id: row.id, hold_days: holdDaysOf(row) };
}

/** Payments of earlier versions wait by the shipped rules. */
export function holdDaysOf({ hold_days, type }: { hold_days: number | null; type: PaymentType }): number {
  return hold_days ?? productRules.hold_days[type];
}

export async function findPaymentCurrencies(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<Map<string, { currency: string; charged_currency: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("payments")
    .select(["id", "currency", "charged_currency"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, ...currencies }) => [id, currencies]));
}

const MINUTE_MS = 60_000;

export async function listDuePayments(db: Kysely<DB>, now: Date, limit: number): Promise<Payment[]> {
  const first = new Date(now.getTime() - productRules.reconcile.stale_minutes * MINUTE_MS);
  const rows = await db
    .selectFrom("payments as p")
    .leftJoin("payment_lookups as l", "l.payment_id", "p.id")
    .select(PAYMENT_COLUMNS.map((column) => `p.${column}` as const))
    .where("p.status", "in", ["CREATED", "REDIRECTED", "PROCESSING"])
    .where("p.provider_ref", "is not", null)
    .where("p.created_at", "<", first)
    .where((eb) => eb.or([eb("l.next_look_at", "is", null), eb("l.next_look_at", "<=", now)]))
    .orderBy((eb) => eb.fn.coalesce("l.next_look_at", "p.created_at"))
    .limit(limit)
    .execute();
  const turned = await db
    .selectFrom("disputes as d")
    .innerJoin("payments as p", "p.id", "d.payment_id")
    .select(PAYMENT_COLUMNS.map((column) => `p.${column}` as const))
    .distinctOn("p.id")
    .where("d.look_again_at", "<=", now)
    .limit(limit)
    .execute();
  return [...rows, ...turned].map(toPayment);
}

export async function recordLookup(
  db: Kysely<DB>,
  paymentId: string,
  error: string | null,
  now: Date,
): Promise<void> {
  const { stale_minutes, look_hours_maximum } = productRules.reconcile;
  const wait = (looks: ReturnType<typeof sql>) => sql<Date>`${now}::timestamptz + least(
    interval '1 minute' * ${stale_minutes} * power(2, least(${looks}, 20)), interval '1 hour' * ${look_hours_maximum})`;
  await sql`
    insert into payment_lookups as l (payment_id, next_look_at, looks, failures, last_error)
    values (${paymentId}, ${wait(sql`0`)}, 1, ${error === null ? 0 : 1}, ${error})
    on conflict (payment_id) do update set
      next_look_at = ${wait(sql`l.looks`)}, looks = l.looks + 1, last_error = excluded.last_error,
      failures = case when excluded.last_error is null then 0 else l.failures + 1 end`.execute(db);
  if (error === null)
    await db
      .updateTable("disputes")
      .set({ look_again_at: null })
      .where("payment_id", "=", paymentId)
      .where("look_again_at", "<=", now)
      .execute();
}

export async function forgetLookups(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    delete from payment_lookups l using payments p
    where p.id = l.payment_id and l.next_look_at <= ${now}
      and p.status not in ('CREATED', 'REDIRECTED', 'PROCESSING')`.execute(db);
}

/** Later money is still taken. */
export async function failUnanswered(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - productRules.tip.unpaid_hours * 60 * MINUTE_MS);
  return await db.transaction().execute(async (trx) => {
    const failed = await trx
      .updateTable("payments")
      .set({ status: "FAILED", failure_reason: "expired" })
      .where("status", "=", "CREATED")
      .where("provider_ref", "is", null)
      .where("created_at", "<", before)
      .returning("id")
      .execute();
    if (failed.length > 0)
      await trx
        .insertInto("payment_events")
        .values(failed.map(({ id }) => ({ payment_id: id, kind: "never_answered", detail: "{}", at: now })))
        .execute();
    return failed.length;
  });
}
