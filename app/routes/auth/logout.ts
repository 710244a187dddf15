import { data, redirect } from "react-router";
import { readForm } from "../../http/body.server.ts";
import { closeSession } from "../../http/sessions.server.ts";
import type { Route } from "./+types/logout";

/** Signs this browser out and goes to /login (docs/product.md, 6.3). */
export async function action({ request, context }: Route.ActionArgs) {
  await readForm(request);
  return redirect("/login", { status: 303, headers: await closeSession(context) });
}

/** It takes forms alone: a link must not sign anybody out. */
export function loader() {
  throw data(null, { status: 405 });
}

/** What is refused gets a whole page: there is none of its own. */
export default function Logout() {
  return null;
}
