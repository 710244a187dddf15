import { servicesContext } from "../../../context.ts";
import { findOverlay, overlaySecret } from "../../../domain/overlay/overlays.server.ts";
import { requireCreator } from "../../../http/guards.server.ts";
import type { Route } from "./+types/local-file";

/** Waits until the server answers, then goes to the overlay. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, tokens, publicUrl } = context.get(servicesContext);
  const { id } = await requireCreator(request, context);
  const overlay = await findOverlay(db, id);
  if (!overlay) return new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
  const address = `${publicUrl}/overlay/${overlaySecret(tokens, overlay.key_id)}`;
  return new Response(drawFile(publicUrl, address), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Disposition": 'attachment; filename="overlay.html"',
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "Cache-Control": "private, no-store",
    },
  });
}

/** A picture loads only from the product itself, not from a proxy's pages. */
function drawFile(publicUrl: string, address: string): string {
  const [icon, to] = [`${publicUrl}/media/icon.svg?`, address].map((each) =>
    JSON.stringify(each).replaceAll("<", "\\u003c"),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Overlay</title>
<script>
(function look() {
  var picture = new Image();
  picture.onload = function () { location.replace(${to}); };
  picture.onerror = function () { setTimeout(look, 2000); };
  picture.src = ${icon} + Date.now();
})();
</script>
`;
}
