import { data, redirect } from "react-router";
import { readForm } from "../../http/body.server.ts";
import { choiceCookie, safeReturnPath } from "../../http/preference-cookies.server.ts";
import type { Route } from "./+types/keys";

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const keys = form.get("keys");
  if (keys !== "on" && keys !== "off") throw data(null, { status: 400 });
  const cookie = choiceCookie("keys", keys === "on" ? "" : "off", url.protocol === "https:");
  return redirect(safeReturnPath(form.get("return_to"), "/admin"), {
    status: 303,
    headers: { "Set-Cookie": cookie },
  });
}

export { NoPage as default, onlyPosts as loader } from "../no-page.ts";
