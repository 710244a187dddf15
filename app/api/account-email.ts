import { servicesContext } from "../context.ts";
import { requestEmailChange } from "../domain/auth/auth.server.ts";
import { emailForm } from "../domain/users/user.schema.ts";
import {
  apiDone,
  readCall,
  refuseField,
  refuseTooMany,
  requireApiUnlocked,
  takes,
} from "../http/api.server.ts";
import { mayMail, recipientKey, type Taking } from "../http/budgets.server.ts";
import type { Route } from "./+types/account-email";
import { refuseStale, refuseStranger } from "./api-owner.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/account/email: a link to the new address, a notice to the old one. Open in every stage, as its page is. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireApiUnlocked(request, context);
  const { email, password } = await readCall(request, context, emailForm);
  const text = "errors.email.change_failed";
  const asker = await refuseStranger(context, viewer, { field: "password", password, text });
  if (asker instanceof Response) return asker;
  const budgets: Taking[] = [
    { budget: "change_account", key: viewer.id },
    { budget: "change_email", key: recipientKey(email) },
  ];
  if (!(await mayMail(context, budgets))) return refuseTooMany(context, "errors.forgot.blocked");
  const given = { user_id: viewer.id, email, asker };
  const outcome = await requestEmailChange(context.get(servicesContext), given).catch(refuseStale(context));
  return outcome === "sent" ? apiDone() : refuseField(context, "email", "errors.email.taken");
}
