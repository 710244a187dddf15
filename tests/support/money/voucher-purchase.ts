import { minor } from "../../../app/domain/money/minor.ts";
import { confirmVoucher } from "../../../app/domain/payment-updates/checkout.server.ts";
import type { Starter } from "../../../app/domain/payments/payment-starts.server.ts";
import type { PaymentType } from "../../../app/domain/payments/provider-port.ts";
import { quote } from "../../../app/domain/payments/quote.server.ts";
import { saveVoucherPayment, startVoucher } from "../../../app/domain/vouchers/voucher-drafts.server.ts";
import { defaultSettings } from "../../../app/product-settings.ts";
import type { TipWorld } from "./tip-world.ts";

/** How a voucher is bought; what is left out is the most usual. */
export interface VoucherWish {
  amount: number;
  currency: string;
  message: string;
  from: string;
  email: string;
  country: string;
  type: PaymentType;
  payIn: string;
  locale: "en" | "de";
}

/** A voucher with all its steps filled in and nothing begun (DRAFT). Returns its id. */
export async function draftVoucher(world: TipWorld, wish: Partial<VoucherWish> = {}): Promise<string> {
  const id = world.newId();
  const { currency = "EUR", locale = "en" } = wish;
  await startVoucher(world.db, {
    id,
    amount_minor: minor(wish.amount ?? 25_00),
    currency,
    message: wish.message,
    sender_name: wish.from,
    email: wish.email ?? "ada@example.org",
    country: wish.country ?? "DE",
    locale,
    earlier: null,
    content: defaultSettings.rules.content,
    now: world.clock(),
  });
  await chooseVoucherPayment(world, id, { ...wish, payIn: wish.payIn ?? currency });
  return id;
}

/** How the buyer pays, as the step keeps it. */
export async function chooseVoucherPayment(
  world: TipWorld,
  id: string,
  { type = "INETCASH_CC", payIn = "EUR", locale = "en" }: Partial<VoucherWish>,
): Promise<boolean> {
  return await saveVoucherPayment(world.db, id, { type, pay_currency: payIn, locale }, world.clock());
}

/** The summary's post, as the route does it; the price is the one that the buyer saw unless another is given. */
export async function confirmPurchase(
  world: TipWorld,
  voucherId: string,
  change: { seen?: number; paymentId?: string; starter?: Starter } = {},
) {
  return await confirmVoucher(world, {
    voucher_id: voucherId,
    seen_charged_minor: change.seen ?? (await priceOfVoucher(world, voucherId)),
    payment_id: change.paymentId ?? world.newId(),
    locale: "en",
    description: "Voucher",
    urls: {
      success: (id) => `https://tribute.example/payment/success/${id}`,
      failed: (id) => `https://tribute.example/payment/failed?payment=${id}`,
      notice: (provider) => `https://tribute.example/webhooks/${provider}`,
    },
    needs_fresh_rate: false,
    rules: defaultSettings.rules,
    starter: change.starter ?? null,
  });
}

async function priceOfVoucher({ db, clock }: TipWorld, id: string): Promise<number> {
  const voucher = await db.selectFrom("vouchers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const price = await quote(db, {
    amount_minor: minor(voucher.amount_minor),
    currency: voucher.currency,
    type: voucher.payment_type as PaymentType | null,
    pay_currency: voucher.pay_currency ?? voucher.currency,
    country: voucher.country ?? "DE",
    now: clock(),
    needs_fresh_rate: false,
    rules: defaultSettings.rules,
  });
  if (!price) throw new Error("there is no price today");
  return price.charged_minor;
}
