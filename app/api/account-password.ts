import { servicesContext } from "../context.ts";
import { changePassword, isCommonPassword } from "../domain/auth/auth.server.ts";
import { changePasswordForm } from "../domain/users/user.schema.ts";
import { apiDone, readCall, refuseField, requireApiMember, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-password";
import { refuseStale, refuseStranger } from "./api-owner.server.ts";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/account/password: another password; all sessions but the caller's end. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireApiMember(request, context);
  const { current_password, password } = await readCall(request, context, changePasswordForm);
  if (isCommonPassword(password)) return refuseField(context, "password", "errors.password.common");
  const asker = await refuseStranger(context, viewer, {
    field: "current_password",
    password: current_password,
    text: "errors.password.change_failed",
  });
  if (asker instanceof Response) return asker;
  const given = { user_id: viewer.id, asker, password };
  await changePassword(context.get(servicesContext), given).catch(refuseStale(context));
  return apiDone();
}
