import { LOCALES } from "../../../../locales/index.ts";
import { etagOf } from "../../../http/fresh-answer.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { shownGoal } from "../shown-goal.server.ts";
import type { Route } from "./+types/goal-file";
import { drawGoal } from "./drawings.server.tsx";
import { accentOf, EVERYWHERE, findEmbedded } from "./embedded-profile.server.ts";

/** 404 without a goal, 304 for a known one (docs/product.md, 9.10). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const locale = LOCALES.find((each) => params.file === `${each}.svg`);
  if (!locale) return new Response(null, { status: 404, headers: EVERYWHERE });
  const profile = await findEmbedded(context, params.profile, (name) => `/${name}/goal/${params.file}`);
  if (profile instanceof Response) return profile;
  const goal = shownGoal(profile, locale);
  if (!goal) return new Response(null, { status: 404, headers: EVERYWHERE });
  const t = getI18n(context).getFixedT(locale, "tip");
  const svg = drawGoal(
    goal,
    t(goal.isMonthly ? "goal.monthly" : "goal.sum", { reached: goal.reached, amount: goal.amount }),
    accentOf(context),
  );
  const headers = {
    ...EVERYWHERE,
    ETag: etagOf(svg),
    "Content-Type": "image/svg+xml",
    "Cache-Control": `public, max-age=${productRules.share_kit.goal_seconds}`,
  };
  if (request.headers.get("If-None-Match")?.includes(headers.ETag))
    return new Response(null, { status: 304, headers });
  return new Response(svg, { headers });
}
