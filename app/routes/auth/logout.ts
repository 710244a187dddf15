import { data, redirect } from "react-router";
import { readForm } from "../../http/body.server.ts";
import { closeSession } from "../../http/sessions.server.ts";
import type { Route } from "./+types/logout";

/** docs/product.md, 6.3. */
export async function action({ request, context }: Route.ActionArgs) {
  await readForm(request);
  return redirect("/login", { status: 303, headers: await closeSession(context) });
}

/** A link must not sign out. */
export function loader() {
  throw data(null, { status: 405 });
}

/** For error pages. */
export default function Logout() {
  return null;
}
