import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/api-refunds";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  return sandbox ? sandbox.api.refundPayment(request, params.ref) : new Response(null, { status: 404 });
}
