import type { RouterContextProvider } from "react-router";
import { clientAddressContext, servicesContext } from "../context.ts";
import { accessCall, entityCall } from "../domain/tracking/tracking.schema.ts";
import { reducedView } from "../domain/tracking/traffic.server.ts";
import { addressKey } from "../http/address-keys.ts";
import { apiDone, readCall } from "../http/api.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { call } from "./call.server.ts";

/** Operators and developers are not counted. */
const NO_VISITS = /^\/(admin|dev)(\/|$)/;
const PROFILE = "/:profile";

export const trackingCalls = [
  call({
    name: "trackView",
    method: "post",
    path: "/api/tracking/access",
    who: "anyone",
    described: accessCall,
    answers: { 204: null },
    async handler({ req, env: { context } }) {
      if (!(await isCounted(req.raw, context))) return apiDone();
      const { traffic, pathShape } = context.get(servicesContext);
      const seen = await readCall(req.raw, context, accessCall);
      const pattern = pathShape(seen.path);
      if (NO_VISITS.test(pattern)) return apiDone();
      traffic.seen({
        view: reducedView(seen, { pattern, locale: getLocale(context), ownHost: new URL(req.url).host }),
        username: pattern === PROFILE ? seen.path.replaceAll("/", "") : null,
        visitor: {
          address: context.get(clientAddressContext),
          userAgent: req.raw.headers.get("User-Agent") ?? "",
        },
      });
      return apiDone();
    },
  }),

  call({
    name: "trackEntity",
    method: "post",
    path: "/api/tracking/entity",
    who: "anyone",
    described: entityCall,
    answers: { 204: null },
    async handler({ req, env: { context } }) {
      if (!(await isCounted(req.raw, context))) return apiDone();
      context.get(servicesContext).traffic.happened(await readCall(req.raw, context, entityCall));
      return apiDone();
    },
  }),
];

/** False beyond the limit and for Do Not Track. */
async function isCounted(request: Request, context: Readonly<RouterContextProvider>): Promise<boolean> {
  if (request.headers.get("DNT") === "1" || request.headers.get("Sec-GPC") === "1") return false;
  const address = addressKey(context.get(clientAddressContext));
  return (await context.get(servicesContext).limits.take("tracking", address)) === null;
}
