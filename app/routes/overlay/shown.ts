import { servicesContext } from "../../context.ts";
import { endShownAlert } from "../../domain/overlay/alerts.server.ts";
import { shownForm } from "../../domain/overlay/overlay.schema.ts";
import { findOpenOverlay } from "../../domain/overlay/overlays.server.ts";
import { readForm } from "../../http/body.server.ts";
import type { Route } from "./+types/shown";
import { OF_SECRET } from "./overlay-headers.ts";

const STATUSES = { shown: 204, not_leading: 409, unknown: 404 } as const;

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = shownForm.safeParse(Object.fromEntries(await readForm(request)));
  const overlay = await findOpenOverlay(services, params.secret);
  if (!overlay) return new Response(null, { status: 404, headers: OF_SECRET });
  if (!form.success) return new Response(null, { status: 400, headers: OF_SECRET });
  const outcome = await endShownAlert(services, { user_id: overlay.user_id, ...form.data });
  return new Response(null, { status: STATUSES[outcome], headers: OF_SECRET });
}

export function loader() {
  return new Response(null, { status: 405, headers: { ...OF_SECRET, Allow: "POST" } });
}
