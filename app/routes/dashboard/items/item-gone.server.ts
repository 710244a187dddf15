import { createContext, data, type RouterContextProvider, redirect } from "react-router";
import { getI18n } from "../../../http/i18n.server.ts";
import { isDataRequest } from "../../../http/page-url.server.ts";
import { GONE } from "./item-act.ts";

/** True while an act is answered: its loader then makes the answer's page. */
const actContext = createContext(false);

/** The answer to an act on an item that is not there, or not there any more: it was deleted in another tab. */
export function answerGone(context: Readonly<RouterContextProvider>) {
  context.set(actContext, true);
  return data(GONE, { status: 404 });
}

/** The answer to an act on an item that is done: to the page's script an end, which then loads the list anew; else a way. */
export function answerDone(request: Request, to: string, headers: { "Set-Cookie": string }) {
  return isDataRequest(request) ? data(null, { headers }) : redirect(to, { status: 303, headers });
}

/** The loader of an act, whose buttons are on the page of the items: a GET leads there, the answer to a post has a title. */
export function leadToItems(context: Readonly<RouterContextProvider>): { title: string } {
  if (!context.get(actContext)) throw redirect("/dashboard/items", 303);
  return { title: getI18n(context).t("items:gone.title") };
}
