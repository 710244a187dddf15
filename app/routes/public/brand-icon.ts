import { settingsContext } from "../../context.ts";
import type { Brand } from "../../product-settings.ts";
import type { Route } from "./+types/brand-icon";

export function loader({ context }: Route.LoaderArgs) {
  return new Response(drawIcon(context.get(settingsContext).brand), {
    headers: {
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      // An overlay's local file checks here whether the product answers.
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Cache-Control": "public, max-age=86400",
    },
  });
}

const DOT = "#ff7d4a";

function drawIcon({ short_name, accent_dark }: Brand): string {
  const [letter = ""] = short_name;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#12151b"/><text x="14" y="23" fill="#eef1f6" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle">${letter.toUpperCase()}</text><circle cx="24.500" cy="22.500" r="2.500" fill="${accent_dark ?? DOT}"/></svg>`;
}
