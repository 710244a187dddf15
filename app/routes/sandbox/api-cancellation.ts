import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/api-cancellation";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  return sandbox ? sandbox.api.cancelPayment(request, params.ref) : new Response(null, { status: 404 });
}
