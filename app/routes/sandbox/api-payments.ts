import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/api-payments";

export async function action({ request, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  return sandbox ? sandbox.api.createPayment(request) : new Response(null, { status: 404 });
}
