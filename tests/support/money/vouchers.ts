import { sql } from "kysely";
import { minor } from "../../../app/domain/money/minor.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import type { PaymentType } from "../../../app/domain/payments/provider-port.ts";
import { quote } from "../../../app/domain/payments/quote.server.ts";
import { readVoucher } from "../../../app/domain/vouchers/voucher-codes.server.ts";
import { paymentOf, type TipWorld, tell } from "./tip-world.ts";

/** How a voucher is bought; what is left out is the most usual. */
export interface VoucherWish {
  amount: number;
  currency: "EUR" | "USD" | "GBP";
  payIn: string;
  type: PaymentType;
  message: string | null;
  from: string | null;
  email: string;
}

export interface Bought {
  id: string;
  code: string;
  payment: Payment;
}

const URL_OF = "https://tribute.example/payment";

/** A voucher whose payment has begun. */
export async function beginVoucher(world: TipWorld, wish: Partial<VoucherWish> = {}): Promise<Payment> {
  const { db } = world;
  const [id, paymentId, now] = [world.newId(), world.newId(), world.clock()];
  const { amount = 25_00, currency = "EUR", type = "INETCASH_CC", payIn = currency } = wish;
  const price = await quote(db, {
    ...{ amount_minor: minor(amount), currency, type, pay_currency: payIn, country: "DE", now },
    needs_fresh_rate: false,
    rules: world.rules,
  });
  if (!price) throw new Error("there is no price today");
  await db
    .insertInto("vouchers")
    .values({
      ...{ id, status: "AWAITING_PAYMENT", currency, amount_minor: amount, locale: "en" },
      ...{ message: wish.message ?? null, sender_name: wish.from ?? null },
      ...{
        email: wish.email ?? `${id}@buyers.example`,
        country: "DE",
        payment_type: type,
        pay_currency: payIn,
      },
      ...{ created_at: now, updated_at: now },
    })
    .execute();
  const { fee_incl_vat_minor: _, ...facts } = price;
  const { providerRef, redirectUrl } = await world.provider.create({
    ...{ paymentId, type, amountMinor: price.charged_minor, currency: price.charged_currency },
    ...{ description: "Voucher", locale: "en", payerEmail: null },
    ...{ successUrl: URL_OF, failedUrl: URL_OF, noticeUrl: URL_OF },
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  await db
    .insertInto("payments")
    .values({
      ...{ id: paymentId, purpose: "VOUCHER", voucher_id: id, type, provider: world.provider.name },
      ...{ ...facts, status: "REDIRECTED", provider_ref: providerRef, redirect_url: redirectUrl },
      hold_days: world.rules.hold_days[type],
      needs_review: world.rules.content.review_always,
      created_at: now,
    })
    .execute();
  return await paymentOf(world, paymentId);
}

/** A voucher that is paid, and settled by what the provider says. */
export async function buyVoucher(world: TipWorld, wish: Partial<VoucherWish> = {}): Promise<Bought> {
  const begun = await beginVoucher(world, wish);
  await tell(world, begun, { state: "PAID" });
  const payment = await paymentOf(world, begun.id);
  const voucher = await readVoucher(world, payment.voucher_id ?? "");
  if (!voucher?.code) throw new Error("the voucher has no code");
  return { id: voucher.id, code: voucher.code, payment };
}

/** How a voucher stands. */
export async function voucherRow(world: TipWorld, id: string) {
  return await world.db.selectFrom("vouchers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** As if its years were over: it ended with the year before last, later by the days that redemptions waited. */
export async function makeOverdue(world: TipWorld, { id }: Pick<Bought, "id">): Promise<void> {
  const year = world.clock().getUTCFullYear() - 1;
  await sql`
    update vouchers set expires_at = (make_date(${year}, 1, 1)::timestamp + make_interval(days => waited_days))
      at time zone 'Europe/Berlin'
    where id = ${id}::uuid`.execute(world.db);
}
