import { hash } from "node:crypto";
import { servicesContext } from "../../context.ts";
import { findOpenOverlay } from "../../domain/overlay/overlays.server.ts";
import { scriptAddress } from "../../http/guest-script.server.ts";
import { SOURCE_KINDS } from "../../http/overlay-source.ts";
import type { Route } from "./+types/overlay-page";
import { OVERLAY_CSS } from "./overlay-css.ts";
import { OF_SECRET } from "./overlay-headers.ts";

/** For a broadcast's browser source: alerts, a widget or the preview (docs/product.md, 5.15). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const kind = SOURCE_KINDS.find((each) => each === (params.kind ?? "alerts"));
  const overlay = kind && (await findOpenOverlay(context.get(servicesContext), params.secret));
  if (!overlay) return new Response(null, { status: 404, headers: OF_SECRET });
  return new Response(drawPage(kind), {
    headers: {
      ...OF_SECRET,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policyOf(kind),
    },
  });
}

/** Loads nothing from outside; the script sets the creator's style. */
function policyOf(kind: string): string {
  const style = `'sha256-${hash("sha256", OVERLAY_CSS, "base64")}'`;
  // The dashboard shows the preview.
  const frames = kind === "preview" ? "'self'" : "'none'";
  return `default-src 'none'; script-src 'self'; style-src ${style}; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${frames}`;
}

function drawPage(kind: string): string {
  return `<!doctype html><html lang="en" data-kind="${kind}"><head><meta charset="utf-8"><title>Overlay</title><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style>${OVERLAY_CSS}</style><script type="module" src="${scriptAddress("show-overlay")}"></script></head><body><main id="stage"></main></body></html>`;
}
