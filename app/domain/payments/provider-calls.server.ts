import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import { findPayment } from "./payment-record.server.ts";
import type { CallReply, PaymentProvider, ProviderCall } from "./provider-port.ts";
import { isOpen } from "./states.ts";
import { storeNews, wasToldOfOther } from "./webhook-events.server.ts";

export type CallOutcome =
  | { outcome: "answered"; reply: CallReply }
  /** A wrong secret or address, or about no payment of ours: nobody is told which. */
  | { outcome: "stranger" }
  | { outcome: "malformed" }
  /** A result by the name of another payment's: it is not taken, and its provider is not told that it was. */
  | { outcome: "told_of_other" };

/**
 * Answers a call of a provider that signs nothing (docs/product.md, 4.4). What it tells is stored once, with a job, before
 * it is answered; the same again is answered the same. What it asks it reads of our own rows.
 */
export async function answerCall(
  services: { db: Kysely<DB>; jobs: Jobs; newId: () => string },
  provider: PaymentProvider,
  call: ProviderCall & { now: Date },
  urls: { success(paymentId: string): string; failed(paymentId: string): string },
): Promise<CallOutcome> {
  const read = provider.readCall?.(call) ?? { outcome: "stranger" };
  if (read.outcome !== "understood") return { outcome: read.outcome };
  const { paymentId, providerRef, told } = read;
  const payment = await findPayment(services.db, paymentId);
  // It may ask before its name for the payment has been put down.
  const isMeant = payment?.provider === provider.name && [null, providerRef].includes(payment.provider_ref);
  if (!payment || !isMeant) return { outcome: "stranger" };
  if (told) {
    const { name } = provider;
    await storeNews(services, name, { ...told, providerRef, paymentId }, call.now);
    if (await wasToldOfOther(services.db, { provider: name, eventId: told.eventId, paymentId }))
      return { outcome: "told_of_other" };
  }
  const ends = payment.created_at.getTime() + productRules.tip.unpaid_hours * 3_600_000;
  const reply = read.reply({
    country: payment.country,
    amountMinor: payment.charged_minor,
    currency: payment.charged_currency,
    isOpen: isOpen(payment.status) && call.now.getTime() < ends,
    successUrl: urls.success(paymentId),
    failedUrl: urls.failed(paymentId),
  });
  return { outcome: "answered", reply };
}
