import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import type { RefundSnapshot } from "../../../app/domain/payments/provider-port.ts";
import type { ModelType } from "./money-model.ts";

export const CURRENCIES = ["EUR", "USD"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** One step of a history; numbers choose among what there is. */
export type MoneyStep =
  | Step<"tip" | "group_tip", GivenTip>
  | Step<"arrive", { which: number }>
  | Step<"arrive_locked", { which: number; who: number }>
  | Step<"member" | "money_model", { who: number }>
  | Step<"group_model", { isDirect: boolean }>
  | Step<"pass", { which: number; ends: "well" | "refused" | "unavailable" | "lost_answer" }>
  | Step<"share_refund", { which: number; who: number; percent: number }>
  | Step<"days", { days: number }>
  | Step<"move" | "write_off" | "give_up", { who: number; currency: number }>
  | Step<"withdraw", { who: number; currency: number; percent: number }>
  | Step<"settle", { who: number; isPaid: boolean }>
  | Step<"bounce" | "leave" | "report_return", { who: number }>
  | Step<"refund_fails", { which: number }>
  | Step<"correct", GivenCorrection>
  | Step<"open" | "won" | "lost", { which: number; dispute: 0 | 1 }>
  | Step<"refund" | "provider_refund", { which: number; percent: number }>;
/** A correcting entry of two operators, by its number. */
export interface GivenCorrection {
  who: number;
  currency: number;
  way: number;
  amount: number;
}
export interface GivenTip {
  /** Of a group's tip the members whom the fan leaves out, as a bit each. */
  who: number;
  amount: number;
  way: number;
  percents: readonly [number, number];
  isLate: boolean;
}
type Step<Action extends string, Facts> = Action extends string ? { action: Action } & Facts : never;

/** A way to pay in a currency, by its number. */
export function wayOf(currency: string, way: number): ModelType {
  const ways: ModelType[] =
    currency === "EUR" ? ["INETCASH_CC", "INETCASH_OB", "INETCASH_DD"] : ["INETCASH_CC"];
  return ways[way % ways.length] ?? "INETCASH_CC";
}

/** A currency by its number. */
export function currencyOf(index: number): Currency {
  return CURRENCIES[index % CURRENCIES.length] ?? "EUR";
}

/** A payment of a history that was begun. */
export interface Told {
  payment: Payment;
  /** Of a group's tip who shares it, in the order in which they joined. */
  creators: readonly number[];
  isGroups: boolean;
  type: ModelType;
  names: readonly [number, number];
  refunds: RefundSnapshot[];
}
