import { servicesContext } from "../../context.ts";
import { readImage } from "../../domain/media/media.server.ts";
import { isId } from "../../http/ids.ts";
import type { Route } from "./+types/media";

/** A public picture in one of its sizes. What stands under an address never changes. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const variant = /^([a-z])\.webp$/.exec(params.file)?.[1];
  const bytes =
    variant && isId(params.id)
      ? await readImage(services, params.id, variant, { includePrivate: false })
      : null;
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(Buffer.from(bytes), {
    headers: { "Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "image/webp" },
  });
}
