import { hash } from "node:crypto";
import { servicesContext } from "../../context.ts";
import { findOpenOverlay } from "../../domain/overlay/overlays.server.ts";
import { scriptAddress } from "../../http/guest-script.server.ts";
import { SOURCE_KINDS } from "../../http/overlay-source.ts";
import type { Route } from "./+types/overlay-page";
import { OF_SECRET } from "./overlay-headers.ts";

/** Sized for 800 × 600, scaled with the source: 1rem is a fiftieth of its width. Readable on any picture. */
const OVERLAY_CSS = `
:root{--accent:#c8451b;--on-accent:#fff;font-size:min(2vw,2.6667vh)}
*{box-sizing:border-box;margin:0;padding:0}
html,body{height:100%;background:transparent;overflow:hidden}
body{font:600 1.5rem/1.35 system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif;color:#f6f3ef;overflow-wrap:anywhere}
#stage{position:fixed;inset:0;display:grid;padding:2rem}
h1{font:inherit}
.amount,.sum{font-variant-numeric:tabular-nums}
.picture{display:block;object-fit:cover}
.words{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden;white-space:pre-line}
.title{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}

[data-design=note] #stage{place-items:end center}
[data-design=note] .alert{position:relative;display:flex;gap:1.4rem;align-items:center;width:fit-content;min-width:22rem;max-width:38rem;padding:1.7rem 2rem 1.7rem 2.3rem;border-radius:1.1rem;background:#fffaf3;color:#221d19;box-shadow:0 1.2rem 3rem rgb(0 0 0/.38),0 .1rem .3rem rgb(0 0 0/.3);transform-origin:50% 120%;animation:note-in .7s cubic-bezier(.2,1.3,.4,1) both}
[data-design=note] .alert::before{content:"";position:absolute;inset:0 auto 0 0;width:.7rem;border-radius:1.1rem 0 0 1.1rem;background:var(--accent)}
[data-design=note] .alert::after{content:"\\2665";position:absolute;inset:-1.3rem 1.5rem auto auto;display:grid;place-items:center;width:2.9rem;height:2.9rem;border-radius:50%;background:var(--accent);color:var(--on-accent);font-size:1.5rem;line-height:1;animation:beat 1.1s .7s ease-in-out infinite}
[data-design=note] .alert .title{font-weight:700;font-size:1.5rem;color:#5c534c}
[data-design=note] .alert .amount{font-weight:800;font-size:3.7rem;line-height:1.12;letter-spacing:-.03em}
[data-design=note] .alert .words{margin-top:.6rem;padding-top:.7rem;border-top:.1rem solid #e8ddd0;font-weight:500;font-size:1.5rem}
[data-design=note] .alert .picture{flex:none;width:9rem;height:9rem;border-radius:.8rem;border:.4rem solid #fff;box-shadow:0 .3rem .9rem rgb(0 0 0/.25);rotate:-4deg}
@keyframes note-in{from{opacity:0;transform:translateY(5rem) rotate(7deg)}to{opacity:1;transform:rotate(-1.2deg)}}
@keyframes beat{0%,40%,100%{scale:1}20%{scale:1.16}}

[data-design=ribbon] #stage{place-items:end stretch;padding:0 0 3rem}
[data-design=ribbon] .alert{position:relative;display:grid;grid-template-columns:auto minmax(0,1fr);min-height:9rem;background:linear-gradient(90deg,rgb(15 18 24/.96) 55%,rgb(15 18 24/.82));border-block:.15rem solid rgb(255 255 255/.14);animation:ribbon-in .6s cubic-bezier(.2,.9,.2,1) both}
[data-design=ribbon] .alert .text{display:grid;grid-template:auto 1fr/auto minmax(0,1fr);column-gap:1.7rem;grid-column:2}
[data-design=ribbon] .alert .amount{grid-area:1/1/3/2;display:grid;place-items:center;min-width:13rem;padding:0 2.6rem 0 1.8rem;background:var(--accent);color:var(--on-accent);font-weight:800;font-size:3.5rem;letter-spacing:-.03em;clip-path:polygon(0 0,100% 0,calc(100% - 1.3rem) 100%,0 100%);animation:slab-in .5s .2s cubic-bezier(.2,.9,.2,1) both}
[data-design=ribbon] .alert .title{grid-area:1/2;align-self:end;padding:1.2rem 2rem 0 0;font-weight:800;font-size:2.1rem;line-height:1.2;animation:rise .5s .35s both}
[data-design=ribbon] .alert .title:last-of-type:nth-last-child(2){grid-row:1/3;align-self:center;padding-block:1.2rem}
[data-design=ribbon] .alert .words{grid-area:2/2;-webkit-line-clamp:3;padding:.35rem 2rem 1.2rem 0;font-weight:500;font-size:1.45rem;line-height:1.3;color:#d5d9e1;animation:rise .5s .45s both}
[data-design=ribbon] .alert .picture{grid-column:1;width:9rem;height:100%;min-height:9rem}
@keyframes ribbon-in{from{clip-path:inset(0 100% 0 0)}to{clip-path:inset(0)}}
@keyframes slab-in{from{translate:-100% 0}to{translate:0}}
@keyframes rise{from{opacity:0;translate:0 .8rem}to{opacity:1;translate:0}}

[data-design=burst] #stage{place-items:center}
[data-design=burst] .alert{position:relative;display:grid;justify-items:center;max-width:40rem;isolation:isolate}
[data-design=burst] .alert::before{content:"";position:absolute;z-index:-2;inset:50% auto auto 50%;width:44rem;height:44rem;margin:-22rem;border-radius:50%;background:repeating-conic-gradient(var(--accent) 0 7.5deg,transparent 7.5deg 15deg);mask:radial-gradient(closest-side,#000 25%,rgb(0 0 0/.55) 50%,transparent 96%);animation:open .7s cubic-bezier(.2,1.2,.4,1) both,turn 40s linear infinite}
[data-design=burst] .alert::after{content:"";position:absolute;z-index:-1;inset:50% auto auto 50%;width:24rem;height:24rem;margin:-12rem;border-radius:50%;background:radial-gradient(closest-side,rgb(15 18 24/.97) 82%,rgb(15 18 24/.6) 92%,transparent);animation:open .5s .1s cubic-bezier(.2,1.2,.4,1) both}
[data-design=burst] .alert .text{display:grid;justify-items:center;text-align:center}
[data-design=burst] .alert .title{order:0;padding:.5rem 1.5rem;border-radius:3rem;background:var(--accent);color:var(--on-accent);font-weight:800;font-size:1.8rem;line-height:1.25;box-shadow:0 .4rem 1.2rem rgb(0 0 0/.35);animation:pop .5s .25s cubic-bezier(.2,1.5,.4,1) both}
[data-design=burst] .alert .amount{padding:.4rem 1rem 1rem;font-weight:900;font-size:6rem;line-height:1.1;letter-spacing:-.04em;color:#fff;text-shadow:0 .3rem 1.4rem rgb(0 0 0/.65);animation:pop .6s .35s cubic-bezier(.2,1.6,.4,1) both}
[data-design=burst] .alert .words{-webkit-line-clamp:4;padding:.9rem 1.6rem;border-radius:1.2rem;background:rgb(15 18 24/.94);font-weight:600;font-size:1.6rem;animation:rise .5s .55s both}
[data-design=burst] .alert .picture{width:9rem;height:9rem;margin-bottom:-.8rem;border-radius:50%;border:.5rem solid var(--accent);animation:pop .5s .15s cubic-bezier(.2,1.5,.4,1) both}
@keyframes open{from{opacity:0;transform:scale(.2)}to{opacity:1;transform:scale(1)}}
@keyframes turn{to{rotate:1turn}}
@keyframes pop{from{opacity:0;scale:.4}to{opacity:1;scale:1}}

.goal,.supporters{align-self:start;width:100%;padding:1.5rem 1.8rem;border-radius:1.1rem;background:rgb(15 18 24/.94);border:.1rem solid rgb(255 255 255/.14)}
.goal .title,.supporters .title{font-weight:800;font-size:1.8rem;line-height:1.25}
.bar{height:1.8rem;margin:.9rem 0 .6rem;border-radius:1rem;background:rgb(255 255 255/.16);overflow:hidden}
.part{height:100%;min-width:1.8rem;border-radius:1rem;background:var(--accent);transition:width .8s cubic-bezier(.2,.8,.2,1)}
.sum{font-weight:600;font-size:1.5rem}
.fans{margin-top:.6rem;list-style:none}
.fan{display:flex;justify-content:space-between;gap:1.5rem;padding:.55rem 0;border-top:.1rem solid rgb(255 255 255/.12);font-size:1.6rem}
.fan:first-child{border-top:0}
.fan .name{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.fan .amount{flex:none;padding:0 .8rem;border-radius:1rem;background:var(--accent);color:var(--on-accent);font-weight:800}

.leaving{transition:opacity .4s,translate .4s;opacity:0;translate:0 1rem}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition:none!important}}
`;

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
