import { retryAfterContext, servicesContext, streamContext } from "../../context.ts";
import { findOpenOverlay } from "../../domain/overlay/overlays.server.ts";
import { isId } from "../../http/ids.ts";
import { SOURCE_KINDS } from "../../http/overlay-source.ts";
import type { Route } from "./+types/events";
import { OF_SECRET } from "./overlay-headers.ts";

/** Server-sent events, until page or server goes. `source`: the page's own id. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { overlayStreams, ...services } = context.get(servicesContext);
  const overlay = await findOpenOverlay(services, params.secret);
  const kind = SOURCE_KINDS.find((each) => each === url.searchParams.get("kind"));
  const id = url.searchParams.get("source");
  if (!overlay || !kind || !isId(id)) return new Response(null, { status: 404, headers: OF_SECRET });
  const seconds = overlayStreams.waitFor(overlay.user_id);
  if (seconds !== null) {
    context.set(retryAfterContext, seconds);
    return new Response(null, { status: 429, headers: OF_SECRET });
  }
  const last_event_id = request.headers.get("Last-Event-ID");
  context.set(streamContext, (out) => overlayStreams.open({ ...overlay, id, kind, last_event_id }, out));
  return new Response(null, {
    headers: {
      ...OF_SECRET,
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
    },
  });
}
