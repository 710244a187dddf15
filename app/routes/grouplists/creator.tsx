import { data, redirect } from "react-router";
import { z } from "zod";
import { servicesContext } from "../../context.ts";
import {
  approveMember,
  declineMember,
  listGroupMembers,
  removeMember,
} from "../../domain/grouplists/group-members.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { sendClick } from "../../ui/lost-connection.ts";
import type { Route } from "./+types/creator";
import { ConfirmPage, type MemberAct, useQuestions } from "./confirm.tsx";
import { managed, requireOwnGroup } from "./own-group.server.ts";

const ACTS = {
  approve: { from: "PENDING", run: approveMember, failure: "errors.grouplist.approve_failed" },
  decline: { from: "PENDING", run: declineMember, failure: "errors.grouplist.remove_failed" },
  remove: { from: "MEMBER", run: removeMember, failure: "errors.grouplist.remove_failed" },
} as const;

const DONE = { approved: "approved", declined: "declined", removed: "removed_member" } as const;

function actOf(name: string): MemberAct {
  const found = (["approve", "decline", "remove"] as const).find((each) => each === name);
  if (!found) throw data(null, { status: 404 });
  return found;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  const act = actOf(params.act);
  const members = await listGroupMembers(context.get(servicesContext).db, group.id);
  const member = members.find(({ id }) => id === params.id);
  if (!member) throw data(null, { status: 404 });
  if (member.status !== ACTS[act].from) throw redirect(`/gl/${group.slug}/creators`, 303);
  return { act, person: member.username };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  const { run, failure } = ACTS[actOf(params.act)];
  const form = parseForm(request, context, await readForm(request), z.object({}), {}, failure);
  const member = { member_id: params.id, creator_id: viewer.id };
  const members = await listGroupMembers(context.get(servicesContext).db, group.id);
  if (!members.some(({ id }) => id === params.id)) throw data(null, { status: 404 });
  const ended = await run(context.get(servicesContext), member);
  const page = `/gl/${group.slug}/creators`;
  if (ended === "gone")
    return redirect(page, { status: 303, headers: await doneHeaders(context, "decided") });
  const outcome = managed(ended, viewer);
  if (outcome === "full") return form.refuse({ "": "errors.grouplist.full" });
  return redirect(page, { status: 303, headers: await doneHeaders(context, DONE[outcome]) });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await sendClick({ serverAction: () => serverAction() });
}

export default function Creator({ loaderData, actionData, params }: Route.ComponentProps) {
  const { member } = useQuestions();
  const { act, person } = loaderData;
  return (
    <ConfirmPage
      question={member(act, person)}
      back={`/gl/${params.grouplist}/creators`}
      refusal={actionData}
    />
  );
}
