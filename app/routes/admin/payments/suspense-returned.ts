import { redirect } from "react-router";
import { returnedForm } from "../../../domain/suspense/suspense.schema.ts";
import { endSuspense } from "../../../domain/suspense/suspense.server.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payments/suspense/:id";

export const loader = formStandsOn(PAGE);

/** Money that fits nothing was given back elsewhere, which an operator says with a reference. */
export const action = takesForm(PAGE, returnedForm, async ({ services, id, operator_id }, form) => {
  const { seen_left: seen_left_minor, note: reason, by, reference } = form;
  const end = { kind: "SUSPENSE_RETURNED", by, reference } as const;
  const given = { payment_id: id, operator_id, seen_left_minor, reason, end };
  return redirect(`/admin/payments/suspense/${id}?done=${await endSuspense(services, given)}`, 303);
});

export default RefusedAct;
