import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/api-methods";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  return sandbox ? sandbox.api.methodCall(request, params["*"] ?? "") : new Response(null, { status: 404 });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  return sandbox ? sandbox.api.methodCall(request, params["*"] ?? "") : new Response(null, { status: 404 });
}
