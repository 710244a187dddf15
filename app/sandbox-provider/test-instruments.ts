import type { ParseKeys } from "i18next";
import type { PaymentType } from "../domain/payments/provider-port.ts";

/** A key of the sandbox's own texts. */
export type TextKey = ParseKeys<"sandbox">;

/** What a test card, account or bank makes of a payment. */
export type Behaviour =
  | { step: "paid"; dispute?: "WON" | "LOST" }
  | { step: "failed"; failureCode: string }
  | { step: "challenge" }
  | { step: "processing"; ending: "PAID" | "FAILED" | "FAILED_THEN_PAID" };

/** One entry of the list that the hosted page shows. */
export interface TestInstrument {
  id: string;
  /** A card number or an IBAN, as printed; for a bank, its name. */
  value: string;
  /** What it does. */
  text: TextKey;
  behaviour: Behaviour;
}

const CARDS = [
  { id: "success", value: "4242 4242 4242 4242", text: "cards.success", behaviour: { step: "paid" } },
  {
    id: "declined",
    value: "4000 0000 0000 0002",
    text: "cards.declined",
    behaviour: { step: "failed", failureCode: "card_declined" },
  },
  {
    id: "funds",
    value: "4000 0000 0000 9995",
    text: "cards.funds",
    behaviour: { step: "failed", failureCode: "insufficient_funds" },
  },
  {
    id: "challenge",
    value: "4000 0025 0000 3155",
    text: "cards.challenge",
    behaviour: { step: "challenge" },
  },
  {
    id: "chargeback",
    value: "4000 0000 0000 0259",
    text: "cards.chargeback",
    behaviour: { step: "paid", dispute: "LOST" },
  },
  {
    id: "dispute",
    value: "4000 0000 0000 2685",
    text: "cards.dispute",
    behaviour: { step: "paid", dispute: "WON" },
  },
] as const satisfies readonly TestInstrument[];

const ACCOUNTS = [
  {
    id: "success",
    value: "DE89 3704 0044 0532 0130 00",
    text: "accounts.success",
    behaviour: { step: "paid" },
  },
  {
    id: "later",
    value: "DE08 3704 0044 0532 0130 03",
    text: "accounts.later",
    behaviour: { step: "processing", ending: "PAID" },
  },
  {
    id: "returned",
    value: "DE62 3704 0044 0532 0130 01",
    text: "accounts.returned",
    behaviour: { step: "processing", ending: "FAILED" },
  },
  {
    id: "chargeback",
    value: "DE35 3704 0044 0532 0130 02",
    text: "accounts.chargeback",
    behaviour: { step: "paid", dispute: "LOST" },
  },
] as const satisfies readonly TestInstrument[];

const BANKS = [
  { id: "success", value: "Sandbank", text: "banks.success", behaviour: { step: "paid" } },
  {
    id: "later",
    value: "Dune Savings",
    text: "banks.later",
    behaviour: { step: "processing", ending: "PAID" },
  },
  {
    id: "returned",
    value: "Quicksand Bank",
    text: "banks.returned",
    behaviour: { step: "processing", ending: "FAILED" },
  },
  {
    id: "late",
    value: "Hourglass Union",
    text: "banks.late",
    behaviour: { step: "processing", ending: "FAILED_THEN_PAID" },
  },
  {
    id: "refused",
    value: "Driftwood Bank",
    text: "banks.refused",
    behaviour: { step: "failed", failureCode: "bank_refused" },
  },
] as const satisfies readonly TestInstrument[];

/** The test instruments that the hosted page offers for a way to pay, in the order shown. */
export function testInstruments(type: PaymentType): readonly TestInstrument[] {
  if (type === "INETCASH_CC") return CARDS;
  if (type === "INETCASH_DD") return ACCOUNTS;
  return BANKS;
}

/** The instrument with this number, IBAN or bank id; null when it is none of the listed ones. */
export function findTestInstrument(type: PaymentType, given: string): TestInstrument | null {
  const byId = type === "INETCASH_DB" || type === "INETCASH_OB";
  const wanted = compact(given);
  return (
    testInstruments(type).find((entry) => (byId ? entry.id === given : compact(entry.value) === wanted)) ??
    null
  );
}

/** Capital letters and figures alone: how numbers are compared whatever spaces or dashes were typed. */
export function compact(typed: string): string {
  return typed.replace(/[\s.-]/g, "").toUpperCase();
}

/** The check figure of a card number (ISO/IEC 7812): false for anything but 12 to 19 figures. */
export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, figure, place) => {
    const value = Number(figure) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The check figures of an IBAN (ISO 13616, mod 97); the length by country is not judged. */
export function passesMod97(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const rearranged = iban.slice(4) + iban.slice(0, 4);
  const figures = [...rearranged].map((character) => parseInt(character, 36)).join("");
  return BigInt(figures) % 97n === 1n;
}
