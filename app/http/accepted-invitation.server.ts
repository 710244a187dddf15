import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { acceptInvitation } from "../domain/grouplists/group-members.server.ts";
import { giveBackBudgets, type Taking, takeBudgets } from "./budgets.server.ts";

/**
 * Accepts an invitation within the budgets of the creator and of the group. What changes nothing (they wait already, the
 * group is full) uses up neither; a code of no group uses up the creator's own.
 */
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
