import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { groupSwitch } from "../../domain/grouplists/grouplist.schema.ts";
import { setInvites } from "../../domain/grouplists/grouplists.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { formPageContext, leadToFormPage } from "../../http/refused-forms.server.ts";
import type { Route } from "./+types/invites";
import { managed, requireOwnGroup } from "./own-group.server.ts";

/** Switches a group's invitations on or off, at once. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  await requireBudget(context, "grouplist", viewer.id);
  const page = `/gl/${group.slug}/edit`;
  context.set(formPageContext, page);
  const posted = await readCheckableForm(request);
  const form = parseForm(request, context, posted, groupSwitch, {}, "errors.grouplist.invites_failed");
  if (!form.ok) return form.reply;
  const { enabled } = form.value;
  const given = { slug: group.slug, creator_id: viewer.id, enabled };
  managed(await setInvites(context.get(servicesContext), given), viewer);
  const done = enabled ? "invites_on" : "invites_off";
  return redirect(page, { status: 303, headers: doneHeaders(context, done) });
}

/** Its switch stands on the page of the group's edit. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  return leadToFormPage(context, `/gl/${group.slug}/edit`);
}

export default function Invites() {
  return null;
}
