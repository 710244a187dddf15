import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  brandOf,
  findConnectedAccount,
} from "../../../domain/connected-accounts/connected-accounts.server.ts";
import { formatDay } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import {
  listDirectDisputes,
  listProviderPayouts,
} from "../../../domain/payouts/requests/provider-payouts.server.ts";
import { findMoneyModel } from "../../../domain/users/money-model.server.ts";
import { toAccount } from "../../../http/connected-account-words.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";

type Context = Readonly<RouterContextProvider>;

async function findProvider(context: Context, userId: string): Promise<string | null> {
  return (await findAccount(context, userId)).provider;
}

async function findAccount(context: Context, userId: string) {
  const { db, providers } = context.get(servicesContext);
  const account = await findConnectedAccount(db, userId);
  const provider = account && providers.find(account.provider);
  return {
    provider: provider ? brandOf(provider) : (account?.provider ?? null),
    login: provider?.accounts?.login ?? null,
  };
}

/** Null where nothing is paid directly. */
export async function shownDirect(context: Context, userId: string, given: { isHolding: boolean }) {
  const { db } = context.get(servicesContext);
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const [{ money_model, is_ready }, payouts, disputes, { provider, login }] = await Promise.all([
    findMoneyModel(db, userId),
    listProviderPayouts(db, userId),
    listDirectDisputes(db, userId),
    findAccount(context, userId),
  ]);
  const isDirect = money_model === "DIRECT";
  const isLacking = isDirect && !is_ready;
  if (provider === null ? !isDirect : !isDirect && payouts.length === 0) return null;
  const lines = [
    provider !== null && is_ready ? t("direct:about", { provider }) : null,
    isLacking ? t("direct:unready") : null,
    given.isHolding ? t("direct:held") : null,
    ...disputes.map(({ amount_minor, currency, opened_at }) =>
      t("direct:disputed", {
        amount: formatAmount(amount_minor, currency, locale),
        day: formatDay(opened_at, locale),
        provider,
      }),
    ),
  ];
  const name = provider ?? "";
  const toLogin = login === null ? null : { href: login, text: t("direct:login", { provider: name }) };
  return {
    title: provider === null || isLacking ? t("direct:choice.title") : t("direct:title", { provider }),
    lines: lines.filter((line) => line !== null),
    link: isLacking ? toAccount(context) : toLogin,
    caption: t("direct:list", { provider: name }),
    columns: [t("direct:day"), t("direct:amount"), t("direct:state")],
    empty: t("direct:none"),
    rows: payouts.map(({ id, arrives_on, amount_minor, currency, state }) => ({
      key: id,
      cells: [
        arrives_on === null ? "–" : formatDay(arrives_on, locale),
        formatAmount(amount_minor, currency, locale),
        t(`direct:states.${state}`),
      ],
      help: state === "FAILED" ? t("direct:mend", { provider: name }) : null,
    })),
  };
}

/** Null without a choice. */
export async function shownChoice(context: Context, userId: string) {
  const { db, config } = context.get(servicesContext);
  const { t } = getI18n(context);
  const { money_model, is_ready } = await findMoneyModel(db, userId);
  const provider = await findProvider(context, userId);
  const isDirect = money_model === "DIRECT";
  if (isDirect ? config.moneyModel === "DIRECT" : !is_ready) return null;
  return {
    title: t("direct:choice.title"),
    now: t(`direct:choice.${money_model}`, { provider: provider ?? "" }),
    help: isDirect ? t("direct:choice.effect") : `${t("direct:choice.effect")} ${t("direct:choice.groups")}`,
    money_model: isDirect ? ("HELD" as const) : ("DIRECT" as const),
    button: t(isDirect ? "direct:choice.toHeld" : "direct:choice.toDirect"),
  };
}
