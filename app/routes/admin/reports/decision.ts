import { redirect } from "react-router";
import { decisionForm } from "../../../domain/content-cases/content-case.schema.ts";
import { decideCase } from "../../../domain/content-cases/content-cases.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/reports/:id";

export const loader = formStandsOn(PAGE);

/** Decides a notice, or the complaint that the operator saw. */
export const action = takesForm(PAGE, decisionForm, async ({ services, id, operator_id }, decided) => {
  const done = await decideCase(services, { case_id: id, operator_id, ...decided });
  return redirect(`/admin/reports/${id}?done=${done}`, 303);
});

export default RefusedAct;
