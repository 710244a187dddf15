import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createPageCss } from "../../app/ui/css/page-css.server.ts";

const SHEET = `
  :root { --text: black; --unused: red; --deep: var(--deeper); --deeper: 1px; --inline: 2px; }
  :root[data-theme=dark] { --text: white; --unused: blue; }
  body { color: var(--text); }
  .card { margin: 0; padding: var(--deep); }
  .card > .title, .other { font-weight: bold; }
  .never { color: red; }
  .card.is-wide { width: 100%; }
  .card:not(.never) { top: 0; }
  [data-busy] .card { opacity: 0.5; }
  details[open] .card { bottom: 0; }
  .spin { animation: turn 1s; }
  @keyframes turn { to { rotate: 1turn; } }
  @keyframes still { to { rotate: 0turn; } }
  @media (min-width: 40rem) { .card { margin: 1rem; } .never { color: blue; } }
  @media (min-width: 40rem) { @supports (color: red) { .card { color: red; } } .title { left: 0; } }
  :is(.chip:has(:checked), .item:has(:checked)) { order: 1; }
  .card:has(:is([aria-invalid="true"], [aria-invalid=""])) { order: 2; }
  .escaped\\:name { right: 0; }
`;
const cssOf = createPageCss([SHEET]);

describe("the CSS that a page carries", () => {
  it("the CSS that a page carries has what the page uses and nothing of what it does not", () => {
    const { css } = cssOf('<div class="card"><p>Text</p></div>');
    expect(css).toContain(".card{margin:0;padding:var(--deep)}");
    expect(css).toContain("body{color:var(--text)}");
    expect(css).toContain(".card:not(.never){top:0}");
    expect(css).not.toContain(".title");
    expect(css).not.toMatch(/(^|})\.never/);
    expect(css).not.toContain(".is-wide");
    expect(css).not.toContain("opacity");
    expect(css).not.toContain("bottom");
  });

  it("the CSS that a page carries keeps a rule when one of its selectors finds all that it needs", () => {
    expect(cssOf('<p class="other">').css).toContain("font-weight:bold");
    expect(cssOf('<p class="title">').css).not.toContain("font-weight");
    expect(cssOf('<p class="card"><b class="title">').css).toContain("font-weight:bold");
  });

  it("the CSS that a page carries keeps a rule for a list of classes when one of them is on the page", () => {
    expect(cssOf('<p class="item">').css).toContain(":is(.chip:has(:checked),.item:has(:checked)){order:1}");
    expect(cssOf('<p class="card">').css).not.toContain("order:1");
    // Of attributes a script may set each later.
    expect(cssOf('<p class="card">').css).toContain("order:2");
  });

  it("the CSS that a page carries is worked out once for pages alike, and not kept for what somebody typed", () => {
    const page = '<p class="card">';
    expect(cssOf(page)).toBe(cssOf(page));
    const typed = `<p class="card"><input value=" data-${"x".repeat(60_000)} ">`;
    expect(cssOf(typed)).not.toBe(cssOf(typed));
    expect(cssOf(typed)).toEqual(cssOf(page));
  });

  it("the CSS that a page carries follows attributes that stand on the page", () => {
    expect(cssOf('<div data-busy="true"><p class="card">').css).toContain("opacity:0.5");
    expect(cssOf('<details open><p class="card">').css).toContain("bottom:0");
  });

  it("the CSS that a page carries defines every variable that it uses, also those behind others, and no other", () => {
    const { css } = cssOf('<div class="card">');
    expect(css).toContain("--deep:var(--deeper)");
    expect(css).toContain("--deeper:1px");
    expect(css).not.toContain("--unused");
    expect(css).not.toContain("--inline");
    expect(cssOf('<div style="width: var( --inline )">').css).toContain("--inline:2px");
    for (const [, name] of css.matchAll(/var\((--[\w-]+)/g)) expect(css).toContain(`${name}:`);
  });

  it("the CSS that a page carries keeps a variable's value in each theme where the page has that theme", () => {
    expect(cssOf("<html><body>").css).not.toContain("white");
    expect(cssOf('<html data-theme="dark"><body>').css).toContain(":root[data-theme=dark]{--text:white}");
  });

  it("the CSS that a page carries keeps at-rules around their rules, joined where they are neighbours, and every brace closed", () => {
    const { css } = cssOf('<div class="card"><b class="title">');
    expect(css).toContain("@media (min-width: 40rem){.card{margin:1rem}}");
    expect(css).toContain("@media (min-width: 40rem){@supports (color: red){.card{color:red}}}");
    expect(css.split("{").length).toBe(css.split("}").length);
  });

  it("the CSS that a page carries keeps the animations that something runs", () => {
    expect(cssOf('<i class="spin">').css).toContain("@keyframes turn");
    expect(cssOf('<i class="spin">').css).not.toContain("still");
    expect(cssOf('<i class="card">').css).not.toContain("@keyframes");
  });

  it("the CSS that a page carries matches escaped class names", () => {
    expect(cssOf('<i class="escaped:name">').css).toContain("right:0");
  });

  it("the CSS that a page carries is the same text with the same hash for pages with the same classes", () => {
    const one = cssOf('<p class="card other">');
    const other = cssOf('<p class="other"></p><p class="card">More text</p>');
    expect(other).toEqual(one);
    expect(one.hash).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(cssOf('<p class="card">').hash).not.toBe(one.hash);
  });

  it("a class has its own rule in one sheet only, since a page carries the rules of all sheets", () => {
    const folder = new URL("../../app/ui/css/", import.meta.url);
    const sheets = readdirSync(folder).filter((name) => name.endsWith(".css"));
    const owned = sheets.flatMap((name) => {
      const rules = readFileSync(new URL(name, folder), "utf8").matchAll(/^\.([\w-]+) \{$/gm);
      return [...new Set([...rules].map(([, owner]) => owner))];
    });
    // The file fields of both areas set different things of it.
    expect(owned.filter((name, place) => owned.indexOf(name) !== place)).toEqual(["plain-input"]);
  });
});
