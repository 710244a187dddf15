import { z } from "zod";
import { minor } from "../money/minor.ts";
import { emailAddress } from "../typed-text/email-address.schema.ts";

/** 16 characters. */
export function readTypedCode(typed: string): string | null {
  const code = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}

/** "7K2M-QX4D-9VTB-3HNA". */
export function groupCode(code: string): string {
  return code.match(/.{4}/g)?.join("-") ?? code;
}

/** For support; it opens nothing. */
export function endOfCode(code: string): string {
  return code.slice(-4);
}

/** Malformed codes are no tries. */
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

export const codeCall = z.object({ code: typedCode });

export const redeemCall = codeCall.extend({ seen_credit_minor: z.int().nonnegative().nullish() });

export const redeemForm = z.object({
  voucher: z.string("errors.voucher.changed").max(300, "errors.voucher.changed"),
  seen_credit: z
    .string("errors.voucher.changed")
    .regex(/^\d{1,15}$/, "errors.voucher.changed")
    .transform((text) => minor(Number(text))),
});

const email = emailAddress("errors.email.required", "errors.email.invalid");

export const withdrawalForm = z.object({ voucher_code: typedCode, email });

/** With the address. */
export const withdrawalConfirmation = z.object({
  voucher: z.string("errors.voucher.changed").max(300, "errors.voucher.changed"),
  email,
});
