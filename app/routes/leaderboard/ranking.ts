import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { rankingSwitch } from "../../domain/leaderboard/leaderboard.schema.ts";
import { setRanking } from "../../domain/users/users.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { formPageContext, leadToFormPage } from "../../http/refused-forms.server.ts";
import type { Route } from "./+types/ranking";
import { pageOfForm } from "./board.server.ts";

/** Puts a creator on the leaderboard or takes them off it, at once. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const posted = await readCheckableForm(request);
  const page = pageOfForm(posted);
  context.set(formPageContext, page);
  const form = parseForm(request, context, posted, rankingSwitch, {}, "errors.ranking.update_failed");
  if (!form.ok) return form.reply;
  const { enabled } = form.value;
  await setRanking(db, viewer.id, enabled, clock());
  const done = enabled ? "ranking_on" : "ranking_off";
  return redirect(page, { status: 303, headers: doneHeaders(context, done) });
}

/** Its switch stands on the leaderboard. */
export function loader({ context }: Route.LoaderArgs) {
  return leadToFormPage(context, "/leaderboard/creators");
}

export default function Ranking() {
  return null;
}
