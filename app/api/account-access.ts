import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { requestDeletion } from "../domain/auth/deletion.server.ts";
import { confirmEmailChange, requestEmailChange } from "../domain/auth/email-change.server.ts";
import { changePassword, findPasswordFaultOf } from "../domain/auth/passwords.server.ts";
import { type ActingUser, StaleSession } from "../domain/auth/sessions.server.ts";
import { leaveForGood } from "../domain/payouts/statements/month-statements.server.ts";
import { deletionCall } from "../domain/users/settings.schema.ts";
import { changePasswordForm, confirmCall, emailForm, passwordForm } from "../domain/users/user.schema.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { payoutsWaitUntil } from "../http/account-standing.server.ts";
import {
  apiDone,
  apiJson,
  apiRefusal,
  findCaller,
  refuseBlocked,
  refuseField,
  refuseTooMany,
  refuseUnauthenticated,
  requireApiBudget,
} from "../http/api.server.ts";
import { mayMail, recipientKey, type Taking } from "../http/budgets.server.ts";
import { rulesOf } from "../http/rules.server.ts";
import { closeSession } from "../http/sessions.server.ts";
import { authenticateOwner } from "../http/sign-in.server.ts";
import { byToken, call, dataOf, fields } from "./call.server.ts";
import { apiUser, userData } from "./user-data.server.ts";

type Context = Readonly<RouterContextProvider>;

export const accountAccessCalls = [
  call({
    name: "changePassword",
    method: "post",
    path: "/api/account/password",
    who: "member",
    request: { body: fields(changePasswordForm) },
    answers: { 204: null },
    refusals: { 422: ["wrong_password"], 429: ["blocked"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { current_password, password } = req.valid("json");
      const fault = await findPasswordFaultOf(context.get(servicesContext).db, viewer.id, password);
      if (fault) return refuseField(context, "password", `errors.password.${fault}`);
      const asker = await refuseStranger(context, viewer, {
        field: "current_password",
        password: current_password,
        text: "errors.password.change_failed",
      });
      if (asker instanceof Response) return asker;
      const given = { user_id: viewer.id, asker, password };
      await changePassword(context.get(servicesContext), given).catch(refuseStale(context));
      return apiDone();
    },
  }),

  call({
    name: "requestEmailChange",
    method: "post",
    path: "/api/account/email",
    // Open in every stage, as its page is.
    who: "unlocked",
    request: { body: fields(emailForm) },
    answers: { 204: null },
    refusals: { 422: ["wrong_password"], 429: ["blocked"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { email, password } = req.valid("json");
      const text = "errors.email.change_failed";
      const asker = await refuseStranger(context, viewer, { field: "password", password, text });
      if (asker instanceof Response) return asker;
      const budgets: Taking[] = [
        { budget: "change_account", key: viewer.id },
        { budget: "change_email", key: recipientKey(email) },
      ];
      if (!(await mayMail(context, budgets))) return refuseTooMany(context, "errors.forgot.blocked");
      const given = { user_id: viewer.id, email, asker };
      const services = context.get(servicesContext);
      const outcome = await requestEmailChange(services, given).catch(refuseStale(context));
      return outcome === "sent" ? apiDone() : refuseField(context, "email", "errors.email.taken");
    },
  }),

  call({
    name: "confirmEmailChange",
    method: "post",
    path: "/api/account/email/confirm",
    who: "anyone",
    request: { body: fields(confirmCall) },
    answers: { 200: dataOf(z.union([userData, z.object({ id: z.string() }).meta({ id: "ConfirmedUser" })])) },
    refusals: { 422: ["invalid_token"] },
    async handler({ req, env: { context } }) {
      const { token } = req.valid("json");
      await requireApiBudget(context, "link", "errors.api.too_often");
      const confirmed = await confirmEmailChange(context.get(servicesContext), token);
      if (!confirmed)
        return refuseField(context, "token", "errors.email.verification_failed", "invalid_token");
      // A mistyped address may lead the link to a stranger: only the owner gets data.
      const { user_id: id } = confirmed;
      const isOwner = (await findCaller(req.raw, context))?.id === id;
      return isOwner ? await apiUser(context, id) : apiJson({ data: { id } });
    },
  }),

  call({
    name: "requestDeletion",
    method: "post",
    path: "/api/account/delete",
    who: "user",
    request: { body: fields(passwordForm) },
    answers: { 204: null },
    refusals: { 409: ["balance_open", "email_undo_open"], 422: ["wrong_password"], 429: ["blocked"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { password } = req.valid("json");
      const text = "errors.password.wrong";
      const asker = await refuseStranger(context, viewer, { field: "password", password, text });
      if (asker instanceof Response) return asker;
      await requireApiBudget(context, "deletion_mail", "errors.forgot.blocked", viewer.id);
      const services = { ...context.get(servicesContext), rules: rulesOf(context) };
      const outcome = await requestDeletion(services, viewer.id, asker).catch(refuseStale(context));
      return outcome === "sent" ? apiDone() : await refuseDeletion(context, viewer, outcome);
    },
  }),

  call({
    name: "deleteAccount",
    method: "post",
    path: "/api/account/delete/{token}",
    who: "user",
    request: { params: byToken, body: { ...fields(deletionCall), required: false } },
    answers: { 204: null },
    refusals: { 409: ["balance_open", "email_undo_open"], 422: ["invalid_token"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const params = req.valid("param");
      const { forfeit_balance } = req.valid("json");
      await requireApiBudget(context, "link", "errors.api.too_often");
      const given = { user_id: viewer.id, token: params.token ?? "", forfeits: forfeit_balance === true };
      const outcome = await leaveForGood({ ...context.get(servicesContext), rules: rulesOf(context) }, given);
      if (outcome === "deleted")
        return apiDone(req.raw.headers.has("Authorization") ? {} : await closeSession(context));
      return outcome === "link_void"
        ? apiRefusal(context, { status: 422, code: "invalid_token", text: "errors.deletion.void" })
        : await refuseDeletion(context, viewer, outcome);
    },
  }),
];

async function refuseDeletion(context: Context, viewer: Viewer, code: string): Promise<Response> {
  if (code !== "email_undo_open")
    return apiRefusal(context, { status: 409, code, text: "errors.deletion.balance" });
  const values = { until: await payoutsWaitUntil(context, viewer.id) };
  return apiRefusal(context, { status: 409, code, text: "errors.deletion.email_undo", values });
}

/** Without the account's password; returns the owner's authorization. `text`: what failed. */
export async function refuseStranger(
  context: Context,
  viewer: Pick<Viewer, "id" | "session_id">,
  given: { field: string; password: string; text: string },
): Promise<Response | Required<ActingUser>> {
  const owner = await authenticateOwner(context, viewer, given.password);
  if (owner.outcome === "right") return owner.asker;
  if (owner.outcome === "blocked") return refuseBlocked(context, "errors.login.blocked");
  const errors = { [given.field]: ["errors.password.wrong"] };
  return apiRefusal(context, { status: 422, code: "wrong_password", text: given.text, errors });
}

/** For `catch`: a 401 when the session ended or the password changed. */
export function refuseStale(context: Context): (error: unknown) => never {
  return (error) => {
    throw error instanceof StaleSession ? refuseUnauthenticated(context) : error;
  };
}
