import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { groupSwitch } from "../../domain/grouplists/grouplist.schema.ts";
import { setGroupRanking } from "../../domain/grouplists/own-groups.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { sendClick } from "../../ui/lost-connection.ts";
import type { Route } from "./+types/ranking";
import { ConfirmPage } from "./confirm-page.tsx";
import { managed, requireOwnGroup } from "./own-group.server.ts";
import { useQuestions } from "./questions.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  return { isOn: group.ranking_enabled_at !== null };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  await requireBudget(context, "grouplist", viewer.id);
  const posted = await readForm(request);
  const form = parseForm(request, context, posted, groupSwitch, {}, "errors.grouplist.update_failed");
  if (!form.ok) return form.reply;
  const { enabled } = form.value;
  const given = { slug: group.slug, creator_id: viewer.id, enabled };
  managed(await setGroupRanking(context.get(servicesContext), given), viewer);
  const done = enabled ? "ranking_on" : "ranking_off";
  return redirect(`/gl/${group.slug}/edit`, { status: 303, headers: await doneHeaders(context, done) });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await sendClick({ serverAction: () => serverAction() });
}

export default function Ranking({ loaderData, actionData, params }: Route.ComponentProps) {
  const { ranking } = useQuestions();
  return (
    <ConfirmPage
      question={ranking(loaderData.isOn)}
      back={`/gl/${params.grouplist}/edit`}
      refusal={actionData}
    />
  );
}
