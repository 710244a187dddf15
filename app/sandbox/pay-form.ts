import { z } from "zod";
import type { PaymentType } from "../domain/payments/provider-port.ts";
import { type Behaviour, compact, findTestInstrument, passesLuhn, passesMod97 } from "./test-instruments.ts";

/** A posted form as plain text fields. */
export type FormFields = Readonly<Record<string, string>>;

/** Field name -> translation key of what is wrong with it, in the order of the fields on the page. */
export type FieldErrors = Readonly<Record<string, string>>;

/** An instrument that the sandbox knows, masked for keeping. */
export interface ChosenInstrument {
  behaviour: Behaviour;
  /** Such as "•••• 4242"; never the whole number. */
  label: string;
}

export type PayFormReading =
  | { outcome: "read"; instrument: ChosenInstrument }
  | { outcome: "invalid"; errors: FieldErrors; kept: FormFields };

const holder = z.string().trim().min(1, "errors.holderMissing").max(100, "errors.holderLong");

const cardForm = (now: Date) =>
  z.object({
    number: z
      .string()
      .transform(compact)
      .pipe(
        z
          .string()
          .min(1, "errors.numberMissing")
          .refine((number) => number === "" || passesLuhn(number), "errors.numberInvalid")
          .refine(
            (number) => !passesLuhn(number) || isListed("INETCASH_CC", number),
            "errors.numberUnlisted",
          ),
      ),
    expiry: z
      .string()
      .trim()
      .min(1, "errors.expiryMissing")
      .superRefine((typed, context) => {
        if (typed === "") return;
        const problem = expiryProblem(typed, now);
        if (problem) context.addIssue({ code: "custom", message: problem });
      }),
    cvc: z
      .string()
      .trim()
      .min(1, "errors.cvcMissing")
      .regex(/^(\d{3,4})?$/, "errors.cvcInvalid"),
    holder,
  });

const debitForm = z.object({
  iban: z
    .string()
    .transform(compact)
    .pipe(
      z
        .string()
        .min(1, "errors.ibanMissing")
        .refine((iban) => iban === "" || passesMod97(iban), "errors.ibanInvalid")
        .refine((iban) => !passesMod97(iban) || isListed("INETCASH_DD", iban), "errors.ibanUnlisted"),
    ),
  holder,
  mandate: z.literal("yes", "errors.mandateMissing"),
});

const bankForm = z.object({
  bank: z.string().refine((id) => isListed("INETCASH_DB", id), "errors.bankMissing"),
});

/**
 * Reads the hosted page's form for one way to pay. `now` judges the card's expiry. What is kept for showing again
 * never holds a card number or its code.
 */
export function readPayForm(type: PaymentType, fields: FormFields, now: Date): PayFormReading {
  if (type === "INETCASH_CC") {
    return judge(
      type,
      "number",
      cardForm(now).safeParse(withBlanks(fields)),
      keep(fields, ["expiry", "holder"]),
    );
  }
  if (type === "INETCASH_DD") {
    const kept = keep(fields, ["iban", "holder", "mandate"]);
    return judge(type, "iban", debitForm.safeParse(withBlanks(fields)), kept);
  }
  return judge(type, "bank", bankForm.safeParse(withBlanks(fields)), keep(fields, ["bank"]));
}

function judge(
  type: PaymentType,
  carrier: string,
  parsed: z.ZodSafeParseResult<Record<string, string>>,
  kept: FormFields,
): PayFormReading {
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
    return { outcome: "invalid", errors, kept };
  }
  const given = parsed.data[carrier] ?? "";
  const found = findTestInstrument(type, given);
  if (!found) throw new Error(`Sandbox: ${type} form passed without a listed instrument`);
  const label = carrier === "bank" ? found.value : `•••• ${given.slice(-4)}`;
  return { outcome: "read", instrument: { behaviour: found.behaviour, label } };
}

function isListed(type: PaymentType, given: string): boolean {
  return findTestInstrument(type, given) !== null;
}

/** "12/29", "12 / 2029" and "1229" are read alike; a card is good until its month has ended (UTC). */
function expiryProblem(typed: string, now: Date): string | null {
  const parts = /^(\d{1,2})\s*[/.-]?\s*(\d{4}|\d{2})$/.exec(typed);
  const month = Number(parts?.[1]);
  const year = Number(parts?.[2]?.padStart(4, "20"));
  if (!parts || month < 1 || month > 12) return "errors.expiryInvalid";
  if (Date.UTC(year, month, 1) <= now.getTime()) return "errors.expiryPast";
  return year > now.getUTCFullYear() + 20 ? "errors.expiryInvalid" : null;
}

/** A field that was not sent is an empty one, so that its own message is shown. */
function withBlanks(fields: FormFields): FormFields {
  return { number: "", expiry: "", cvc: "", holder: "", iban: "", mandate: "", bank: "", ...fields };
}

function keep(fields: FormFields, names: readonly string[]): FormFields {
  return Object.fromEntries(names.map((name) => [name, (fields[name] ?? "").slice(0, 100)]));
}
