import { servicesContext } from "../../context.ts";
import { receiveWebhook } from "../../domain/payments/payments.server.ts";
import { ProviderUnavailable } from "../../domain/payments/provider-port.ts";
import { readBytes } from "../../http/body.server.ts";
import type { Route } from "./+types/provider";

const NOTICE_BYTES_MAXIMUM = 256 * 1024;

/** Takes in a provider's notice: verified on its raw bytes, stored once, answered at once; the rest is a job's. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const provider = services.providers.find(params.provider);
  if (!provider) return new Response(null, { status: 404 });
  const body = await readBytes(request, NOTICE_BYTES_MAXIMUM);
  const received = await receiveWebhook(services, provider, {
    body,
    headers: request.headers,
    now: services.clock(),
  }).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return null;
    throw error;
  });
  // It names its payment by another name, and nobody says which one that is: the provider sends it again.
  if (!received) return new Response(null, { status: 503 });
  if (received.outcome === "refused") {
    services.log.warn({ provider: params.provider, reason: received.reason }, "notice refused");
    return new Response(null, { status: 400 });
  }
  return new Response(null, { status: received.outcome === "stored" ? 202 : 200 });
}
