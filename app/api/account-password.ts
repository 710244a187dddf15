import { servicesContext } from "../context.ts";
import { changePasswordForm } from "../domain/accounts/account.schema.ts";
import { changePassword, isCommonPassword } from "../domain/accounts/accounts.server.ts";
import { apiDone, readCall, refuseField, requireApiMember, takes } from "../http/api.server.ts";
import { refuseStranger } from "../http/api-owner.server.ts";
import type { Route } from "./+types/account-password";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/account/password: another password; all sessions but the caller's end. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireApiMember(request, context);
  const { current_password, password } = await readCall(request, context, changePasswordForm);
  if (isCommonPassword(password)) return refuseField(context, "password", "errors.password.common");
  const refusal = await refuseStranger(context, viewer.id, {
    field: "current_password",
    password: current_password,
    text: "errors.password.change_failed",
  });
  if (refusal) return refusal;
  const given = { user_id: viewer.id, session_id: viewer.session_id, password };
  await changePassword(context.get(servicesContext), given);
  return apiDone();
}
