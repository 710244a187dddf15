import { redirect } from "react-router";
import { decideRate } from "../../../domain/approvals/approvals.server.ts";
import { heldRateSchema } from "../../../domain/exchange-rates/held-rate.schema.ts";
import { formStandsOn, takesForm } from "../acts.server.ts";
import { RefusedAct } from "../refused-act.tsx";

const PAGE = "/admin/payments/rates";

export const loader = formStandsOn(PAGE);

/** Uses a reference rate that was held, or asks a second operator for it. */
export const action = takesForm(PAGE, heldRateSchema, async ({ services, ...given }, { rate_date }) => {
  const outcome = await decideRate(services, { ...given, rate_date, decision: "ACCEPTED" });
  return redirect(`${PAGE}?done=${outcome === "decided" ? "accepted" : outcome}`, 303);
});

export default RefusedAct;
