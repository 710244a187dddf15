import { servicesContext } from "../../context.ts";
import { readImage } from "../../domain/media/media.server.ts";
import type { ImageFormat } from "../../domain/media/media-port.ts";
import { findCaller } from "../../http/api.server.ts";
import { isId } from "../../http/ids.ts";
import type { Route } from "./+types/media";

const TYPES: Record<ImageFormat, string> = { webp: "image/webp", jpg: "image/jpeg" };

/** Content of an address never changes. An unpublished upload is private to its owner. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [, variant, ending] = /^([a-z])\.(webp|jpg)$/.exec(params.file) ?? [];
  const format = ending === "jpg" ? "jpg" : "webp";
  if (!variant || !isId(params.id)) return new Response(null, { status: 404 });
  const shown = await readImage(services, params.id, variant, { includePrivate: false, format });
  if (shown) return picture(shown, format, "public, max-age=31536000, immutable");
  const viewer = await findCaller(request, context);
  const own = viewer && (await readImage(services, params.id, variant, { ownedBy: viewer.id, format }));
  return own ? picture(own, format, "private, no-store") : new Response(null, { status: 404 });
}

function picture(bytes: Uint8Array, format: ImageFormat, cache: string): Response {
  return new Response(Buffer.from(bytes), {
    headers: { "Cache-Control": cache, "Content-Type": TYPES[format] },
  });
}
