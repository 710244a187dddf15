import { z } from "zod";
import { servicesContext } from "../context.ts";
import { refreshApiTokens } from "../domain/auth/auth.server.ts";
import { apiJson, apiRefusal, readCall, takes } from "../http/api.server.ts";
import type { Route } from "./+types/token";

const tokenCall = z.object({
  grant_type: z.literal("refresh_token", "errors.api.grant_type"),
  refresh_token: z.string("errors.api.refresh_token").max(200, "errors.api.refresh_token"),
});

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /oauth/token: a new pair for a refresh token, which works once. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const { refresh_token } = await readCall(request, context, tokenCall);
  const tokens = await refreshApiTokens(db, refresh_token, clock());
  if (!tokens)
    return apiRefusal(context, { status: 401, code: "invalid_grant", text: "errors.api.refresh_token" });
  const { access_token, expires_in } = tokens;
  return apiJson({ access_token, refresh_token: tokens.refresh_token, expires_in, token_type: "Bearer" });
}
