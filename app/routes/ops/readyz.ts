import { servicesContext } from "../../context.ts";
import { publicOpsResponse } from "../../http/ops.server.ts";
import type { Route } from "./+types/readyz";

/** Whether to send requests here: database, migrations, jobs, storage. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return await publicOpsResponse(context.get(servicesContext), "readyz", request);
}
