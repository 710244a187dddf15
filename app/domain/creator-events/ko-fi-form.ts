import { z } from "zod";

/** Ko-fi's test id: receivers that know it store nothing. */
export const TEST_TRANSACTION = "00000000-1111-2222-3333-444444444444";

export const koFiTip = z.object({
  ...{ id: z.string(), page_url: z.string(), is_on_page: z.boolean() },
  ...{ sender_name: z.string().nullable(), sender_email: z.string().nullable() },
  ...{ message: z.string().nullable(), amount: z.string(), currency: z.string() },
});

export type KoFiTip = z.infer<typeof koFiTip>;

/** Receivers demand both. `.invalid` is never delivered to. */
const ANONYMOUS = "Anonymous";
const NO_EMAIL = "not-shared@example.invalid";

/** Ko-fi's webhook body: the form field `data` with all documented fields. */
export function koFiForm(event: { id: string; happened_at: Date; token: string }, tip: KoFiTip): string {
  const data = {
    verification_token: event.token,
    message_id: event.id,
    timestamp: event.happened_at.toISOString(),
    type: "Donation",
    is_public: tip.is_on_page,
    from_name: tip.sender_name ?? ANONYMOUS,
    message: tip.message,
    amount: tip.amount,
    url: tip.page_url,
    email: tip.sender_email ?? NO_EMAIL,
    currency: tip.currency,
    is_subscription_payment: false,
    is_first_subscription_payment: false,
    kofi_transaction_id: tip.id,
    shop_items: null,
    tier_name: null,
    shipping: null,
    discord_username: null,
    discord_userid: null,
  };
  return new URLSearchParams({ data: JSON.stringify(data) }).toString();
}
