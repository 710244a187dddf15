import type { Kysely, Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import type { PaidFacts } from "../ledger/rules/posting-rules.ts";
import type { PaymentType } from "./provider-port.ts";
import type { Quote } from "./quote.server.ts";
import type { FailureReason, PaymentStatus } from "./states.ts";

/** A payment's row with its types narrowed. */
export interface Payment extends PaidFacts {
  id: string;
  /** What is printed on receipts and named to support. It opens nothing. */
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
  /** Who shares a group's tip, in the order in which they joined; null for a creator's. */
  member_ids: string[] | null;
}

export const PAYMENT_COLUMNS = [
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
] as const;

/** One payment by its id, or null. Who may see what of it is for the caller to say: the id is no secret. */
export async function findPayment(db: Kysely<DB>, id: string): Promise<Payment | null> {
  const row = await db.selectFrom("payments").select(PAYMENT_COLUMNS).where("id", "=", id).executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** All payments of a tip, the newest first. */
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

/** All payments of a voucher, the newest first. */
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

/** Writes a payment (CREATED) of a tip or a voucher before the provider hears of it, and returns it. */
export async function insertPayment(
  trx: Transaction<DB>,
  payment: {
    id: string;
    of: { purpose: "TIP"; tip_id: string } | { purpose: "VOUCHER"; voucher_id: string };
    type: PaymentType;
    provider: string;
    member_ids: string[] | null;
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
    vat_minor: parameter<number>(),
    vat_rate_bps: parameter<number>(),
    country: parameter<string>(),
    total_minor: parameter<number>(),
    charged_minor: parameter<number>(),
    charged_currency: parameter<string>(),
    rate: parameter<string>(),
    rate_date: parameter<string>(),
    member_ids: parameter<string[] | null>(),
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
        vat_minor: given("vat_minor"),
        vat_rate_bps: given("vat_rate_bps"),
        country: given("country"),
        total_minor: given("total_minor"),
        charged_minor: given("charged_minor"),
        charged_currency: given("charged_currency"),
        rate: given("rate"),
        rate_date: given("rate_date"),
        member_ids: given("member_ids"),
        created_at: given("now"),
      })
      .returning(PAYMENT_COLUMNS),
);

/** The provider knows the payment: where the fan goes. A notice may have been quicker; then only the reference is kept. */
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

/** Appends to the history of a payment. */
export async function recordPaymentEvent(
  db: Kysely<DB>,
  paymentId: string,
  kind: string,
  detail: Record<string, string | number | null>,
  now: Date,
): Promise<void> {
  await db
    .insertInto("payment_events")
    .values({ payment_id: paymentId, kind, detail: JSON.stringify(detail), at: now })
    .execute();
}

/** A row as it is, and as receipts and postings read it. */
export function toPayment(row: Omit<Payment, "payment_id">): Payment {
  return { ...row, payment_id: row.id };
}

/** In which currencies payments are kept and were charged, by their ids. */
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
