import type { ParseKeys } from "i18next";
import type { ChargeRefusal, PaymentType } from "../domain/payments/provider-port.ts";

export type TextKey = ParseKeys<"sandbox">;

export type Behaviour =
  | { step: "paid"; dispute?: "WON" | "LOST" }
  | { step: "failed"; failureCode: string }
  | { step: "challenge" }
  | { step: "processing"; ending: "PAID" | "FAILED" | "FAILED_THEN_PAID" };

export interface TestInstrument {
  id: string;
  value: string;
  text: TextKey;
  behaviour: Behaviour;
  /** Of the kept method's charges; else as the first. */
  later?: Behaviour | undefined;
}

const entry = (
  id: string,
  value: string,
  text: TextKey,
  behaviour: Behaviour,
  later?: Behaviour,
): TestInstrument => ({
  ...{ id, value, text, behaviour, later },
});

const PAID: Behaviour = { step: "paid" };
const fails = (failureCode: string): Behaviour => ({ step: "failed", failureCode });

/** By failure code; others need another method. */
export const LATER_REFUSALS: Readonly<Record<string, ChargeRefusal>> = {
  ...{ insufficient_funds: "RETRY", debit_returned: "RETRY", authentication_required: "CONFIRM" },
};

export const SUCCESS_CARD = "4242 4242 4242 4242";

const CARDS: readonly TestInstrument[] = [
  entry("success", SUCCESS_CARD, "cards.success", PAID),
  entry("declined", "4000 0000 0000 0002", "cards.declined", fails("card_declined")),
  entry("funds", "4000 0000 0000 9995", "cards.funds", fails("insufficient_funds")),
  entry("challenge", "4000 0025 0000 3155", "cards.challenge", { step: "challenge" }, PAID),
  entry("chargeback", "4000 0000 0000 0259", "cards.chargeback", { step: "paid", dispute: "LOST" }),
  entry("dispute", "4000 0000 0000 2685", "cards.dispute", { step: "paid", dispute: "WON" }),
  entry("laterFunds", "4000 0000 0000 0341", "cards.laterFunds", PAID, fails("insufficient_funds")),
  entry("laterStolen", "4000 0000 0000 9979", "cards.laterStolen", PAID, fails("stolen_card")),
  entry(
    "laterConfirm",
    "4000 0027 6000 3184",
    "cards.laterConfirm",
    { step: "challenge" },
    fails("authentication_required"),
  ),
];

const ACCOUNTS: readonly TestInstrument[] = [
  entry("success", "DE89 3704 0044 0532 0130 00", "accounts.success", PAID),
  entry("later", "DE08 3704 0044 0532 0130 03", "accounts.later", { step: "processing", ending: "PAID" }),
  entry("returned", "DE62 3704 0044 0532 0130 01", "accounts.returned", {
    step: "processing",
    ending: "FAILED",
  }),
  entry("chargeback", "DE35 3704 0044 0532 0130 02", "accounts.chargeback", {
    step: "paid",
    dispute: "LOST",
  }),
  entry("laterReturned", "DE78 3704 0044 0532 0130 04", "accounts.laterReturned", PAID, {
    step: "processing",
    ending: "FAILED",
  }),
];

const BANKS: readonly TestInstrument[] = [
  entry("success", "Sandbank", "banks.success", PAID),
  entry("later", "Dune Savings", "banks.later", { step: "processing", ending: "PAID" }),
  entry("returned", "Quicksand Bank", "banks.returned", { step: "processing", ending: "FAILED" }),
  entry("late", "Hourglass Union", "banks.late", { step: "processing", ending: "FAILED_THEN_PAID" }),
  entry("refused", "Driftwood Bank", "banks.refused", fails("bank_refused")),
];

export function testInstruments(type: PaymentType): readonly TestInstrument[] {
  if (type === "INETCASH_CC") return CARDS;
  if (type === "INETCASH_DD") return ACCOUNTS;
  return BANKS;
}

export function findTestInstrument(type: PaymentType, given: string): TestInstrument | null {
  const byId = type === "INETCASH_DB" || type === "INETCASH_OB";
  const wanted = compact(given);
  return (
    testInstruments(type).find((entry) => (byId ? entry.id === given : compact(entry.value) === wanted)) ??
    null
  );
}

export function laterBehaviour(type: PaymentType, id: string): Behaviour {
  const found = testInstruments(type).find((each) => each.id === id);
  return found?.later ?? found?.behaviour ?? fails("no_such_method");
}

export function compact(typed: string): string {
  return typed.replace(/[\s.-]/g, "").toUpperCase();
}

/** ISO/IEC 7812; false unless 12 to 19 digits. */
export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, figure, place) => {
    const value = Number(figure) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 13616, mod 97; ignores the country's length. */
export function passesMod97(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const rearranged = iban.slice(4) + iban.slice(0, 4);
  const figures = [...rearranged].map((character) => parseInt(character, 36)).join("");
  return BigInt(figures) % 97n === 1n;
}
