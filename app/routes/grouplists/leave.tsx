import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { leaveGroup } from "../../domain/grouplists/group-members.server.ts";
import { listOwnGroups } from "../../domain/grouplists/own-groups.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import type { Route } from "./+types/leave";
import { ConfirmPage, useQuestions } from "./confirm.tsx";
import { titleOf } from "./own-group.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const groups = await listOwnGroups(context.get(servicesContext).db, viewer.id);
  const group = groups.find(({ slug, role }) => slug === params.grouplist && role !== "OWNER");
  if (!group) throw data(null, { status: 404 });
  return { isMember: group.role === "MEMBER", name: titleOf(context, group) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  await readForm(request);
  const given = { slug: params.grouplist, creator_id: viewer.id };
  const outcome = await leaveGroup(context.get(servicesContext), given);
  const done = outcome === "left" || outcome === "withdrawn" ? outcome : "decided";
  return redirect("/grouplists", { status: 303, headers: await doneHeaders(context, done) });
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export default function Leave({ loaderData: { isMember, name } }: Route.ComponentProps) {
  const { leave } = useQuestions();
  return <ConfirmPage question={leave(isMember, name)} back="/grouplists" />;
}
