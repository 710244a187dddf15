import { settingsContext } from "../../context.ts";
import type { Route } from "./+types/brand-picture";

export function loader({ params, context }: Route.LoaderArgs) {
  const [, hash = ""] = /^([0-9a-f]{32})\.png$/.exec(params.file) ?? [];
  const bytes = context.get(settingsContext).pictures.get(hash);
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(Buffer.from(bytes), {
    headers: { "Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "image/png" },
  });
}
