import { servicesContext } from "../context.ts";
import { resendRegistrationMail } from "../domain/auth/auth.server.ts";
import { apiDone, apiRefusal, refuseTooMany, requireApiViewer, takes } from "../http/api.server.ts";
import { mayResend } from "../http/budgets.server.ts";
import type { Route } from "./+types/register-resend";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/register/resend-mail: sends the confirming mail again, after a pause. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireApiViewer(request, context);
  if (!(await mayResend(context, viewer))) return refuseTooMany(context, "errors.email.resend_failed");
  const resent = await resendRegistrationMail(context.get(servicesContext), viewer.id);
  if (resent.outcome !== "too_early") return apiDone();
  const headers = { "Retry-After": String(resent.seconds) };
  return apiRefusal(context, { status: 429, code: "too_early", text: "errors.email.resend_failed", headers });
}
