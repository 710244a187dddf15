import { servicesContext } from "../../context.ts";
import { handleAtOnce } from "../../domain/payment-updates/handle-events.server.ts";
import { receiveWebhook } from "../../domain/payments/provider-events.server.ts";
import { readBytes } from "../../http/body.server.ts";
import type { Route } from "./+types/provider";

const NOTICE_BYTES_MAXIMUM = 256 * 1024;

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const provider = services.providers.find(params.provider);
  if (!provider) return new Response(null, { status: 404 });
  const body = await readBytes(request, NOTICE_BYTES_MAXIMUM);
  const notice = { body, headers: request.headers, now: services.clock() };
  const received = await receiveWebhook(services, provider, notice);
  if (received.outcome === "stored") await handleAtOnce(services, received.event_id);
  if (received.outcome === "refused") {
    services.log.warn({ provider: params.provider, reason: received.reason }, "notice refused");
    return new Response(null, { status: 400 });
  }
  // A 5xx makes the provider retry.
  if (received.outcome === "unanswered") return new Response(null, { status: 503 });
  return new Response(null, { status: received.outcome === "stored" ? 202 : 200 });
}
