import { data, type RouterContextProvider } from "react-router";
import { clientAddressContext, retryAfterContext, servicesContext } from "../context.ts";
import { addressKey, networkKey } from "./address-keys.ts";
import type { Budget } from "./limit-table.ts";

/** One to be taken from a budget. */
export interface Taking {
  budget: Budget;
  key: string;
  /** So many are taken, where it is not one. */
  points?: number;
  /** Others count here, too: what is given back is one's own and no more. */
  isShared?: boolean;
  /** Where the budget is used up, that is not the end: null for nothing more, else what is taken beside it. */
  beyond?: { budget: Budget; key: string } | null;
}

/**
 * Takes one from each budget, in order, each at once for all processes. Returns what was taken; null when one of them is
 * used up: then the others have theirs back, and the request's answer says how long to wait.
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

/** Gives back what was taken: it came to nothing. */
export async function giveBackBudgets(
  context: Readonly<RouterContextProvider>,
  taken: readonly Taking[],
): Promise<void> {
  const { limits } = context.get(servicesContext);
  for (const { budget, key, points } of taken) await limits.giveBack(budget, key, points);
}

/** Takes one from a budget; throws the page of 429, which says how long to wait. */
export async function requireBudget(
  context: Readonly<RouterContextProvider>,
  budget: Budget,
  key: string,
): Promise<void> {
  if (!(await takeBudgets(context, [{ budget, key }]))) throw data(null, { status: 429 });
}

/** Whether one more mail may be sent to the address that somebody types: by recipient, and by who asks for it. */
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

/** Whether somebody may register: by their address, and by whom the mail that confirms it goes to. */
export async function mayRegister(context: Readonly<RouterContextProvider>, email: string): Promise<boolean> {
  const address = addressKey(context.get(clientAddressContext));
  const own: Taking = { budget: "registration", key: address };
  return await mayMail(context, [own, { budget: "registration_mail", key: recipientKey(email) }]);
}

/**
 * Whether the good parts of a registration with an error may be kept: by address, unless it was counted as a
 * registration, and by all that is kept. Nothing is refused by it: what is wrong is said all the same.
 */
export async function mayKeepRegistration(
  context: Readonly<RouterContextProvider>,
  { isCounted }: { isCounted: boolean },
): Promise<boolean> {
  const { limits } = context.get(servicesContext);
  const key = addressKey(context.get(clientAddressContext));
  if (!isCounted && (await limits.take("registration_kept", key)) !== null) return false;
  return (await limits.take("registration_kept_all", "all")) === null;
}

/** Whether the mail that confirms a registration may be sent again: by account, and by whom it goes to. */
export async function mayResend(
  context: Readonly<RouterContextProvider>,
  account: { id: string; email: string },
): Promise<boolean> {
  const own: Taking = { budget: "resend", key: account.id };
  return await mayMail(context, [own, { budget: "registration_mail", key: recipientKey(account.email) }]);
}

/** One mailbox, one key: what stands behind a plus, and dots, which many providers leave out, make no other recipient. */
export function recipientKey(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).split("+")[0] ?? "";
  return `${name.replaceAll(".", "")}${email.slice(at)}`.toLowerCase();
}
