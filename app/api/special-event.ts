import { servicesContext } from "../context.ts";
import { apiFresh, takes } from "../http/api.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import type { Route } from "./+types/special-event";

export const middleware = [takes("GET")];

export { noAction as action } from "../http/api.server.ts";

/** GET /api/special-event/active: the event that is on, in the caller's language, or null. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { announcements, clock } = context.get(servicesContext);
  const { event } = await announcements(getLocale(context), clock());
  return apiFresh(request, { data: event });
}
