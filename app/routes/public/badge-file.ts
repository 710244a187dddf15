import { LOCALES } from "../../../locales/index.ts";
import { servicesContext, settingsContext } from "../../context.ts";
import { OWN_ACCENT, textOn } from "../../domain/settings/accent.ts";
import { findProfile, findRenamed } from "../../domain/users/profile.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Route } from "./+types/badge-file";

/** Embedding on other sites is allowed for badges only. */
const EVERYWHERE = { "Cross-Origin-Resource-Policy": "cross-origin" };

/** "en.svg", "de.svg"; independent of the viewer. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const locale = LOCALES.find((each) => params.file === `${each}.svg`);
  const profile = locale && (await findProfile(db, params.profile, clock()));
  if (!profile) {
    const renamed = locale && (await findRenamed(db, params.profile, clock()));
    if (!renamed) return new Response(null, { status: 404, headers: EVERYWHERE });
    const headers = { ...EVERYWHERE, Location: `/${renamed}/badge/${params.file}` };
    return new Response(null, { status: 301, headers });
  }
  const text = getI18n(context).getFixedT(locale, "share")("badge", { name: profile.name });
  const accent = context.get(settingsContext).brand.accent_light ?? OWN_ACCENT;
  return new Response(drawBadge(text, accent), {
    headers: {
      ...EVERYWHERE,
      "Content-Type": "image/svg+xml",
      "Cache-Control": `public, max-age=${productRules.share_kit.seconds}`,
    },
  });
}

/** Widest letter of the fallback fonts at 16 px. */
const LETTER = 9;
const HEIGHT = 44;

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  '"': "&quot;",
  "'": "&#39;",
  "<": "&lt;",
  ">": "&gt;",
};

const HEART = "M19.500 12.572l-7.500 7.428l-7.500 -7.428a5 5 0 1 1 7.500 -6.566a5 5 0 1 1 7.500 6.572";

/** No script, style or other file. The width is independent of the font. */
export function drawBadge(text: string, accent: string = OWN_ACCENT): string {
  const words = text.replace(/[&"'<>]/g, (sign) => ESCAPED[sign] ?? sign);
  const ink = textOn(accent);
  const length = [...text].length * LETTER;
  const width = length + 70;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${words}"><title>${words}</title><rect width="${width}" height="${HEIGHT}" rx="12" fill="${accent}"/><g transform="translate(16 10)" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${HEART}"/></g><text x="52" y="28" fill="${ink}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" font-size="16" font-weight="600" textLength="${length}" lengthAdjust="spacingAndGlyphs">${words}</text></svg>`;
}
