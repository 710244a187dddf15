import { data, redirect } from "react-router";
import { readForm } from "../../http/body.server.ts";
import { choiceCookie, safeReturnPath } from "../../http/preference-cookies.server.ts";
import type { Route } from "./+types/cookie-banner";

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const headers = { "Set-Cookie": choiceCookie("notice", "seen", url.protocol === "https:") };
  return redirect(safeReturnPath(form.get("return_to")), { status: 303, headers });
}

export function loader() {
  throw data(null, { status: 405 });
}

/** For error pages. */
export default function Notice() {
  return null;
}
