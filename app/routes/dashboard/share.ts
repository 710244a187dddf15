import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { SHARE_INTENT } from "../../domain/users/social-networks.ts";
import { readForm } from "../../http/body.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { sharedCookie } from "../../http/preference-cookies.server.ts";
import type { Route } from "./+types/share";

/** Redirects with a prepared post; the cookie lasts a day (docs/product.md, 9.10). */
export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  if (viewer.status !== "ACTIVE") throw data({ notActive: viewer.status }, { status: 403 });
  await readForm(request);
  const { publicUrl } = context.get(servicesContext);
  const intent = new URL(SHARE_INTENT);
  intent.searchParams.set("text", getI18n(context).t("dashboard:share.text"));
  intent.searchParams.set("url", `${publicUrl}/${viewer.username}`);
  const headers = { "Set-Cookie": sharedCookie(url.protocol === "https:") };
  return redirect(intent.href, { status: 303, headers });
}

export function loader() {
  return redirect("/dashboard", 303);
}

export { NoPage as default } from "../no-page.ts";
