import { z } from "zod";
import { chosenLocale } from "../../locales/index.ts";
import { servicesContext } from "../context.ts";
import { isInvited } from "../domain/auth/creator-invitations.server.ts";
import { findMailedToken } from "../domain/auth/mailed-tokens.server.ts";
import {
  findPasswordFault,
  findPasswordFaultOf,
  requestPasswordReset,
  resetPassword,
} from "../domain/auth/passwords.server.ts";
import { confirmRegistration, register, resendRegistrationMail } from "../domain/auth/registration.server.ts";
import { forgotForm, registerForm, resetCall } from "../domain/users/user.schema.ts";
import {
  apiDone,
  apiRefusal,
  readUploadCall,
  refuseField,
  refuseTooMany,
  requireApiBudget,
} from "../http/api.server.ts";
import { mayMail, mayRegister, mayResend, recipientKey } from "../http/budgets.server.ts";
import { neededInvitation } from "../http/features.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { newCurrency } from "../http/rules.server.ts";
import { beginSession } from "../http/sessions.server.ts";
import { call, dataOf, fields } from "./call.server.ts";
import { apiUser, userData } from "./user-data.server.ts";

const confirmCall = z.object({
  register_token: z.string("errors.email.verification_failed").max(200, "errors.email.verification_failed"),
});

const registerCall = registerForm.safeExtend({ locale: z.unknown().optional() });

export const registrationCalls = [
  call({
    name: "register",
    method: "post",
    path: "/api/register",
    who: "anyone",
    described: registerCall,
    files: ["document"],
    needsFiles: true,
    answers: { 201: dataOf(userData) },
    refusals: { 422: ["not_invited"] },
    async handler({ req, env: { context } }) {
      const upload = await readUploadCall(req.raw, context, ["document"], registerCall);
      const services = context.get(servicesContext);
      const { email, password } = upload.fields;
      const invitation = neededInvitation(context, upload.fields.invitation);
      if (invitation !== "open" && !(await isInvited(services, invitation.token)))
        return refuseField(context, "invitation", "errors.registration.invitation", "not_invited");
      const fault = await findPasswordFault(password, [email]);
      if (fault) return refuseField(context, "password", `errors.password.${fault}`);
      const file = upload.files.get("document");
      if (!file) return refuseField(context, "document", "errors.document.required");
      if ("problem" in file) return refuseField(context, "document", `errors.image.${file.problem}`);
      if (!(await mayRegister(context, email))) return refuseTooMany(context, "errors.registration.blocked");
      const locale = chosenLocale(upload.fields.locale) ?? getLocale(context);
      const outcome = await register(services, {
        ...{ email, password, locale, invitation, document: file.bytes },
        ...{ currency: newCurrency(context), money_model: services.config.moneyModel },
      });
      if (outcome.outcome === "not_invited")
        return refuseField(context, "invitation", "errors.registration.invitation", "not_invited");
      if (outcome.outcome === "email_taken") return refuseField(context, "email", "errors.email.taken");
      if (outcome.outcome === "document_refused")
        return refuseField(context, "document", `errors.image.${outcome.reason}`);
      if (outcome.outcome !== "registered")
        return refuseField(context, "document", "errors.document.required");
      const user = { id: outcome.user_id, locale, has_second_factor: false, is_registration: true };
      const headers = await beginSession(req.raw, context, user);
      return await apiUser(context, outcome.user_id, { status: 201, headers });
    },
  }),

  call({
    name: "confirmRegistration",
    method: "post",
    path: "/api/register/confirm",
    who: "anyone",
    request: { body: fields(confirmCall) },
    answers: { 200: dataOf(userData) },
    refusals: { 422: ["invalid_token"] },
    async handler({ req, env: { context } }) {
      const { db, clock } = context.get(servicesContext);
      await requireApiBudget(context, "link", "errors.api.too_often");
      const confirmed = await confirmRegistration(db, req.valid("json").register_token, clock());
      if (!confirmed)
        return refuseField(context, "register_token", "errors.email.verification_failed", "invalid_token");
      return await apiUser(context, confirmed.user_id);
    },
  }),

  call({
    name: "resendRegistrationMail",
    method: "post",
    path: "/api/register/resend-mail",
    who: "user",
    answers: { 204: null },
    refusals: { 429: ["too_early"] },
    async handler({ env: { context }, var: { viewer } }) {
      if (!(await mayResend(context, viewer))) return refuseTooMany(context, "errors.email.resend_failed");
      const resent = await resendRegistrationMail(context.get(servicesContext), viewer.id);
      if (resent.outcome !== "too_early") return apiDone();
      const headers = { "Retry-After": String(resent.seconds) };
      const text = "errors.email.resend_failed";
      return apiRefusal(context, { status: 429, code: "too_early", text, headers });
    },
  }),

  call({
    name: "requestPasswordReset",
    method: "post",
    path: "/api/password/forgot",
    who: "anyone",
    request: { body: fields(forgotForm) },
    answers: { 204: null },
    async handler({ req, env: { context } }) {
      const { email } = req.valid("json");
      if (!(await mayMail(context, [{ budget: "forgot_email", key: recipientKey(email) }])))
        return refuseTooMany(context, "errors.forgot.blocked");
      await requestPasswordReset(context.get(servicesContext), email);
      return apiDone();
    },
  }),

  call({
    name: "resetPassword",
    method: "post",
    path: "/api/password/reset",
    who: "anyone",
    request: { body: fields(resetCall) },
    answers: { 204: null },
    async handler({ req, env: { context } }) {
      const body = req.valid("json");
      await requireApiBudget(context, "link", "errors.api.too_often");
      const { db, clock } = context.get(servicesContext);
      const found = await findMailedToken(db, "password", body.token, clock());
      const fault = found
        ? await findPasswordFaultOf(db, found.user_id, body.password)
        : await findPasswordFault(body.password, []);
      if (fault) return refuseField(context, "password", `errors.password.${fault}`);
      const reset = await resetPassword(context.get(servicesContext), body);
      return reset ? apiDone() : refuseField(context, "token", "errors.reset.failed");
    },
  }),
];
