import { data, type RouterContextProvider, redirect } from "react-router";
import { getI18n } from "../../../http/i18n.server.ts";
import { isDataRequest } from "../../../http/page-url.server.ts";
import { formPageContext, leadToFormPage } from "../../../http/refused-forms.server.ts";
import { GONE } from "./item-act.ts";

const ITEMS = "/dashboard/items";

/** The answer to an act on an item that is not there, or not there any more: it was deleted in another tab. */
export function answerGone(context: Readonly<RouterContextProvider>) {
  context.set(formPageContext, ITEMS);
  return data(GONE, { status: 404 });
}

/** The answer to an act on an item that is done: to the page's script an end, which then loads the list anew; else a way. */
export function answerDone(request: Request, to: string, headers: { "Set-Cookie": string }) {
  return isDataRequest(request) ? data(null, { headers }) : redirect(to, { status: 303, headers });
}

/** The acts' buttons stand on the page of the items, and who opens an act's address is led there. */
export function leadToItems(context: Readonly<RouterContextProvider>): { title: string } {
  leadToFormPage(context, ITEMS);
  return { title: getI18n(context).t("items:gone.title") };
}
