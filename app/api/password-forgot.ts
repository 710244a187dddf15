import { servicesContext } from "../context.ts";
import { requestPasswordReset } from "../domain/auth/auth.server.ts";
import { forgotForm } from "../domain/users/user.schema.ts";
import { apiDone, readCall, refuseTooMany, takes } from "../http/api.server.ts";
import { mayMail, recipientKey } from "../http/budgets.server.ts";
import type { Route } from "./+types/password-forgot";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/password/forgot: 204 whether or not the address is known. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email } = await readCall(request, context, forgotForm);
  if (!(await mayMail(context, [{ budget: "forgot_email", key: recipientKey(email) }])))
    return refuseTooMany(context, "errors.forgot.blocked");
  await requestPasswordReset(context.get(servicesContext), email);
  return apiDone();
}
