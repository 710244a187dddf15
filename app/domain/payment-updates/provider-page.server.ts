import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Locale } from "../money/minor.ts";
import { type Payment, recordPaymentEvent, recordRedirect } from "../payments/payment-record.server.ts";
import {
  type PaymentSnapshot,
  ProviderConflict,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
} from "../payments/provider-port.ts";
import type { TipServices } from "../tips/tip-and-payment.server.ts";
import { applySnapshot } from "./apply-snapshot.server.ts";

export interface ProviderPage {
  locale: Locale;
  description: string;
  urls: {
    success(paymentId: string): string;
    failed(paymentId: string): string;
    notice(provider: string): string;
  };
}

export type ProviderOutcome =
  | { outcome: "pay"; payment_id: string; redirect_url: string }
  | { outcome: "not_offered" }
  | { outcome: "provider_unavailable" };

/**
 * An outcome when money came or comes. Without cancellation it ends here alone; a later success is refunded
 * (docs/product.md, 4.6).
 */
export async function cancelPayment(
  services: TipServices & { providers: Providers },
  payment: Payment,
): Promise<{ outcome: "already_paid"; payment_id: string } | { outcome: "provider_unavailable" } | null> {
  if (payment.provider_ref === null) return null;
  try {
    const provider = services.providers.get(payment.provider);
    const snapshot = provider.abilities.cancels
      ? await provider.cancel(payment.provider_ref)
      : knownHere(payment, payment.provider_ref, "CANCELLED");
    await applySnapshot(services, payment, snapshot);
    const isHolding = snapshot.state === "PAID" || snapshot.state === "PROCESSING";
    return isHolding ? { outcome: "already_paid", payment_id: payment.id } : null;
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefused)
      return { outcome: "provider_unavailable" };
    throw error;
  }
}

export function knownHere(
  payment: Pick<Payment, "id" | "charged_minor" | "charged_currency">,
  providerRef: string,
  state: PaymentSnapshot["state"],
): PaymentSnapshot {
  return {
    ...{ providerRef, paymentId: payment.id, state },
    ...{ amountMinor: payment.charged_minor, currency: payment.charged_currency },
    ...{ paidAt: null, failureCode: null, refunds: [], disputes: [] },
  };
}

export async function redirectToProvider(
  services: TipServices & { providers: Providers },
  page: ProviderPage,
  payment: Payment,
  payerEmail: string | null,
): Promise<ProviderOutcome> {
  if (payment.redirect_url !== null) {
    return { outcome: "pay", payment_id: payment.id, redirect_url: payment.redirect_url };
  }
  try {
    const created = await services.providers.get(payment.provider).create({
      paymentId: payment.id,
      type: payment.type,
      amountMinor: payment.charged_minor,
      currency: payment.charged_currency,
      description: page.description,
      locale: page.locale,
      payerEmail,
      successUrl: page.urls.success(payment.id),
      failedUrl: page.urls.failed(payment.id),
      noticeUrl: page.urls.notice(payment.provider),
      expiresAt: expiresAt(payment.created_at),
    });
    return await sendToProvider(services, payment, created);
  } catch (error) {
    if (error instanceof ProviderConflict) return await takeUpFirst(services, payment);
    if (error instanceof ProviderUnavailable) return { outcome: "provider_unavailable" };
    if (error instanceof ProviderRefused) {
      await markRefused(services.db, payment.id, error.message, services.clock());
      return { outcome: "not_offered" };
    }
    throw error;
  }
}

async function sendToProvider(
  { db }: TipServices,
  payment: Payment,
  created: { providerRef: string; redirectUrl: string },
): Promise<ProviderOutcome> {
  await recordRedirect(db, payment.id, created.providerRef, created.redirectUrl);
  return { outcome: "pay", payment_id: payment.id, redirect_url: created.redirectUrl };
}

/**
 * The first answer was lost and the order changed since, such as its language; refused if the amount differs.
 */
async function takeUpFirst(
  services: TipServices & { providers: Providers },
  payment: Payment,
): Promise<ProviderOutcome> {
  try {
    const first = await services.providers.get(payment.provider).find(payment.id);
    const isSame =
      first?.snapshot.amountMinor === payment.charged_minor &&
      first.snapshot.currency === payment.charged_currency;
    if (isSame) return await sendToProvider(services, payment, first);
    const reason = first ? "made before for another amount" : "made before, and not found";
    await markRefused(services.db, payment.id, reason, services.clock());
    return { outcome: "not_offered" };
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefused)
      return { outcome: "provider_unavailable" };
    throw error;
  }
}

async function markRefused(db: Kysely<DB>, paymentId: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable("payments")
    .set({ status: "FAILED", failure_reason: "error" })
    .where("id", "=", paymentId)
    .where("status", "=", "CREATED")
    .execute();
  await recordPaymentEvent(db, paymentId, "refused_by_provider", { reason }, now);
}

export function expiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + productRules.tip.unpaid_hours * 3_600_000);
}
