import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { rangeField, rankingSwitch } from "../../domain/leaderboard/leaderboard.schema.ts";
import { isCountry } from "../../domain/tax/countries.server.ts";
import { countryCall } from "../../domain/users/profile.schema.ts";
import { saveProfile } from "../../domain/users/profile-edit.server.ts";
import { setRanking } from "../../domain/users/settings.server.ts";
import { hasFullAccess, stageOf } from "../../domain/users/viewer.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { boardUrl } from "./board-url.ts";

export async function changeOwnSide(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | FormReply> {
  const posted = await readCheckableForm(request);
  const viewer = await requireCreator(request, context);
  const isIn = hasFullAccess(viewer) && viewer.status !== "LOCKED" && stageOf(viewer) === null;
  if (!isIn) throw data(null, { status: 403 });
  const page = boardUrl({ kind: "creators", range: rangeField.parse(posted.get("range")) });
  const back = async (done: "ranking_on" | "ranking_off" | "country_saved") =>
    redirect(page, { status: 303, headers: await doneHeaders(context, done) });
  const { db, clock, reservedNames } = context.get(servicesContext);
  if (posted.get("intent") === "ranking") {
    const form = parseForm(request, context, posted, rankingSwitch, {}, "errors.ranking.update_failed");
    if (!form.ok) return form.reply;
    await setRanking(db, viewer.id, form.value.enabled, clock());
    return back(form.value.enabled ? "ranking_on" : "ranking_off");
  }
  const form = parseForm(request, context, posted, countryCall, {}, "errors.country.update_failed");
  if (!form.ok) return form.reply;
  const { country_id } = form.value;
  if (!(await isCountry(db, country_id))) return form.refuse({ country_id: "errors.country.required" });
  await saveProfile(db, viewer.id, { country_id }, reservedNames, clock());
  return back("country_saved");
}
