import { z } from "zod";
import { minor } from "../money/minor.ts";
import { emailAddress } from "../typed-text/email-address.schema.ts";

/** Of a code that somebody typed, in whatever way, its 16 characters; null for what is no code. */
export function readTypedCode(typed: string): string | null {
  const code = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}

/** As it is printed and read out: "7K2M-QX4D-9VTB-3HNA". */
export function groupCode(code: string): string {
  return code.match(/.{4}/g)?.join("-") ?? code;
}

/** The last group, by which support finds a voucher; it opens nothing. */
export function endOfCode(code: string): string {
  return code.slice(-4);
}

/** The forms of redeeming a voucher and of withdrawing from its purchase; messages are keys of texts. */

/** A code as somebody types it; what cannot be a code is no try. */
const typedCode = z
  .string("errors.voucher.code_required")
  .trim()
  .min(1, "errors.voucher.code_required")
  .max(100, "errors.voucher.code_shape")
  .transform((typed, context) => {
    const code = readTypedCode(typed);
    if (code !== null) return code;
    context.addIssue({ code: "custom", message: "errors.voucher.code_shape" });
    return z.NEVER;
  });

export const checkForm = z.object({ voucher_code: typedCode });

/** The same as a call has it. */
export const codeCall = z.object({ code: typedCode });

/** Redeeming by a call: the amount that the creator agreed to, or what the code is worth at the moment. */
export const redeemCall = codeCall.extend({ seen_credit_minor: z.int().nonnegative().nullish() });

/** What the page showed when it was confirmed: the voucher, encrypted, and what is credited. */
export const redeemForm = z.object({
  voucher: z.string("errors.voucher.changed").max(300, "errors.voucher.changed"),
  seen_credit: z
    .string("errors.voucher.changed")
    .regex(/^\d{1,15}$/, "errors.voucher.changed")
    .transform((text) => minor(Number(text))),
});

const email = emailAddress("errors.email.required", "errors.email.invalid");

export const withdrawalForm = z.object({ voucher_code: typedCode, email });

/** The second step: the voucher of the first, encrypted, with the address. */
export const withdrawalConfirmation = z.object({
  voucher: z.string("errors.voucher.changed").max(300, "errors.voucher.changed"),
  email,
});
