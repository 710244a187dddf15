import { servicesContext } from "../../context.ts";
import { readImage } from "../../domain/media/media.server.ts";
import { findOpenOverlay } from "../../domain/overlay/overlays.server.ts";
import { findAlertImage } from "../../domain/overlay/screens.server.ts";
import { imageAnswer } from "../../http/file-response.server.ts";
import { isId } from "../../http/ids.ts";
import type { Route } from "./+types/alert-picture";
import { OF_SECRET } from "./overlay-headers.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const overlay = isId(params.id) ? await findOpenOverlay(services, params.secret) : null;
  const image =
    overlay && (await findAlertImage(services.db, { user_id: overlay.user_id, alert_id: params.id }));
  const bytes = image === null ? null : await readImage(services, image, "m", { includePrivate: true });
  const answer = imageAnswer(bytes);
  for (const [name, value] of Object.entries(OF_SECRET)) answer.headers.set(name, value);
  return answer;
}
