import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { acceptInvitation } from "../domain/grouplists/group-members.server.ts";
import { giveBackBudgets, type Taking, takeBudgets } from "./budgets.server.ts";

/** An acceptance without effect is given back; an unknown code still costs the creator's budget. */
export async function acceptWithinBudgets(
  context: Readonly<RouterContextProvider>,
  given: { code: string; creator_id: string },
): Promise<Awaited<ReturnType<typeof acceptInvitation>> | "too_often"> {
  const taken = await takeBudgets(context, [
    { budget: "grouplist_ask", key: given.creator_id },
    { budget: "grouplist_asks", key: given.code },
  ]);
  if (!taken) return "too_often";
  const outcome = await acceptInvitation(context.get(servicesContext), given);
  const isUsed = ({ budget }: Taking) =>
    outcome === "asked" || (outcome === "unknown" && budget === "grouplist_ask");
  await giveBackBudgets(
    context,
    taken.filter((taking) => !isUsed(taking)),
  );
  return outcome;
}
