import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/readyz";

/** Whether to send requests here: database, migrations, jobs, storage. */
export async function loader({ context }: Route.LoaderArgs) {
  const { isReady, parts } = await context.get(servicesContext).readiness.check();
  return Response.json(parts, { status: isReady ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
