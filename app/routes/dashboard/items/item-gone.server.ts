import { data, type RouterContextProvider } from "react-router";
import { getI18n } from "../../../http/i18n.server.ts";
import { formPageContext, leadToFormPage } from "../../../http/refused-forms.server.ts";

const ITEMS = "/dashboard/items";

/** The answer to an act on an item that is not there, or not there any more: it was deleted in another tab. */
export function answerGone(context: Readonly<RouterContextProvider>) {
  context.set(formPageContext, ITEMS);
  return data(null, { status: 404 });
}

/** The acts' buttons stand on the page of the items, and who opens an act's address is led there. */
export function leadToItems(context: Readonly<RouterContextProvider>): { title: string } {
  leadToFormPage(context, ITEMS);
  return { title: getI18n(context).t("items:gone.title") };
}
