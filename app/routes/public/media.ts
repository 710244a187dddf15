import { servicesContext } from "../../context.ts";
import { type ImageFormat, readImage } from "../../domain/media/media.server.ts";
import { isId } from "../../http/ids.ts";
import type { Route } from "./+types/media";

const TYPES: Record<ImageFormat, string> = { webp: "image/webp", jpg: "image/jpeg" };

/** A public picture in one of its sizes and formats. What stands under an address never changes. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [, variant, ending] = /^([a-z])\.(webp|jpg)$/.exec(params.file) ?? [];
  const format = ending === "jpg" ? "jpg" : "webp";
  const bytes =
    variant && isId(params.id)
      ? await readImage(services, params.id, variant, { includePrivate: false, format })
      : null;
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(Buffer.from(bytes), {
    headers: { "Cache-Control": "public, max-age=31536000, immutable", "Content-Type": TYPES[format] },
  });
}
