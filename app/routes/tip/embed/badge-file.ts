import { LOCALES } from "../../../../locales/index.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import type { Route } from "./+types/badge-file";
import { drawBadge } from "./drawings.server.tsx";
import { accentOf, EVERYWHERE, findEmbedded } from "./embedded-profile.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const locale = LOCALES.find((each) => params.file === `${each}.svg`);
  if (!locale) return new Response(null, { status: 404, headers: EVERYWHERE });
  const profile = await findEmbedded(context, params.profile, (name) => `/${name}/badge/${params.file}`);
  if (profile instanceof Response) return profile;
  const text = getI18n(context).getFixedT(locale, "share")("badge", { name: profile.name });
  return new Response(drawBadge(text, accentOf(context)), {
    headers: {
      ...EVERYWHERE,
      "Content-Type": "image/svg+xml",
      "Cache-Control": `public, max-age=${productRules.share_kit.seconds}`,
    },
  });
}
