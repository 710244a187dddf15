import { clientAddressContext, servicesContext } from "../context.ts";
import { accessCall } from "../domain/tracking/tracking.schema.ts";
import { reducedView } from "../domain/tracking/tracking.server.ts";
import { apiDone, readCall, takes } from "../http/api.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { isCounted } from "../http/tracking.server.ts";
import type { Route } from "./+types/tracking-access";

export const middleware = [takes("POST")];

export { noLoader as loader } from "../http/api.server.ts";

/** What operators and developers look at is no visit. */
const NO_VISITS = /^\/(admin|dev)(\/|$)/;
/** The pattern of a creator's page. */
const PROFILE = "/:profile";

/** POST /api/tracking/access: counts one view of a page. Dropped without a word beyond the limit. */
export async function action({ request, context, url }: Route.ActionArgs) {
  if (!(await isCounted(request, context))) return apiDone();
  const { traffic, pathShape } = context.get(servicesContext);
  const call = await readCall(request, context, accessCall);
  const pattern = pathShape(call.path);
  if (NO_VISITS.test(pattern)) return apiDone();
  traffic.seen({
    view: reducedView(call, { pattern, locale: getLocale(context), ownHost: url.host }),
    username: pattern === PROFILE ? call.path.replaceAll("/", "") : null,
    visitor: {
      address: context.get(clientAddressContext),
      userAgent: request.headers.get("User-Agent") ?? "",
    },
  });
  return apiDone();
}
