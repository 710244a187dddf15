import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { isCountry } from "../../domain/tax/tax.server.ts";
import { countryCall } from "../../domain/users/profile.schema.ts";
import { saveProfile } from "../../domain/users/users.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { formPageContext, leadToFormPage } from "../../http/refused-forms.server.ts";
import type { Route } from "./+types/country";
import { pageOfForm } from "./board.server.ts";

/** Saves the country that stands beside a creator's name. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, reservedNames } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const posted = await readCheckableForm(request);
  const page = pageOfForm(posted);
  context.set(formPageContext, page);
  const form = parseForm(request, context, posted, countryCall, {}, "errors.country.update_failed");
  if (!form.ok) return form.reply;
  const { country_id } = form.value;
  if (!(await isCountry(db, country_id))) return form.refuse({ country_id: "errors.country.required" });
  await saveProfile(db, viewer.id, { country_id }, reservedNames, clock());
  return redirect(page, { status: 303, headers: doneHeaders(context, "country_saved") });
}

/** Its form stands on the leaderboard. */
export function loader({ context }: Route.LoaderArgs) {
  return leadToFormPage(context, "/leaderboard/creators");
}

export default function Country() {
  return null;
}
