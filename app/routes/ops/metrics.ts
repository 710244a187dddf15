import { servicesContext } from "../../context.ts";
import { publicOpsResponse } from "../../http/ops.server.ts";
import type { Route } from "./+types/metrics";

/** 404 without METRICS_TOKEN. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return await publicOpsResponse(context.get(servicesContext), "metrics", request);
}
