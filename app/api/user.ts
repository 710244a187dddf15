import { createHash } from "node:crypto";
import { requireApiViewer, takes } from "../http/api.server.ts";
import type { Route } from "./+types/user";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/**
 * GET /api/user: the signed-in user. Asked every ten seconds, so that what has not changed costs a 304 and one query:
 * what the viewer is known by changes with every change of the account.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireApiViewer(request, context);
  const etag = `"${createHash("sha256").update(JSON.stringify(viewer)).digest("base64url").slice(0, 22)}"`;
  const headers = { ETag: etag, "Cache-Control": "private, no-cache", Vary: "Authorization, Cookie" };
  if (request.headers.get("If-None-Match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  return await apiUser(context, viewer.id, { headers });
}
