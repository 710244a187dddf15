import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/x-api";
import { answerCall } from "./dev.server.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  answerCall(context.get(servicesContext).standIns.x, request);

export const action = ({ request, context }: Route.ActionArgs) =>
  answerCall(context.get(servicesContext).standIns.x, request);
