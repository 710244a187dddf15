import { redirect } from "react-router";
import { readForm } from "../../http/body.server.ts";
import { choiceCookie, safeReturnPath } from "../../http/preference-cookies.server.ts";
import type { Route } from "./+types/theme";

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const theme = form.get("theme");
  if (theme !== "dark" && theme !== "light" && theme !== "system")
    throw new Response("Bad Request", { status: 400 });
  const headers = {
    "Set-Cookie": choiceCookie("theme", theme === "system" ? "" : theme, url.protocol === "https:"),
  };
  return redirect(safeReturnPath(form.get("return_to")), { status: 303, headers });
}

export { NoPage as default, onlyPosts as loader } from "../no-page.ts";
