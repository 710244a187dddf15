import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { readAllForm } from "../../../domain/tips/tip.schema.ts";
import { markAllTipsRead } from "../../../domain/tips/tips.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { formPageContext, leadToFormPage } from "../../../http/refused-forms.server.ts";
import type { Route } from "./+types/read-all";

/** Marks all tips as read that the creator could see on the page; what came since then stays new. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  context.set(formPageContext, "/dashboard");
  const form = parseForm(request, context, await readCheckableForm(request), readAllForm);
  if (!form.ok) return form.reply;
  const now = clock();
  const seen_at = form.value.seen_at < now ? form.value.seen_at : now;
  await markAllTipsRead(db, { creator_id: viewer.id, seen_at, now });
  // Nobody is led away from where the button stood.
  const page = form.value.show === "new" ? "/dashboard?show=new" : "/dashboard";
  return redirect(page, { status: 303, headers: doneHeaders(context, "read") });
}

/** The form stands on the dashboard. */
export function loader({ context }: Route.LoaderArgs) {
  return leadToFormPage(context, "/dashboard");
}

/** What is refused gets a whole page: there is none of its own. */
export default function ReadAllTips() {
  return null;
}
