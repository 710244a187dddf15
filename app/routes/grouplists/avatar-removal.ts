import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { removeGroupAvatar } from "../../domain/grouplists/own-groups.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import type { Route } from "./+types/avatar-removal";
import { managed, requireOwnGroup } from "./own-group.server.ts";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  await requireBudget(context, "grouplist", viewer.id);
  await readForm(request);
  const given = { slug: group.slug, creator_id: viewer.id };
  managed(await removeGroupAvatar(context.get(servicesContext), given), viewer);
  return redirect(`/gl/${group.slug}/edit`, { status: 303, headers: await doneHeaders(context, "removed") });
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  throw redirect(`/gl/${group.slug}/edit`, 303);
}

export { NoPage as default } from "../no-page.ts";
