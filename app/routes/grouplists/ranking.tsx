import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { groupSwitch } from "../../domain/grouplists/grouplist.schema.ts";
import { setGroupRanking } from "../../domain/grouplists/grouplists.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/ranking";
import { ConfirmPage } from "./confirm-page.tsx";
import { managed, requireOwnGroup } from "./own-group.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Asks whether a group shall be on the leaderboard, or off it: a page, which the script opens as a dialog. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  const isOn = group.ranking_enabled_at !== null;
  return {
    title: getI18n(context).t(isOn ? "grouplists:ranking.offTitle" : "grouplists:ranking.onTitle"),
    isOn,
    slug: group.slug,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  await requireBudget(context, "grouplist", viewer.id);
  const posted = await readCheckableForm(request);
  const form = parseForm(request, context, posted, groupSwitch, {}, "errors.grouplist.update_failed");
  if (!form.ok) return form.reply;
  const { enabled } = form.value;
  const given = { slug: group.slug, creator_id: viewer.id, enabled };
  managed(await setGroupRanking(context.get(servicesContext), given), viewer);
  const done = enabled ? "ranking_on" : "ranking_off";
  return redirect(`/gl/${group.slug}/edit`, { status: 303, headers: doneHeaders(context, done) });
}

export default function Ranking({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("grouplists");
  const { title, isOn, slug } = loaderData;
  return (
    <ConfirmPage
      title={title}
      text={t(isOn ? "ranking.offText" : "ranking.onText")}
      action={`/gl/${slug}/ranking`}
      button={t(isOn ? "ranking.turnOff" : "ranking.turnOn")}
      back={{ href: `/gl/${slug}/edit`, text: t("backToEdit") }}
      lastResult={actionData}
    >
      <input type="hidden" name="enabled" value={isOn ? "off" : "on"} />
    </ConfirmPage>
  );
}
