import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/x-api";
import { answerCall } from "./stand-in-call.server.ts";

/** The API of the demo's stand-in for X: reading. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  answerCall(context.get(servicesContext).standIns.x, request);

/** The same: writing. */
export const action = ({ request, context }: Route.ActionArgs) =>
  answerCall(context.get(servicesContext).standIns.x, request);
