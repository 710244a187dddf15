import { servicesContext } from "../context.ts";
import { entityCall } from "../domain/tracking/tracking.schema.ts";
import { apiDone, readCall, takes } from "../http/api.server.ts";
import { isCounted } from "../http/tracking.server.ts";
import type { Route } from "./+types/tracking-entity";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** POST /api/tracking/entity: counts a view or a sharing of a creator or a tribute item. Dropped beyond the limit. */
export async function action({ request, context }: Route.ActionArgs) {
  if (!(await isCounted(request, context))) return apiDone();
  context.get(servicesContext).traffic.happened(await readCall(request, context, entityCall));
  return apiDone();
}
