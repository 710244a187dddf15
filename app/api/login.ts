import { z } from "zod";
import { clientAddressContext, servicesContext } from "../context.ts";
import { openApiSession, rememberNetwork, StalePassword } from "../domain/auth/auth.server.ts";
import { loginForm, secondFactorForm } from "../domain/users/user.schema.ts";
import { networkKey } from "../http/address-keys.ts";
import { apiJson, apiRefusal, readCall, refuseBlocked, takes } from "../http/api.server.ts";
import { authenticate, authenticateCode } from "../http/sign-in.server.ts";
import type { Route } from "./+types/login";

const loginCall = loginForm.pick({ email: true, password: true }).extend({
  otp: z.union([z.string(), z.number().transform(String)], "errors.code.invalid").optional(),
});

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/login: an access token for an hour and a refresh token for 30 days. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, newId, clock, limits } = context.get(servicesContext);
  const { otp, ...given } = await readCall(request, context, loginCall);
  const check = await authenticate(request, context, given);
  if (check.outcome === "blocked") return refuseBlocked(context, "errors.login.blocked");
  if (check.outcome === "failed") return refuseLogin(context);
  if (check.needs_second_factor) {
    const code = secondFactorForm.shape.code.safeParse(otp);
    if (!code.success)
      return apiRefusal(context, { status: 401, code: "otp_required", text: "errors.code.required" });
    const outcome = await authenticateCode(context, check.user_id, code.data);
    if (outcome === "blocked") return refuseBlocked(context, "errors.login.blocked");
    if (outcome === "wrong")
      return apiRefusal(context, { status: 401, code: "otp_wrong", text: "errors.code.wrong" });
  }
  const network_hash = limits.hash(networkKey(context.get(clientAddressContext)));
  await rememberNetwork(db, { user_id: check.user_id, network_hash, now: clock() });
  const session = {
    id: newId(),
    user_id: check.user_id,
    password_hash: check.password_hash,
    user_agent: request.headers.get("User-Agent") ?? "",
    has_second_factor: check.needs_second_factor,
    now: clock(),
  };
  const tokens = await openApiSession(db, session).catch((error: unknown) => {
    throw error instanceof StalePassword ? refuseLogin(context) : error;
  });
  return apiJson({
    accessToken: tokens.access_token,
    token: { expires_at: tokens.expires_at.toISOString() },
    refresh_token: tokens.refresh_token,
  });
}

function refuseLogin(context: Route.ActionArgs["context"]): Response {
  return apiRefusal(context, { status: 401, code: "login_failed", text: "errors.login.failed" });
}
