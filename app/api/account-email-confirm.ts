import { servicesContext } from "../context.ts";
import { confirmEmailChange } from "../domain/auth/auth.server.ts";
import { confirmCall } from "../domain/users/user.schema.ts";
import { readCall, refuseField, requireApiBudget, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-email-confirm";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/account/email/confirm: makes the new address the account's, by the token of its mail. */
export async function action({ request, context }: Route.ActionArgs) {
  const { token } = await readCall(request, context, confirmCall);
  await requireApiBudget(context, "link", "errors.api.too_often");
  const confirmed = await confirmEmailChange(context.get(servicesContext), token);
  if (!confirmed) return refuseField(context, "token", "errors.email.verification_failed", "invalid_token");
  return await apiUser(context, confirmed.user_id);
}
