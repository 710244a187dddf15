import { data, type RouterContextProvider } from "react-router";
import { clientAddressContext, retryAfterContext, servicesContext } from "../context.ts";
import { acceptInvitation } from "../domain/grouplists/group-members.server.ts";
import { addressKey, networkKey } from "./address-keys.ts";
import type { Budget } from "./limit-table.ts";

export interface Taking {
  budget: Budget;
  key: string;
  points?: number;
  /** Returns only what this request took. */
  isShared?: boolean;
  beyond?: { budget: Budget; key: string } | null;
}

/**
 * One of each in order, atomically across processes. When one is used up, returns the wait and gives the
 * others back.
 */
export async function takeBudgets(
  context: Readonly<RouterContextProvider>,
  takings: readonly Taking[],
): Promise<Taking[] | null> {
  const { limits } = context.get(servicesContext);
  const taken: Taking[] = [];
  for (const { beyond, ...taking } of takings) {
    let seconds = await limits.take(taking.budget, taking.key, taking.points);
    if (seconds === null || beyond !== undefined) taken.push(taking);
    if (seconds !== null && beyond !== undefined) {
      seconds = beyond === null ? null : await limits.take(beyond.budget, beyond.key);
      if (beyond !== null && seconds === null) taken.push(beyond);
    }
    if (seconds !== null) {
      await giveBackBudgets(context, taken);
      context.set(retryAfterContext, seconds);
      return null;
    }
  }
  return taken;
}

export async function giveBackBudgets(
  context: Readonly<RouterContextProvider>,
  taken: readonly Taking[],
): Promise<void> {
  const { limits } = context.get(servicesContext);
  for (const { budget, key, points } of taken) await limits.giveBack(budget, key, points);
}

export async function requireBudget(
  context: Readonly<RouterContextProvider>,
  budget: Budget,
  key: string,
): Promise<void> {
  if (!(await takeBudgets(context, [{ budget, key }]))) throw data(null, { status: 429 });
}

export async function mayMail(
  context: Readonly<RouterContextProvider>,
  takings: readonly Taking[],
): Promise<boolean> {
  const address = context.get(clientAddressContext);
  const all: Taking[] = [
    ...takings,
    { budget: "mail_address", key: addressKey(address) },
    { budget: "mail_network", key: networkKey(address) },
  ];
  return (await takeBudgets(context, all)) !== null;
}

export async function mayRegister(context: Readonly<RouterContextProvider>, email: string): Promise<boolean> {
  const address = addressKey(context.get(clientAddressContext));
  const own: Taking = { budget: "registration", key: address };
  return await mayMail(context, [own, { budget: "registration_mail", key: recipientKey(email) }]);
}

/** By address and in total. A refusal still shows the form's errors. */
export async function mayKeepRegistration(
  context: Readonly<RouterContextProvider>,
  { isCounted }: { isCounted: boolean },
): Promise<boolean> {
  const { limits } = context.get(servicesContext);
  const key = addressKey(context.get(clientAddressContext));
  if (!isCounted && (await limits.take("registration_kept", key)) !== null) return false;
  return (await limits.take("registration_kept_all", "all")) === null;
}

export async function mayResend(
  context: Readonly<RouterContextProvider>,
  account: { id: string; email: string },
): Promise<boolean> {
  const own: Taking = { budget: "resend", key: account.id };
  return await mayMail(context, [own, { budget: "registration_mail", key: recipientKey(account.email) }]);
}

/** Plus suffixes and dots make no other mailbox. */
export function recipientKey(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).split("+")[0] ?? "";
  return `${name.replaceAll(".", "")}${email.slice(at)}`.toLowerCase();
}

/** An acceptance without effect is given back; an unknown code costs the creator's budget. */
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
