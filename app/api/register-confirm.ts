import { z } from "zod";
import { servicesContext } from "../context.ts";
import { confirmRegistration } from "../domain/auth/auth.server.ts";
import { readCall, refuseField, requireApiBudget, takes } from "../http/api.server.ts";
import type { Route } from "./+types/register-confirm";
import { apiUser } from "./user-json.server.ts";

const confirmCall = z.object({
  register_token: z.string("errors.email.verification_failed").max(200, "errors.email.verification_failed"),
});

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/register/confirm: confirms a registration by the token of its mail. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const { register_token } = await readCall(request, context, confirmCall);
  await requireApiBudget(context, "link", "errors.api.too_often");
  const confirmed = await confirmRegistration(db, register_token, clock());
  if (!confirmed)
    return refuseField(context, "register_token", "errors.email.verification_failed", "invalid_token");
  return await apiUser(context, confirmed.user_id);
}
