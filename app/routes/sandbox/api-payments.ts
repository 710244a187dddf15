import { servicesContext } from "../../context.ts";
import type { Route } from "./+types/api-payments";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  if (!sandbox) return new Response(null, { status: 404 });
  return sandbox.api.findPayment(request, url.searchParams.get("payment_id") ?? "");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  return sandbox ? sandbox.api.createPayment(request) : new Response(null, { status: 404 });
}
