import { type RouterContextProvider, redirect } from "react-router";
import { formOriginsContext, servicesContext } from "../../context.ts";
import { readAccount } from "../../domain/connected-accounts/account-news.server.ts";
import { dueBy, stateOf } from "../../domain/connected-accounts/account-state.ts";
import {
  brandOf,
  type ConnectedAccount,
  connectAccount,
  findConnectedAccount,
  findPayingProvider,
} from "../../domain/connected-accounts/connected-accounts.server.ts";
import { countryName } from "../../domain/money/formats.ts";
import { ProviderUnavailable } from "../../domain/payments/provider-port.ts";
import { findMoneyModel } from "../../domain/users/money-model.server.ts";
import { isOperator, type Viewer } from "../../domain/users/viewer.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { dueWords } from "../../http/connected-account-words.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { formatsOf, getI18n, getLocale } from "../../http/i18n.server.ts";

const PAGE = "/account/payoutdata";

export const ACCOUNT_DONE = ["expired", "unread", "disconnected"] as const;
type AccountDone = (typeof ACCOUNT_DONE)[number];

type Context = Readonly<RouterContextProvider>;

/** On the return from the provider's page, reads the account before it is shown. */
export async function arriveFromProvider(context: Context, viewer: Viewer, url: URL): Promise<void> {
  const from = url.searchParams.get("account");
  if (from !== "back" && from !== "again") return;
  const done = from === "again" ? "expired" : await unread(context, viewer.id);
  throw redirect(PAGE, { status: 303, headers: done ? await doneHeaders(context, done) : {} });
}

async function unread(context: Context, userId: string): Promise<"unread" | null> {
  const services = context.get(servicesContext);
  if (!(await takeBudgets(context, [{ budget: "connected_account", key: userId }]))) return "unread";
  try {
    await readAccount(services, userId);
    return null;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return "unread";
    throw error;
  }
}

const BUTTONS = {
  ...({ NOT_CONNECTED: "connect", DISCONNECTED: "connect", INCOMPLETE: "goOn", DUE: "goOn" } as const),
  ...({ RESTRICTED: "see", REVIEWED_BY_PROVIDER: "see", READY: "see" } as const),
};

/** Null without a paying provider and an account. */
export async function shownAccount(context: Context, viewer: Viewer, done: AccountDone | null) {
  const { db, providers } = context.get(servicesContext);
  if (isOperator(viewer)) return null;
  const account = await findConnectedAccount(db, viewer.id);
  const isConnected = account !== null && account.disconnected_at === null;
  const provider = isConnected ? providers.find(account.provider) : findPayingProvider(providers);
  if (!provider?.accounts) return null;
  context.set(formOriginsContext, provider.accounts.origins ?? []);
  const { t } = getI18n(context);
  const brand = brandOf(provider);
  const { money_model } = await findMoneyModel(db, viewer.id);
  const word = BUTTONS[stateOf(account)];
  return {
    title: t("connected:title"),
    lines: linesOf(context, account, { brand, isDirect: money_model === "DIRECT" }),
    facts: isConnected ? factsOf(context, account) : null,
    button: {
      text: t(`connected:${word}`, { brand }),
      kind: word === "see" ? ("second" as const) : ("go" as const),
      password: word === "connect" ? t("connected:disconnect.password") : null,
    },
    note: done && noteOf(context, done, brand),
    disconnect: isConnected
      ? {
          title: t("connected:disconnect.title"),
          text: t("connected:disconnect.text"),
          password: t("connected:disconnect.password"),
          go: t("connected:disconnect.go"),
        }
      : null,
  };
}

export type ShownAccount = NonNullable<Awaited<ReturnType<typeof shownAccount>>>;

function linesOf(
  context: Context,
  account: ConnectedAccount | null,
  { brand, isDirect }: { brand: string; isDirect: boolean },
): string[] {
  const { t } = getI18n(context);
  const state = stateOf(account);
  if (!account) return [t("connected:state.NOT_CONNECTED", { brand })];
  const by = dueBy(account.due);
  if (state === "DUE" && by !== null)
    return [t("connected:state.DUE_BY", { brand, date: formatsOf(context).day(new Date(by)) })];
  if (state === "READY" && !isDirect) return [t("connected:state.READY_HELD")];
  const lines: string[] = [t(`connected:state.${state}`, { brand })];
  if (state !== "RESTRICTED") return lines;
  const { disabled_reason: reason, takes_payments } = account;
  lines.push(t(takes_payments ? "connected:effect.payouts" : "connected:effect.payments", { brand }));
  lines.push(
    reason?.startsWith("rejected.")
      ? t("connected:reason.rejected", { brand })
      : account.due.length > 0
        ? t("connected:reason.past_due")
        : t("connected:reason.unknown", { brand }),
  );
  return lines;
}

function factsOf(context: Context, { country, currency, due }: ConnectedAccount) {
  const texts = getI18n(context);
  const { t } = texts;
  const rows: [string, string][] = [
    [t("connected:country"), countryName(country, getLocale(context))],
    [t("connected:currency"), currency],
  ];
  if (due.length > 0) rows.unshift([t("connected:missing"), dueWords(texts, due).join(", ")]);
  return { rows, help: t("connected:fixed") };
}

function noteOf(context: Context, done: AccountDone, brand: string): string {
  const { t } = getI18n(context);
  if (done === "expired") return t("connected:expired", { brand });
  return t(done === "unread" ? "connected:unread" : "connected:disconnect.done", { brand });
}

/** The address at the provider, or why there is none. */
export async function openProvider(
  context: Context,
  viewer: Viewer,
): Promise<{ url: string } | { refusal: string }> {
  const services = context.get(servicesContext);
  const { t } = getI18n(context);
  const provider = findPayingProvider(services.providers);
  const brand = provider ? brandOf(provider) : "";
  if (!(await takeBudgets(context, [{ budget: "connected_account", key: viewer.id }])))
    return { refusal: t("connected:refused.unavailable", { brand }) };
  const connecting = await connectAccount(services, {
    user_id: viewer.id,
    locale: getLocale(context),
    returnUrl: `${services.publicUrl}${PAGE}?account=back`,
    refreshUrl: `${services.publicUrl}${PAGE}?account=again`,
  });
  if (connecting.outcome === "linked") return { url: connecting.url };
  const { reason } = connecting;
  if (reason === "country") return { refusal: t("connected:refused.country") };
  const isSilent = reason === "unavailable";
  return { refusal: t(isSilent ? "connected:refused.unavailable" : "connected:refused.declined", { brand }) };
}
