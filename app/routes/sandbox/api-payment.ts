import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/api-payment";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  return sandbox ? sandbox.api.readPayment(request, params.ref) : new Response(null, { status: 404 });
}
