import { renderToStaticMarkup } from "react-dom/server";
import type { Locale } from "../../../domain/money/minor.ts";
import { textOn } from "../../../domain/settings/accent.ts";
import { initials } from "../../../domain/users/initials.ts";
import { hueOf } from "../../../ui/components/avatar.tsx";
import { CARD_SCRIPT } from "./card-script.ts";

interface CardProps {
  css: string;
  locale: Locale;
  name: string;
  username: string;
  address: string;
  about: string | null;
  goal: { title: string; percent: number; sum: string } | null;
  paused: string | null;
  amounts: readonly { text: string; href: string }[];
  texts: { tip: string; newTab: string };
}

export function drawCard(card: CardProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Card {...card} />)}`;
}

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

/** Without quotes: the text is the markup that is hashed. */
export function cardCss(accent: string): string {
  return `:root{--card:#fff;--ink:#221d19;--soft:#5c534c;--line:#d9d4cf}
@media (prefers-color-scheme:dark){:root{--card:#1b1f27;--ink:#f2efec;--soft:#b8b1aa;--line:#3a404b}}
*{box-sizing:border-box;margin:0}
body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:transparent}
main{color-scheme:light dark;display:grid;gap:12px;padding:20px;border:1px solid var(--line);border-radius:16px;background:var(--card);overflow-wrap:anywhere}
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
