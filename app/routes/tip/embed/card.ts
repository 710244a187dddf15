import { hash } from "node:crypto";
import { servicesContext } from "../../../context.ts";
import { formatAmount, type Locale, toDecimal } from "../../../domain/money/minor.ts";
import type { PublicProfile } from "../../../domain/users/profile.server.ts";
import { offeredAmounts } from "../../../domain/users/tip-amounts.ts";
import { i18nIn } from "../../../http/i18n.server.ts";
import { chooseLocale } from "../../../http/locale.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { productRules } from "../../../product-rules.ts";
import { shownGoal } from "../shown-goal.server.ts";
import type { Route } from "./+types/card";
import { cardCss, drawCard } from "./card-markup.server.tsx";
import { CARD_SCRIPT } from "./card-script.ts";
import { accentOf, EVERYWHERE, findEmbedded } from "./embedded-profile.server.ts";

/** The one page that other sites may frame. No cookies; links open a new tab (docs/product.md, 9.10). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const profile = await findEmbedded(context, params.profile, (name) => `/embed/${name}`);
  if (profile instanceof Response) return profile;
  const locale = chooseLocale(null, request.headers.get("Accept-Language"));
  const { publicUrl } = context.get(servicesContext);
  const css = cardCss(accentOf(context));
  return new Response(drawCard({ css, ...cardOf(context, profile, { locale, publicUrl }) }), {
    headers: {
      ...EVERYWHERE,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": cardPolicy(css),
      // Sites that isolate themselves frame no page without it.
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cache-Control": `public, max-age=${productRules.share_kit.goal_seconds}`,
      Vary: "Accept-Language",
    },
  });
}

function cardPolicy(css: string): string {
  const [style, script] = [css, CARD_SCRIPT].map((text) => `'sha256-${hash("sha256", text, "base64")}'`);
  return `default-src 'none'; style-src ${style}; script-src ${script}; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *`;
}

const AMOUNTS = 3;

function cardOf(
  context: Route.LoaderArgs["context"],
  profile: PublicProfile,
  { locale, publicUrl }: { locale: Locale; publicUrl: string },
) {
  const { name, username, currency, amounts, is_paused } = profile;
  const t = i18nIn(context, locale).getFixedT(locale, ["share", "tip"]);
  const address = `${publicUrl}/${username}`;
  const goal = shownGoal(profile, locale);
  const { presets } = offeredAmounts(amounts, rulesOf(context).tip);
  return {
    ...{ locale, name, username, address, about: profile.about },
    goal: goal && {
      ...goal,
      sum: t(goal.isMonthly ? "tip:goal.monthly" : "tip:goal.sum", {
        ...{ reached: goal.reached, amount: goal.amount },
      }),
    },
    paused: is_paused ? t("tip:amount.paused", { name }) : null,
    amounts: is_paused
      ? []
      : presets.slice(0, AMOUNTS).map((preset) => ({
          text: formatAmount(preset, currency, locale, true),
          href: `${address}/${toDecimal(preset, currency)}`,
        })),
    texts: { tip: t("share:badge", { name }), newTab: t("share:newTab") },
  };
}
