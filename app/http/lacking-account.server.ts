import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { findMoneyModel } from "../domain/users/money-model.server.ts";
import { getI18n } from "./i18n.server.ts";

type Context = Readonly<RouterContextProvider>;

export function toAccount(context: Context) {
  return { href: "/account/payoutdata", text: getI18n(context).t("payouts:settings.data") };
}

export async function shownLack(context: Context, userId: string) {
  const { money_model, is_ready } = await findMoneyModel(context.get(servicesContext).db, userId);
  if (money_model !== "DIRECT" || is_ready) return null;
  return { ...toAccount(context), words: getI18n(context).t("direct:unready") };
}
