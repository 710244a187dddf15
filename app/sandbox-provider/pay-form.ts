import type { PaymentType } from "../domain/payments/provider-port.ts";
import {
  type Behaviour,
  compact,
  findTestInstrument,
  passesLuhn,
  passesMod97,
  type TextKey,
} from "./test-instruments.ts";

export type FormFields = Readonly<Record<string, string>>;

export type ErrorKey = Extract<TextKey, `errors.${string}`>;

export type FieldErrors = Readonly<Record<string, ErrorKey>>;

export interface ChosenInstrument {
  id: string;
  behaviour: Behaviour;
  /** Such as "•••• 4242"; never the whole number. */
  label: string;
  country: string;
  expiresOn: string | null;
}

export type PayFormReading =
  | { outcome: "read"; instrument: ChosenInstrument }
  | { outcome: "invalid"; errors: FieldErrors; kept: FormFields };

type Rule = (typed: string, now: Date) => ErrorKey | null;

interface PayForm {
  rules: Record<string, Rule>;
  instrument: string;
  /** Never a card number or its security code. */
  kept: readonly string[];
}

const bankForm: PayForm = {
  rules: { bank: (id) => (findTestInstrument("INETCASH_DB", id) ? null : "errors.bankMissing") },
  instrument: "bank",
  kept: ["bank"],
};

const FORMS: Record<PaymentType, PayForm> = {
  INETCASH_CC: {
    rules: { number: judgeNumber, expiry: judgeExpiry, cvc: judgeCvc, holder: judgeHolder },
    instrument: "number",
    kept: ["expiry", "holder"],
  },
  INETCASH_DD: {
    rules: {
      iban: judgeIban,
      holder: judgeHolder,
      mandate: (ticked) => (ticked === "yes" ? null : "errors.mandateMissing"),
    },
    instrument: "iban",
    kept: ["iban", "holder", "mandate"],
  },
  INETCASH_DB: bankForm,
  INETCASH_OB: bankForm,
};

/** A missing field is empty. */
export function readPayForm(type: PaymentType, fields: FormFields, now: Date): PayFormReading {
  const form = FORMS[type];
  const errors: Record<string, ErrorKey> = {};
  for (const [name, judge] of Object.entries(form.rules)) {
    const error = judge(fields[name] ?? "", now);
    if (error) errors[name] = error;
  }
  const given = fields[form.instrument] ?? "";
  const found = findTestInstrument(type, given);
  if (Object.keys(errors).length > 0 || !found) {
    const kept = Object.fromEntries(form.kept.map((name) => [name, (fields[name] ?? "").slice(0, 100)]));
    return { outcome: "invalid", errors, kept };
  }
  const label = form === bankForm ? found.value : `••••\u00a0${compact(given).slice(-4)}`;
  const country = compact(given).replace(/^IBAN/, "").slice(0, 2);
  const expiresOn = readExpiry(fields.expiry ?? "");
  return {
    outcome: "read",
    instrument: { id: found.id, behaviour: found.behaviour, label, country, expiresOn },
  };
}

function judgeNumber(typed: string): ErrorKey | null {
  const number = compact(typed);
  if (number === "") return "errors.numberMissing";
  if (!passesLuhn(number)) return "errors.numberInvalid";
  return findTestInstrument("INETCASH_CC", number) ? null : "errors.numberUnlisted";
}

function judgeExpiry(typed: string, now: Date): ErrorKey | null {
  if (typed.trim() === "") return "errors.expiryMissing";
  const last = readExpiry(typed);
  if (last === null || Number(last.slice(0, 4)) > now.getUTCFullYear() + 20) return "errors.expiryInvalid";
  return last < now.toISOString().slice(0, 10) ? "errors.expiryPast" : null;
}

function readExpiry(typed: string): string | null {
  const [, month, year] = /^\s*(\d{1,2})\s*[/.-]?\s*(\d{4}|\d{2})\s*$/.exec(typed) ?? [];
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return new Date(Date.UTC(Number(year.padStart(4, "20")), Number(month), 0)).toISOString().slice(0, 10);
}

function judgeCvc(typed: string): ErrorKey | null {
  if (typed.trim() === "") return "errors.cvcMissing";
  return /^\s*\d{3,4}\s*$/.test(typed) ? null : "errors.cvcInvalid";
}

function judgeHolder(typed: string): ErrorKey | null {
  if (typed.trim() === "") return "errors.holderMissing";
  return typed.trim().length > 100 ? "errors.holderLong" : null;
}

function judgeIban(typed: string): ErrorKey | null {
  const iban = compact(typed).replace(/^IBAN/, "");
  if (iban === "") return "errors.ibanMissing";
  if (!passesMod97(iban)) return "errors.ibanInvalid";
  return findTestInstrument("INETCASH_DD", iban) ? null : "errors.ibanUnlisted";
}
