import { createContext, data, type RouterContextProvider, redirect } from "react-router";
import { getI18n } from "../../../http/i18n.server.ts";
import { isDataRequest } from "../../../http/page-url.server.ts";
import { GONE } from "./item-gone.tsx";

const actContext = createContext(false);

export function answerGone(context: Readonly<RouterContextProvider>) {
  context.set(actContext, true);
  return data(GONE, { status: 404 });
}

/** A script gets no redirect and reloads the list. */
export function answerDone(request: Request, to: string, headers: { "Set-Cookie": string }) {
  return isDataRequest(request) ? data(null, { headers }) : redirect(to, { status: 303, headers });
}

export function leadToItems(context: Readonly<RouterContextProvider>): { title: string } {
  if (!context.get(actContext)) throw redirect("/dashboard/items", 303);
  return { title: getI18n(context).t("items:gone.title") };
}
