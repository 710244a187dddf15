import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { writeOff } from "../../../domain/earnings/earnings.server.ts";
import { writeOffForm } from "../../../domain/refunds/refund.schema.ts";
import { readForm } from "../../../http/body.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { formStandsOn, refuseOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/write-off";

const PAGE = "/admin/books";

export const loader = formStandsOn(PAGE);

/** Gives up what a creator owes in a currency, for a reason. */
export async function action(asked: Route.ActionArgs) {
  const operator_id = await refuseOn(asked, PAGE);
  const form = writeOffForm.safeParse(Object.fromEntries(await readForm(asked.request)));
  if (!form.success)
    return data({ problem: getI18n(asked.context).t("errors:reason.required") }, { status: 422 });
  const outcome = await writeOff(asked.context.get(servicesContext), { ...form.data, operator_id });
  return redirect(`${PAGE}?done=${outcome}`, 303);
}

export default RefusedAct;
