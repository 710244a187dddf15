import { servicesContext } from "../../context.ts";
import { publicOpsResponse } from "../../http/ops.server.ts";
import type { Route } from "./+types/metrics";

/** Prometheus metrics, for the bearer of METRICS_TOKEN; without one there is no such page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return await publicOpsResponse(context.get(servicesContext), "metrics", request);
}
