import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { renewInviteCode } from "../../domain/grouplists/own-groups.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import type { Route } from "./+types/invite-link";
import { ConfirmPage } from "./confirm-page.tsx";
import { managed, requireOwnGroup } from "./own-group.server.ts";
import { useQuestions } from "./questions.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  await requireOwnGroup(request, context, params.grouplist);
  return null;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  await requireBudget(context, "grouplist", viewer.id);
  await readForm(request);
  const given = { slug: group.slug, creator_id: viewer.id };
  managed(await renewInviteCode(context.get(servicesContext), given), viewer);
  return redirect(`/gl/${group.slug}/edit`, { status: 303, headers: await doneHeaders(context, "renewed") });
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export default function InviteLink({ params }: Route.ComponentProps) {
  const { renewal } = useQuestions();
  return <ConfirmPage question={renewal()} back={`/gl/${params.grouplist}/edit`} />;
}
