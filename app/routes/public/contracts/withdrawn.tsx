import type { Route } from "./+types/withdrawn";
import { endRunning, shownRunning } from "./end-running.server.ts";
import { EndRunning } from "./end-running.tsx";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

export async function loader(args: Route.LoaderArgs) {
  return await shownRunning(args, "WITHDRAW");
}

export async function action(args: Route.ActionArgs) {
  return await endRunning(args, "WITHDRAW");
}

export default function Withdrawn({ loaderData }: Route.ComponentProps) {
  return <EndRunning {...loaderData} />;
}
