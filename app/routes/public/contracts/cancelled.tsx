import type { Route } from "./+types/cancelled";
import { endRunning, shownRunning } from "./end-running.server.ts";
import { EndRunning } from "./end-running.tsx";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

export async function loader(args: Route.LoaderArgs) {
  return await shownRunning(args, "CANCEL");
}

export async function action(args: Route.ActionArgs) {
  return await endRunning(args, "CANCEL");
}

export default function Cancelled({ loaderData }: Route.ComponentProps) {
  return <EndRunning {...loaderData} />;
}
