import { servicesContext } from "../context.ts";
import { isCommonPassword, resetPassword } from "../domain/auth/auth.server.ts";
import { resetCall } from "../domain/users/user.schema.ts";
import { apiDone, readCall, refuseField, requireApiBudget, takes } from "../http/api.server.ts";
import type { Route } from "./+types/password-reset";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/password/reset: a new password by the token of the mail; all sessions end. */
export async function action({ request, context }: Route.ActionArgs) {
  const given = await readCall(request, context, resetCall);
  await requireApiBudget(context, "link", "errors.api.too_often");
  if (isCommonPassword(given.password)) return refuseField(context, "password", "errors.password.common");
  const reset = await resetPassword(context.get(servicesContext), given);
  return reset ? apiDone() : refuseField(context, "token", "errors.reset.failed");
}
