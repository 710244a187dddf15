import type { PaymentChoice } from "./tip.schema.ts";

/** What the steps of details and of payment ask for, of a tip that a call begins at once. */
export interface TypedAtOnce {
  details: { name?: string | undefined; message?: string | undefined; show_on_page: boolean };
  payment: PaymentChoice;
}

/** How a fan wants to pay, as a tip's row keeps it. */
export function paymentColumns(form: PaymentChoice) {
  return {
    payment_type: form.type ?? null,
    country: form.country,
    pay_currency: form.pay_currency,
    sender_email: form.email ?? null,
    share_email: form.share_email,
  };
}

/** All of it, as a tip's row keeps it. */
export function typedColumns({ details, payment }: TypedAtOnce, now: Date) {
  const { name = null, message = null, show_on_page } = details;
  return { sender_name: name, message, show_on_page, details_seen_at: now, ...paymentColumns(payment) };
}
