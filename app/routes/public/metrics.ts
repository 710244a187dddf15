import { createHash, timingSafeEqual } from "node:crypto";
import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/metrics";

/** Prometheus metrics, for whoever bears the configured token; without one there is no such page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config, metrics } = context.get(servicesContext);
  const given = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  if (!config.METRICS_TOKEN || !timingSafeEqual(digest(given), digest(config.METRICS_TOKEN))) {
    return new Response(null, { status: 404 });
  }
  return new Response(await metrics.text(), { headers: { "Content-Type": "text/plain; version=0.0.4" } });
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
