import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { emailAddress } from "../email-address.schema.ts";
import { truth } from "../typed-text.schema.ts";

const { characters_minimum, characters_maximum } = productRules.password;

const email = emailAddress("errors.email.required", "errors.email.invalid");

const oldPassword = z
  .string("errors.password.required")
  .min(1, "errors.password.required")
  .max(characters_maximum, "errors.password.long");

const newPassword = z
  .string("errors.password.required")
  .min(characters_minimum, "errors.password.short")
  .max(characters_maximum, "errors.password.long");

const repeated = z.string("errors.password.repeat");

function isRepeated(form: { password: string; password_confirmation: string }): boolean {
  return form.password === form.password_confirmation;
}

const differs = { path: ["password_confirmation"], message: "errors.password.differs" };

export const loginForm = z.object({
  email,
  password: oldPassword,
  return_to: z.string().max(2000).optional(),
});

export const secondFactorForm = z.object({
  code: z.string("errors.code.required").trim().min(6, "errors.code.invalid").max(40, "errors.code.invalid"),
});

const terms = z.enum(["on", "1", "true"], "errors.terms.required");

const invitation = z.string().max(100, "errors.registration.invitation").optional();

export const registerForm = z
  .object({ email, password: newPassword, password_confirmation: repeated, terms, invitation })
  .refine(isRepeated, differs);

/** The refused try's password is stored (registration.server.ts). */
export const registerAgainForm = z.object({ email, terms, invitation });

export const forgotForm = z.object({ email });

export const confirmCall = z.object({
  token: z.string("errors.email.verification_failed").max(200, "errors.email.verification_failed"),
});

export const resetForm = z
  .object({ password: newPassword, password_confirmation: repeated })
  .refine(isRepeated, differs);

/** Of an invited operator. */
export const joinOperatorsForm = secondFactorForm
  .extend({ password: newPassword, password_confirmation: repeated })
  .refine(isRepeated, differs);

export const resetCall = z
  .object({
    token: z.string("errors.reset.failed").max(200, "errors.reset.failed"),
    email,
    password: newPassword,
    password_confirmation: repeated,
  })
  .refine(isRepeated, differs);

export const termsForm = z.object({ accepted: truth("errors.terms.choose") });

export const emailForm = z.object({ email, password: oldPassword });

export const passwordForm = z.object({ password: oldPassword });

export const changePasswordForm = z
  .object({ current_password: oldPassword, password: newPassword, password_confirmation: repeated })
  .refine(isRepeated, differs);
