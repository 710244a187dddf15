import { LOCALES } from "../../../locales/index.ts";
import { servicesContext } from "../../context.ts";
import { findProfile, findRenamed } from "../../domain/users/profile.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Route } from "./+types/badge-file";
import { drawBadge } from "./badge.server.ts";

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
  return new Response(drawBadge(text), {
    headers: {
      ...EVERYWHERE,
      "Content-Type": "image/svg+xml",
      "Cache-Control": `public, max-age=${productRules.share_kit.seconds}`,
    },
  });
}
