import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { notificationsForm } from "../../../domain/users/profile.schema.ts";
import { saveSettings } from "../../../domain/users/users.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { formPageContext, leadToFormPage } from "../../../http/refused-forms.server.ts";
import type { Route } from "./+types/notifications";

/** Whether new tips are mailed: what the dashboard asks once; from then on it is one of the settings. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  context.set(formPageContext, "/dashboard");
  const form = parseForm(request, context, await readCheckableForm(request), notificationsForm);
  if (!form.ok) return form.reply;
  await saveSettings(db, viewer.id, form.value, clock());
  return redirect("/dashboard", {
    status: 303,
    headers: doneHeaders(context, "saved", form.value.email_notifications),
  });
}

/** The form stands on the dashboard. */
export function loader({ context }: Route.LoaderArgs) {
  return leadToFormPage(context, "/dashboard");
}

/** What is refused gets a whole page: there is none of its own. */
export default function Notifications() {
  return null;
}
