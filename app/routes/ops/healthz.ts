import { servicesContext } from "../../context.ts";
import { publicOpsResponse } from "../../http/ops.server.ts";
import type { Route } from "./+types/healthz";

/** The process is up; nothing else is asked (architecture.md). */
export async function loader({ request, context }: Route.LoaderArgs) {
  return await publicOpsResponse(context.get(servicesContext), "healthz", request);
}
