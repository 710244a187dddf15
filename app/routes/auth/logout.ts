import { redirect } from "react-router";
import { readForm } from "../../http/body.server.ts";
import { closeSession } from "../../http/sessions.server.ts";
import type { Route } from "./+types/logout";

/** docs/product.md, 6.3. */
export async function action({ request, context }: Route.ActionArgs) {
  await readForm(request);
  return redirect("/login", { status: 303, headers: await closeSession(context) });
}

export { NoPage as default, onlyPosts as loader } from "../no-page.ts";
