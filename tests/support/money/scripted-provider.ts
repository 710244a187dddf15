import type {
  PaymentOffer,
  PaymentOrder,
  PaymentProvider,
  PaymentSnapshot,
  SavedCharge,
  SavedMethod,
  TransferOrder,
  TransferReversalOrder,
} from "../../../app/domain/payments/provider-port.ts";
import {
  ALL_ABILITIES,
  ProviderConflict,
  ProviderRefused,
  ProviderUnavailable,
} from "../../../app/domain/payments/provider-port.ts";
import { readSettlementCsv } from "../../../app/domain/payments/providers/settlement-csv.ts";

/**
 * A payment provider that does what the test says: an outside party, kept in memory. What it believes of a payment is
 * changed with `change`; `failNext` makes the next calls end badly.
 */
export interface ScriptedProvider extends PaymentProvider {
  readonly orders: PaymentOrder[];
  /** Everything that it was asked, in order: "create", "cancel pay-1". */
  readonly calls: string[];
  change(paymentId: string, news: Partial<PaymentSnapshot>): void;
  failNext(
    call: "create" | "find" | "fetch" | "cancel" | "refund" | "charge" | "transfer" | "reversal",
    how: "unavailable" | "refused" | "lost_answer",
  ): void;
  forgetFailures(): void;
  offer(offers: readonly PaymentOffer[]): void;
  /** By our ids: what was passed on to creators' accounts, and back. */
  readonly passed: ReadonlyMap<string, TransferOrder>;
  readonly fetched: ReadonlyMap<string, TransferReversalOrder>;
  /** By payment: how much of our fee has gone back in total. */
  readonly returnedFees: ReadonlyMap<string, number>;
  /** Charges of kept methods, in order. */
  readonly charges: SavedCharge[];
  /** What the next charge of this method comes out as; PAID unless said. */
  chargeBecomes(methodRef: string, news: Partial<PaymentSnapshot>): void;
  /** The fan fills in the page of a set-up. */
  finishSetUp(setUpRef: string): SavedMethod;
  readonly forgotten: string[];
  /** What refunds come out as; DONE unless changed. */
  refundsBecome(state: "PENDING" | "DONE" | "FAILED"): void;
}

const EVERYWHERE = ["EUR", "USD", "GBP", "JPY", "CHF"];
const OFFERS: readonly PaymentOffer[] = [
  { type: "INETCASH_CC", currencies: EVERYWHERE, saves: true },
  { type: "INETCASH_DB", currencies: ["EUR", "GBP"] },
  { type: "INETCASH_OB", currencies: ["EUR"] },
  { type: "INETCASH_DD", currencies: ["EUR"], countries: ["DE", "AT", "FR"], saves: true },
];

/** The method that a fan enters on this page. */
export function methodOf(page: string): SavedMethod {
  return {
    customerRef: `cus-${page}`,
    methodRef: `pm-${page}`,
    label: "Visa •••• 4242",
    expiresOn: "2040-12-31",
  };
}

export function scriptedProvider(clock: () => Date, name = "scripted"): ScriptedProvider {
  const orders: PaymentOrder[] = [];
  const calls: string[] = [];
  const known = new Map<string, PaymentSnapshot>();
  const returnedFees = new Map<string, number>();
  const charges: SavedCharge[] = [];
  const forgotten: string[] = [];
  const outcomes = new Map<string, Partial<PaymentSnapshot>[]>();
  const setUps = new Map<string, SavedMethod | null>();
  const passed = new Map<string, TransferOrder>();
  const fetched = new Map<string, TransferReversalOrder>();
  const failures: { call: string; how: string }[] = [];
  let offers = OFFERS;
  let refundState: "PENDING" | "DONE" | "FAILED" = "DONE";

  /** A call that was scripted to fail; "lost_answer" does its work first, and then does not answer. */
  const failure = (call: string) => {
    const index = failures.findIndex((each) => each.call === call);
    return index < 0 ? undefined : failures.splice(index, 1)[0]?.how;
  };
  const refuseOr = <Answer>(call: string, act: () => Answer): Answer => {
    const how = failure(call);
    if (how === "unavailable") throw new ProviderUnavailable(`scripted: no ${call}`);
    if (how === "refused") throw new ProviderRefused(`scripted: ${call} refused`);
    const answer = act();
    if (how === "lost_answer") throw new ProviderUnavailable(`scripted: the answer to ${call} was lost`);
    return answer;
  };
  const find = (providerRef: string) => {
    const found = [...known.values()].find((each) => each.providerRef === providerRef);
    if (!found) throw new ProviderRefused(`scripted: no ${providerRef}`);
    return found;
  };
  const change = (paymentId: string, news: Partial<PaymentSnapshot>) => {
    const before = known.get(paymentId);
    if (!before) throw new Error(`the provider was never asked for ${paymentId}`);
    const paidAt = news.state === "PAID" ? (before.paidAt ?? clock()) : before.paidAt;
    known.set(paymentId, { ...before, paidAt, ...news });
  };

  const once = <Order>(kept: Map<string, Order>, id: string, order: Order) => {
    const first = kept.get(id);
    if (first && JSON.stringify(first) !== JSON.stringify(order))
      throw new ProviderConflict(`scripted: ${id} has another body`);
    kept.set(id, order);
  };

  return {
    name,
    abilities: ALL_ABILITIES,
    readSettlement: readSettlementCsv,
    orders,
    calls,
    change,
    returnedFees,
    passed,
    fetched,
    accounts: {
      create: async ({ userId }) => ({ accountRef: `acct_${userId.replaceAll("-", "").slice(-16)}` }),
      onboardingUrl: async (accountRef) => `https://pay.example/onboarding/${accountRef}`,
      fetch: async () => null,
      disconnect: async () => undefined,
      payouts: async () => [],
      returnFee: async ({ providerRef, totalMinor }) => {
        const { paymentId } = find(providerRef);
        returnedFees.set(paymentId, Math.max(totalMinor, returnedFees.get(paymentId) ?? 0));
      },
      transfer: async (order) =>
        refuseOr("transfer", () => {
          once(passed, order.transferId, order);
          return { transferRef: `tr-${order.transferId}` };
        }),
      reverseTransfer: async (order) =>
        refuseOr("reversal", () => {
          once(fetched, order.reversalId, order);
          return { reversalRef: `trr-${order.reversalId}` };
        }),
    },
    charges,
    forgotten,
    chargeBecomes: (methodRef, news) => {
      outcomes.set(methodRef, [...(outcomes.get(methodRef) ?? []), news]);
    },
    finishSetUp: (setUpRef) => {
      const method = methodOf(setUpRef);
      setUps.set(setUpRef, method);
      return method;
    },
    saved: {
      charge: async (order) => {
        calls.push(`charge ${order.paymentId}`);
        return refuseOr("charge", () => {
          const before = known.get(order.paymentId);
          if (before) return before;
          charges.push(order);
          const { paymentId, amountMinor, currency } = order;
          const news = outcomes.get(order.method.methodRef)?.shift() ?? { state: "PAID" as const };
          const made = {
            providerRef: `ref-${paymentId}`,
            paymentId,
            amountMinor,
            currency,
            failureCode: null,
          };
          const state = news.state ?? "PAID";
          const paidAt = state === "PAID" ? clock() : null;
          const snapshot = { ...made, refunds: [], disputes: [], paidAt, ...news, state };
          known.set(paymentId, snapshot);
          return snapshot;
        });
      },
      setUp: async ({ setUpId }) => {
        setUps.set(`set-up-${setUpId}`, null);
        return { setUpRef: `set-up-${setUpId}`, redirectUrl: `https://pay.example/set-up-${setUpId}` };
      },
      fetchSetUp: async (setUpRef) => {
        const method = setUps.get(setUpRef) ?? null;
        return { state: method ? ("DONE" as const) : ("OPEN" as const), method };
      },
      forget: async ({ methodRef }) => {
        forgotten.push(methodRef);
      },
    },
    offers: () => offers,
    redirectOrigins: () => [],
    offer: (next) => {
      offers = next;
    },
    failNext: (call, how) => failures.push({ call, how }),
    forgetFailures: () => {
      failures.length = 0;
    },
    refundsBecome: (state) => {
      refundState = state;
    },
    create: async (order) => {
      calls.push(`create ${order.paymentId}`);
      return refuseOr("create", () => {
        const providerRef = `ref-${order.paymentId}`;
        const first = orders.find(({ paymentId }) => paymentId === order.paymentId);
        if (first && JSON.stringify(first) !== JSON.stringify(order))
          throw new ProviderConflict(`scripted: ${order.paymentId} has another body`);
        if (!known.has(order.paymentId)) {
          orders.push(order);
          known.set(order.paymentId, {
            providerRef,
            paymentId: order.paymentId,
            state: "OPEN",
            amountMinor: order.amountMinor,
            currency: order.currency,
            paidAt: null,
            failureCode: null,
            refunds: [],
            disputes: [],
          });
        }
        return { providerRef, redirectUrl: `https://pay.example/${providerRef}` };
      });
    },
    find: async (paymentId) => {
      calls.push(`find ${paymentId}`);
      return refuseOr("find", () => {
        const snapshot = known.get(paymentId);
        if (!snapshot) return null;
        const { providerRef } = snapshot;
        return { providerRef, redirectUrl: `https://pay.example/${providerRef}`, snapshot };
      });
    },
    fetch: async (providerRef) =>
      refuseOr("fetch", () => [...known.values()].find((each) => each.providerRef === providerRef) ?? null),
    cancel: async (providerRef) => {
      calls.push(`cancel ${providerRef}`);
      return refuseOr("cancel", () => {
        const before = find(providerRef);
        if (before.state === "OPEN") change(before.paymentId, { state: "CANCELLED" });
        return find(providerRef);
      });
    },
    refund: async (order) => {
      calls.push(`refund ${order.refundId}`);
      return refuseOr("refund", () => {
        find(order.providerRef);
        return { refundId: order.refundId, state: refundState, amountMinor: order.amountMinor };
      });
    },
    readEvent: (rawBody) => {
      const [kind = "", eventId = "", paymentId = ""] = new TextDecoder().decode(rawBody).split(" ");
      const reference = known.get(paymentId)?.providerRef ?? `ref-${paymentId}`;
      return kind === "forged"
        ? { outcome: "refused", reason: "signature" }
        : { outcome: "verified", kind, eventId, paymentId, providerRef: reference };
    },
  };
}
