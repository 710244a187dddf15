import { isValidBIC } from "ibantools";
import { z } from "zod";
import { compactAccount, isAccountIn } from "../../money/iban.ts";
import { cleanLine } from "../../typed-text.schema.ts";

export const payoutDetailsSchema = z.object({
  bank_account_owner: z.string().nullable(),
  bank_name: z.string().nullable(),
  bank_iban: z.string().nullable(),
  bank_bic: z.string().nullable(),
  bank_country_id: z.number().nullable(),
  paypal_account_owner: z.string().nullable(),
  paypal_email: z.string().nullable(),
  paxum_account_owner: z.string().nullable(),
  paxum_email: z.string().nullable(),
  payoneer_account_owner: z.string().nullable(),
  payoneer_email: z.string().nullable(),
});

export type PayoutDestination = z.infer<typeof payoutDetailsSchema>;

const line = z
  .string()
  .overwrite(cleanLine)
  .max(70, "errors.line.long")
  .nullish()
  .transform((text) => (text ? text : null));

const code = (maximum: number, key: string) =>
  z
    .string()
    .max(80, key)
    .nullish()
    .transform((text) => compactAccount(text ?? "") || null)
    .refine((text) => text === null || (/^[A-Z0-9]+$/.test(text) && text.length <= maximum), {
      error: key,
      abort: true,
    });

const address = z
  .string()
  .trim()
  .nullish()
  .transform((text) => (text ? text : null))
  // Lists prefix formulas of spreadsheets, which would change the address.
  .refine(
    (text) => text === null || (z.email().max(254).safeParse(text).success && !/^[=+\-@]/.test(text)),
    "errors.email.invalid",
  );

const WALLETS = ["paypal", "paxum", "payoneer"] as const;
const BANK = ["bank_account_owner", "bank_name", "bank_iban", "bank_bic", "bank_country_id"] as const;

/** Bank or Paxum, each completely. */
export function payoutDataForm(countryOf: (id: number) => string | null) {
  return z
    .object({
      bank_account_owner: line,
      bank_name: line,
      bank_iban: code(34, "errors.payout.iban"),
      bank_bic: code(11, "errors.payout.bic").refine(
        (bic) => bic === null || isValidBIC(bic),
        "errors.payout.bic",
      ),
      bank_country_id: z
        .union([z.string().regex(/^\d{0,4}$/, "errors.country.required"), z.int()], "errors.country.required")
        .nullish()
        .transform((id) => (id ? Number(id) : null)),
      paypal_account_owner: line,
      paypal_email: address,
      paxum_account_owner: line,
      paxum_email: address,
      payoneer_account_owner: line,
      payoneer_email: address,
    })
    .superRefine((form, context) => {
      const problem = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [field], message });
      const wantsBank = BANK.some((field) => form[field] !== null);
      const wantsPaxum = form.paxum_email !== null || form.paxum_account_owner !== null;
      if (!wantsBank && !wantsPaxum) problem("bank_iban", "errors.payout.choose");
      if (wantsBank)
        for (const field of BANK) if (form[field] === null) problem(field, `errors.payout.missing`);
      for (const wallet of WALLETS) {
        const [owner, email] = [`${wallet}_account_owner`, `${wallet}_email`] as const;
        if ((form[owner] === null) !== (form[email] === null))
          problem(form[owner] === null ? owner : email, "errors.payout.missing");
      }
      if (form.bank_country_id === null) {
        if (form.bank_iban !== null && !isAccountSomewhere(form.bank_iban))
          problem("bank_iban", "errors.payout.iban_alone");
        return;
      }
      const country = countryOf(form.bank_country_id);
      if (country === null) problem("bank_country_id", "errors.country.required");
      else if (form.bank_iban !== null && !isAccountIn(form.bank_iban, country))
        problem("bank_iban", "errors.payout.iban");
    });
}

/** Without a country: what begins as an IBAN has to be one. */
function isAccountSomewhere(account: string): boolean {
  const [, country] = /^([A-Z]{2})\d{2}/.exec(account) ?? [];
  return isAccountIn(account, country ?? "");
}

export const payoutCodeForm = z.object({
  code: z
    .string("errors.code.required")
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(z.string().min(1, "errors.code.required").max(10, "errors.payout.code")),
});

export function maskedDestination(
  method: string,
  details: { masked_account: string; bank_country: string | null },
): string {
  return method === "PAXUM" && details.bank_country !== null ? "Paxum" : details.masked_account;
}

export function maskDetails(details: PayoutDestination): PayoutDestination {
  const { bank_iban, paypal_email, paxum_email, payoneer_email } = details;
  return {
    ...details,
    bank_iban: bank_iban && maskNumber(bank_iban),
    paypal_email: paypal_email && maskAddress(paypal_email),
    paxum_email: paxum_email && maskAddress(paxum_email),
    payoneer_email: payoneer_email && maskAddress(payoneer_email),
  };
}

export function maskAccount(details: PayoutDestination): string {
  const { bank_iban, paxum_email } = details;
  return bank_iban === null ? maskAddress(paxum_email ?? "") : maskNumber(bank_iban);
}

function maskNumber(iban: string): string {
  return `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;
}

function maskAddress(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}•••@${domain}`;
}
