import { type Minor, minor } from "../../money/minor.ts";
import { cause, clearing, platform } from "../chart.ts";
import type { Posting } from "../post.server.ts";
import { positive } from "./posting-rules.ts";

interface Aside {
  payment_id: string;
  provider: string;
  currency: string;
}

export function inboundToSuspense(aside: Aside & { received_minor: Minor }, at: Date): Posting {
  const { payment_id, provider, currency, received_minor } = aside;
  return {
    key: `inbound:${payment_id}`,
    kind: "inbound_suspense",
    cause: cause("payment", payment_id),
    reference: `payment:${payment_id}`,
    effective_at: at,
    transfers: [
      {
        from: clearing(provider, currency),
        to: platform("suspense", currency),
        amount_minor: received_minor,
      },
    ],
  };
}

export interface SuspenseParts {
  amount_minor: Minor;
  beyond_minor: Minor;
}

export function suspenseRefunded(
  { refund_id, exit_id, payment_id, provider, currency }: Aside & { refund_id: string; exit_id: string },
  parts: SuspenseParts,
  at: Date,
): Posting {
  const to = clearing(provider, currency);
  return {
    key: `refund:${refund_id}`,
    kind: "suspense_refunded",
    cause: cause("suspense_exit", exit_id),
    reference: `payment:${payment_id}`,
    effective_at: at,
    transfers: positive([
      { from: platform("suspense", currency), to, amount_minor: parts.amount_minor },
      { from: platform("goodwill", currency), to, amount_minor: parts.beyond_minor },
    ]),
  };
}

/** By the provider's back office or our bank account. */
export function suspenseReturned(
  { exit_id, payment_id, provider, currency }: Aside & { exit_id: string },
  by: "PROVIDER" | "BANK",
  parts: SuspenseParts,
  at: Date,
): Posting {
  const to = by === "PROVIDER" ? clearing(provider, currency) : platform("bank", currency);
  return {
    key: `suspense:${exit_id}:returned`,
    kind: "suspense_returned",
    cause: cause("suspense_exit", exit_id),
    reference: `payment:${payment_id}`,
    effective_at: at,
    transfers: positive([
      { from: platform("suspense", currency), to, amount_minor: parts.amount_minor },
      { from: platform("goodwill", currency), to, amount_minor: parts.beyond_minor },
    ]),
  };
}

/** A lost dispute about unknown money is won. */
export function suspenseBroughtBack(
  { exit_id, payment_id, provider, currency }: Aside & { exit_id: string },
  parts: SuspenseParts,
  at: Date,
): Posting {
  const from = clearing(provider, currency);
  return {
    key: `suspense:${exit_id}:reversed`,
    kind: "suspense_brought_back",
    cause: cause("suspense_exit", exit_id),
    reference: `payment:${payment_id}`,
    effective_at: at,
    transfers: positive([
      { from, to: platform("suspense", currency), amount_minor: parts.amount_minor },
      { from, to: platform("goodwill", currency), amount_minor: parts.beyond_minor },
    ]),
  };
}

export function suspenseRefundFailed(
  { exit_id, payment_id, provider, currency }: Aside & { exit_id: string },
  parts: SuspenseParts,
  at: Date,
): Posting {
  const from = clearing(provider, currency);
  return {
    key: `suspense:${exit_id}:refund_failed`,
    kind: "suspense_refund_failed",
    cause: cause("suspense_exit", exit_id),
    reference: `payment:${payment_id}`,
    effective_at: at,
    transfers: positive([
      { from, to: platform("suspense", currency), amount_minor: parts.amount_minor },
      { from, to: platform("goodwill", currency), amount_minor: parts.beyond_minor },
    ]),
  };
}

/** By two operators, for the platform. */
export function suspenseKept(
  { exit_id, payment_id, currency }: Omit<Aside, "provider"> & { exit_id: string },
  amount: Minor,
  at: Date,
): Posting {
  return {
    key: `suspense:${exit_id}:kept`,
    kind: "suspense_kept",
    cause: cause("suspense_exit", exit_id),
    reference: `payment:${payment_id}`,
    effective_at: at,
    transfers: [
      {
        from: platform("suspense", currency),
        to: platform("breakage_revenue", currency),
        amount_minor: minor(amount),
      },
    ],
  };
}
