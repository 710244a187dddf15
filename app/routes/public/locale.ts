import { redirect } from "react-router";
import { isLocale } from "../../../locales/index.ts";
import { servicesContext } from "../../context.ts";
import { setLocale } from "../../domain/users/user.server.ts";
import { readForm } from "../../http/body.server.ts";
import { choiceCookie, safeReturnPath } from "../../http/preference-cookies.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import type { Route } from "./+types/locale";

/** Also stored on a signed-in user. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = form.get("locale");
  if (!isLocale(locale)) throw new Response("Bad Request", { status: 400 });
  const { db, clock } = context.get(servicesContext);
  const viewer = await findRequestViewer(context);
  if (viewer) await setLocale(db, viewer.id, locale, clock());
  const headers = { "Set-Cookie": choiceCookie("locale", locale, url.protocol === "https:") };
  return redirect(safeReturnPath(form.get("return_to")), { status: 303, headers });
}

export { NoPage as default, onlyPosts as loader } from "../no-page.ts";
