import type { Route } from "./+types/cancelled";
import { endRunning, shownRunning } from "./end-running.server.ts";
import { EndRunning } from "./end-running.tsx";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  return await shownRunning(context, params.token, "CANCEL");
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  return await endRunning(request, context, { token: params.token, kind: "CANCEL", here: url.pathname });
}

export default function Cancelled({ loaderData }: Route.ComponentProps) {
  return <EndRunning {...loaderData} />;
}
