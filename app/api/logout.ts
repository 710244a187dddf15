import { servicesContext } from "../context.ts";
import { endSession } from "../domain/auth/auth.server.ts";
import { apiDone, requireApiViewer, takes } from "../http/api.server.ts";
import { closeSession } from "../http/sessions.server.ts";
import type { Route } from "./+types/logout";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/logout: ends the caller's session with all its tokens. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireApiViewer(request, context);
  await endSession(context.get(servicesContext).db, viewer.id, viewer.session_id);
  return apiDone(request.headers.has("Authorization") ? {} : await closeSession(context));
}
