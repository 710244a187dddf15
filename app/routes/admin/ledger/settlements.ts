import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { importSettlement } from "../../../domain/payments/payments.server.ts";
import { readUploadForm } from "../../../http/body.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { formStandsOn, refuseOn } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";
import type { Route } from "./+types/settlements";

const PAGE = "/admin/books";
const REFERENCES_SHOWN = 20;

export const loader = formStandsOn(PAGE);

/** Takes in a provider's file about what it settled. */
export async function action(asked: Route.ActionArgs) {
  const operator_id = await refuseOn(asked, PAGE);
  const services = asked.context.get(servicesContext);
  const errors = getI18n(asked.context).getFixedT(null, "errors");
  const refuse = (problem: string) => data({ problem }, { status: 422 });
  const { file, fields } = await readUploadForm(asked.request, "file");
  const name = fields.get("provider");
  const provider = typeof name === "string" ? services.providers.find(name) : null;
  if (!provider) return refuse(errors("settlement.provider"));
  if (!file) return refuse(errors("settlement.required"));
  if ("problem" in file) return refuse(errors("settlement.no_csv"));
  const given = { provider: provider.name, bytes: file.bytes, operator_id };
  const outcome = await importSettlement(services, given);
  if (outcome.outcome !== "refused") return redirect(`${PAGE}?done=${outcome.outcome}`, 303);
  const { line, fault, references = [] } = outcome.fault;
  const named = references.slice(0, REFERENCES_SHOWN).join(", ");
  const more = references.length > REFERENCES_SHOWN ? " …" : "";
  return refuse(errors(`settlement.${fault}`, { line: line ?? "", references: `${named}${more}` }));
}

export default RefusedAct;
