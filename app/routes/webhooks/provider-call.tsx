import { data } from "react-router";
import { clientAddressContext, servicesContext } from "../../context.ts";
import { handleAtOnce } from "../../domain/payment-updates/handle-events.server.ts";
import { handleProviderCall } from "../../domain/payments/provider-events.server.ts";
import { countUnknownPage } from "../../http/page-limit.server.ts";
import { providerUrls } from "../../http/payment-start.server.ts";
import type { Route } from "./+types/provider-call";

/** The one GET that writes, for an unsigned provider with a secret address. Others get a 404. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, params, context }, next) => {
    const services = context.get(servicesContext);
    const provider = services.providers.find(params.provider);
    if (request.method === "GET" && provider) {
      const call = {
        secret: params.secret,
        query: new URL(request.url).searchParams,
        address: context.get(clientAddressContext),
        now: services.clock(),
      };
      const urls = providerUrls(context, services.publicUrl);
      const answered = await handleProviderCall(services, provider, call, urls);
      if (answered.outcome === "answered") {
        if (answered.event_id !== null) await handleAtOnce(services, answered.event_id);
        const { status, contentType, body } = answered.reply;
        const headers = { "Content-Type": contentType, "Cache-Control": "no-store" };
        return new Response(body, { status, headers });
      }
      services.log.warn({ provider: provider.name, reason: answered.outcome }, "call refused");
      if (answered.outcome !== "stranger") return new Response(null, { status: 400 });
    }
    await countUnknownPage(request, context);
    return await next();
  },
];

export function loader() {
  throw data(null, { status: 404 });
}

export function action() {
  throw data(null, { status: 404 });
}

export { NoPage as default } from "../no-page.ts";
