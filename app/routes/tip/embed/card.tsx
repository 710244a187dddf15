import { hash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { servicesContext } from "../../../context.ts";
import { formatAmount, type Locale, toDecimal } from "../../../domain/money/minor.ts";
import { textOn } from "../../../domain/settings/accent.ts";
import { initials } from "../../../domain/users/initials.ts";
import type { PublicProfile } from "../../../domain/users/profile.server.ts";
import { offeredAmounts } from "../../../domain/users/tip-amounts.ts";
import { i18nIn } from "../../../http/i18n.server.ts";
import { chooseLocale } from "../../../http/locale.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { productRules } from "../../../product-rules.ts";
import { hueOf } from "../../../ui/components/avatar.tsx";
import { shownGoal } from "../shown-goal.server.ts";
import type { Route } from "./+types/card";
import { CARD_SCRIPT } from "./card-script.ts";
import { accentOf, EVERYWHERE, findEmbedded } from "./embedded-profile.server.ts";

/**
 * A creator's card inside of other sites: the one page that they may frame. No cookies, and links that open
 * the tip page in a new tab. docs/product.md, 9.10.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const profile = await findEmbedded(context, params.profile, (name) => `/embed/${name}`);
  if (profile instanceof Response) return profile;
  const locale = chooseLocale(null, request.headers.get("Accept-Language"));
  const { publicUrl } = context.get(servicesContext);
  const css = cardCss(accentOf(context));
  const html = renderToStaticMarkup(<Card {...cardOf(context, profile, { locale, publicUrl })} css={css} />);
  return new Response(`<!doctype html>${html}`, {
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
    goal: goal && { ...goal, sum: t("tip:goal.sum", { reached: goal.reached, amount: goal.amount }) },
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

type CardProps = ReturnType<typeof cardOf> & { css: string };

function Card({ css, locale, name, username, address, about, goal, paused, amounts, texts }: CardProps) {
  const away = { target: "_blank", rel: "noopener" };
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <title>{texts.tip}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <link rel="canonical" href={address} />
        <style>{css}</style>
      </head>
      <body>
        <main>
          <header>
            <span className="face" aria-hidden="true" style={{ background: `hsl(${hueOf(name)} 45% 38%)` }}>
              {initials(name)}
            </span>
            <h1>
              <a href={address} {...away}>
                {name}
              </a>
              <small>@{username}</small>
            </h1>
          </header>
          {about ? <p>{about}</p> : null}
          {goal ? (
            <section>
              <h2 id="goal">{goal.title}</h2>
              <progress value={goal.percent} max={100} aria-labelledby="goal" />
              <p className="small">{goal.sum}</p>
            </section>
          ) : null}
          {paused === null ? (
            <nav>
              {amounts.map(({ text, href }) => (
                <a className="chip" key={href} href={href} {...away}>
                  {text}
                </a>
              ))}
              <a className="main" href={address} {...away}>
                {texts.tip}
              </a>
            </nav>
          ) : (
            <p>{paused}</p>
          )}
          <p className="small">{texts.newTab}</p>
        </main>
        <script>{CARD_SCRIPT}</script>
      </body>
    </html>
  );
}

/** Rules without quotes, so that the text is the markup that is hashed. */
function cardCss(accent: string): string {
  return `:root{color-scheme:light dark;--card:#fff;--ink:#221d19;--soft:#5c534c;--line:#d9d4cf}
@media (prefers-color-scheme:dark){:root{--card:#1b1f27;--ink:#f2efec;--soft:#b8b1aa;--line:#3a404b}}
*{box-sizing:border-box;margin:0}
body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:transparent}
main{display:grid;gap:12px;padding:20px;border:1px solid var(--line);border-radius:16px;background:var(--card);overflow-wrap:anywhere}
header{display:flex;gap:12px;align-items:center}
.face{flex:none;display:grid;place-items:center;width:48px;height:48px;border-radius:50%;color:#fff;font-weight:700}
h1{font-size:18px;line-height:1.3}h2{font-size:16px}
h1 a{color:inherit}small{display:block;font-weight:400}
small,.small{font-size:14px;color:var(--soft)}
progress{width:100%;height:12px;accent-color:${accent}}
nav{display:flex;flex-wrap:wrap;gap:8px}
nav a{flex:1 1 auto;min-height:44px;padding:10px 14px;border:1px solid var(--line);border-radius:12px;text-align:center;text-decoration:none;color:inherit;font-weight:600}
nav .main{flex-basis:100%;border-color:${accent};background:${accent};color:${textOn(accent)}}
a:focus-visible{outline:3px solid currentColor;outline-offset:2px}`;
}
