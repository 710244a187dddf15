import { clientAddressContext, servicesContext } from "../context.ts";
import { accessCall, entityCall } from "../domain/tracking/tracking.schema.ts";
import { reducedView } from "../domain/tracking/tracking.server.ts";
import { apiDone, readCall } from "../http/api.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { isCounted } from "../http/tracking.server.ts";
import { call } from "./call.server.ts";

/** What operators and developers look at is no visit. */
const NO_VISITS = /^\/(admin|dev)(\/|$)/;
/** The pattern of a creator's page. */
const PROFILE = "/:profile";

/** What is counted is dropped without a word beyond the limit, before anything of it is read. */
export const trackingCalls = [
  call({
    method: "POST",
    path: "/api/tracking/access",
    who: "anyone",
    body: accessCall,
    isReadLater: true,
    answers: { 204: null },
    async run({ request, context, url }) {
      if (!(await isCounted(request, context))) return apiDone();
      const { traffic, pathShape } = context.get(servicesContext);
      const seen = await readCall(request, context, accessCall);
      const pattern = pathShape(seen.path);
      if (NO_VISITS.test(pattern)) return apiDone();
      traffic.seen({
        view: reducedView(seen, { pattern, locale: getLocale(context), ownHost: url.host }),
        username: pattern === PROFILE ? seen.path.replaceAll("/", "") : null,
        visitor: {
          address: context.get(clientAddressContext),
          userAgent: request.headers.get("User-Agent") ?? "",
        },
      });
      return apiDone();
    },
  }),

  call({
    method: "POST",
    path: "/api/tracking/entity",
    who: "anyone",
    body: entityCall,
    isReadLater: true,
    answers: { 204: null },
    async run({ request, context }) {
      if (!(await isCounted(request, context))) return apiDone();
      context.get(servicesContext).traffic.happened(await readCall(request, context, entityCall));
      return apiDone();
    },
  }),
];
