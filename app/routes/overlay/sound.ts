import { servicesContext } from "../../context.ts";
import { findOpenOverlay } from "../../domain/overlay/overlays.server.ts";
import { findSound } from "../../domain/overlay/sounds.server.ts";
import type { Route } from "./+types/sound";
import { OF_SECRET } from "./overlay-headers.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const overlay = await findOpenOverlay(services, params.secret);
  const sound = overlay && (await findSound(services.db, overlay.user_id));
  if (!sound) return new Response(null, { status: 404, headers: OF_SECRET });
  return new Response(new Uint8Array(sound.bytes), {
    headers: {
      ...OF_SECRET,
      "Content-Type": sound.content_type,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
