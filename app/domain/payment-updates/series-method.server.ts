import { likePrefix } from "../../../db/like-prefix.ts";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { type Locale, localeOf } from "../money/minor.ts";
import { listPaymentsOfTip } from "../payments/payment-record.server.ts";
import {
  type PaymentProvider,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
} from "../payments/provider-port.ts";
import { changeMethod, priceOf } from "../series/change-series.server.ts";
import { findOwedTip, lowerOwedTip, type OwedTip, owedAmount } from "../series/owed-month.server.ts";
import { judgeReceiver } from "../series/series-receiver.server.ts";
import { findSeries, forgetMethod, type Series } from "../series/series-record.server.ts";
import type { TipServices } from "../tips/tip-and-payment.server.ts";
import { type ConfirmOutcome, cancelPayment, confirmTip } from "./checkout.server.ts";

type Services = TipServices & { providers: Providers };

type Started =
  | { outcome: "go"; redirect_url: string }
  | { outcome: "ended" | "not_offered" | "provider_unavailable" };

/** Charges nothing. */
export async function startMethodChange(
  services: Services,
  given: { series_id: string; urls: { success: string; failed: string; notice(provider: string): string } },
): Promise<Started> {
  const { db, clock, newId } = services;
  const series = await findSeries(db, given.series_id);
  if (!series || series.status === "BEGUN" || series.status === "ENDED") return { outcome: "ended" };
  const { account, state, is_transferred } = await judgeReceiver(db, series, services.providers.directGroups);
  const account_ref = account?.account_ref ?? null;
  const provider = findMethodProvider(services.providers, series, account?.provider ?? null, is_transferred);
  if (!provider?.saved || series.sender_email === null) return { outcome: "not_offered" };
  const isSame = state !== "other_account" && provider.name === series.provider;
  try {
    const { setUpRef, redirectUrl } = await provider.saved.setUp({
      setUpId: newId(),
      type: series.payment_type,
      currency: series.currency,
      locale: localeOf(series.locale),
      payerEmail: series.sender_email,
      customerRef: isSame ? series.customer_ref : null,
      accountRef: account_ref,
      successUrl: given.urls.success,
      failedUrl: given.urls.failed,
      noticeUrl: given.urls.notice(provider.name),
      expiresAt: new Date(clock().getTime() + productRules.tip.unpaid_hours * 3_600_000),
    });
    await db
      .updateTable("tip_series")
      .set({ set_up_ref: setUpRef, set_up_provider: provider.name, set_up_account_ref: account_ref })
      .where("id", "=", series.id)
      .where("status", "<>", "ENDED")
      .execute();
    return { outcome: "go", redirect_url: redirectUrl };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { outcome: "provider_unavailable" };
    if (error instanceof ProviderRefused) return { outcome: "not_offered" };
    throw error;
  }
}

/** Of the series, else of the receiver's account. */
function findMethodProvider(
  providers: Providers,
  { currency, country, payment_type, provider }: Series,
  ofAccount: string | null,
  isTransferred: boolean,
): PaymentProvider | null {
  const only = ofAccount ?? (isTransferred ? providers.directGroups : null);
  const offered = providers.offers(currency, country, only, true).get(payment_type);
  const own = provider === null ? null : providers.find(provider);
  return (only === null || only === provider) && own?.saved ? own : (offered ?? null);
}

/** After the return, or by an event. Throws ProviderUnavailable. */
export async function finishMethodChange(
  services: Services,
  series: Pick<Series, "id" | "set_up_provider" | "set_up_ref">,
): Promise<"changed" | "open"> {
  const { id: series_id, set_up_provider: provider, set_up_ref } = series;
  const saved = provider === null ? undefined : services.providers.find(provider)?.saved;
  if (set_up_ref === null || !saved) return "open";
  const { state, method } = await saved.fetchSetUp(set_up_ref);
  if (state !== "DONE" || method === null) return "open";
  const outcome = await changeMethod(services, { series_id, set_up_ref, method });
  return outcome === "changed" ? "changed" : "open";
}

/** By its mail: an event may precede the fan's return. */
export async function tookMethodLately(
  { db, clock }: Pick<Services, "db" | "clock">,
  seriesId: string,
): Promise<boolean> {
  const since = new Date(clock().getTime() - productRules.tip.unpaid_hours * 3_600_000);
  const mail = await db
    .selectFrom("mail_outbox")
    .select("id")
    .where("dedupe_key", "like", likePrefix(`series:${seriesId}:changed:METHOD:`))
    .where("created_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return mail !== undefined;
}

/** About a page of `startMethodChange`. */
export async function takeSetUpEvent(
  services: Services,
  { provider, set_up_ref }: { provider: string; set_up_ref: string },
): Promise<string> {
  const series = await services.db
    .selectFrom("tip_series")
    .select(["id", "set_up_provider", "set_up_ref"])
    .where("set_up_provider", "=", provider)
    .where("set_up_ref", "=", set_up_ref)
    .executeTakeFirst();
  if (series) return `method_${await finishMethodChange(services, series)}`;
  return await forgetEarlier(services, provider, set_up_ref);
}

/** The page opened last counts; other methods are forgotten. */
async function forgetEarlier(services: Services, provider: string, setUpRef: string): Promise<string> {
  const saved = services.providers.find(provider)?.saved;
  const method = saved ? (await saved.fetchSetUp(setUpRef)).method : null;
  if (!method) return "unknown_set_up";
  const { customerRef: customer_ref, methodRef: method_ref } = method;
  const owner = await services.db
    .selectFrom("tip_series")
    .select("account_ref")
    .where("provider", "=", provider)
    .where("customer_ref", "=", customer_ref)
    .limit(1)
    .executeTakeFirst();
  const kept = { provider, account_ref: owner?.account_ref ?? null, customer_ref, method_ref };
  await services.db.transaction().execute((trx) => forgetMethod(trx, services, kept));
  return "unknown_set_up";
}

/** The failed month, paid on the provider's page, as banks may require. */
export async function payOwedMonth(
  services: Services,
  given: {
    series_id: string;
    locale: Locale;
    description: string;
    urls: Parameters<typeof confirmTip>[1]["urls"];
    rules: Rules;
    seen_members?: string | undefined;
  },
): Promise<ConfirmOutcome | { outcome: "nothing_owed" }> {
  const { db, newId, clock } = services;
  const series = await findSeries(db, given.series_id);
  const owed = series && (await findOwedTip(db, series));
  if (!series || !owed) return { outcome: "nothing_owed" };
  const amount_minor = owedAmount(series, owed);
  const price = await priceOf(db, { ...series, amount_minor }, given.rules, clock());
  if (price === null) return { outcome: "not_offered" };
  const tip = amount_minor === owed.amount_minor ? owed : await lowerOwed(services, owed, series.id);
  if ("outcome" in tip) return tip;
  await db
    .updateTable("tips")
    .set({ status: "AWAITING_PAYMENT", updated_at: clock() })
    .where("id", "=", tip.id)
    .where("status", "=", "EXPIRED")
    .where("paid_at", "is", null)
    .execute();
  const { locale, description, urls, rules, seen_members } = given;
  return await confirmTip(services, {
    ...{ tip_id: tip.id, payment_id: newId(), locale, description, urls, rules, seen_members },
    ...{ seen_charged_minor: price, seen_charged_currency: series.currency, consent: series.consent },
    ...{ needs_fresh_rate: false, starter: null },
  });
}

/** Closes pages that ask for more first. */
async function lowerOwed(
  services: Services,
  tip: OwedTip,
  seriesId: string,
): Promise<OwedTip | NonNullable<Awaited<ReturnType<typeof cancelPayment>>>> {
  const payments = await listPaymentsOfTip(services.db, tip.id);
  for (const payment of payments.filter(({ status }) => status === "REDIRECTED")) {
    const cancelled = await cancelPayment(services, payment);
    if (cancelled) return cancelled;
  }
  return (await lowerOwedTip(services, tip, seriesId)) ?? { outcome: "provider_unavailable" };
}
