import { servicesContext } from "../../context.ts";
import { publicOpsResponse } from "../../http/ops.server.ts";
import type { Route } from "./+types/readyz";

export async function loader({ request, context }: Route.LoaderArgs) {
  return await publicOpsResponse(context.get(servicesContext), "readyz", request);
}
