/** Ghost: share of page views (docs/product.md, 9.12). */
const rules = { flakes: 150, ghost_percent: 30 };

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const LOOK = `
  .season { position: fixed; z-index: 3; inset: 0; overflow: hidden; pointer-events: none; }
  .season i { position: absolute; top: -12px; border-radius: 50%; background: #fff; box-shadow: 0 0 2px #8fa3b8; }
  .season svg { position: absolute; right: 16px; bottom: 16px; width: 72px; height: 88px; }
  @media print { .season { display: none; } }
`;

export function showSeason(season: string | undefined): void {
  if (STILL.matches || !(season === "snow" || Math.random() * 100 < rules.ghost_percent)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LOOK);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const layer = document.createElement("div");
  layer.className = "season";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  if (season === "snow") letItSnow(layer);
  else showGhost(layer);
  STILL.addEventListener("change", () => layer.remove());
}

function letItSnow(layer: HTMLElement): void {
  for (let flake = 0; flake < rules.flakes; flake += 1) {
    const dot = document.createElement("i");
    const size = `${2 + Math.random() * 4}px`;
    Object.assign(dot.style, { left: `${Math.random() * 100}%`, width: size, height: size });
    layer.append(dot);
    const drift = Math.random() * 120 - 60;
    const duration = 8_000 + Math.random() * 12_000;
    dot.animate(
      [{ transform: "translate(0, 0)" }, { transform: `translate(${drift}px, calc(100vh + 24px))` }],
      { duration, delay: -Math.random() * duration, iterations: Number.POSITIVE_INFINITY },
    );
  }
}

const GHOST = [
  ["path", { d: "M8 84V36a28 28 0 0 1 56 0v48l-9-8-9 8-10-8-10 8-9-8z", fill: "#fff", stroke: "#6f6a8a" }],
  ["circle", { cx: "27", cy: "38", r: "4", fill: "#2c2a3a" }],
  ["circle", { cx: "45", cy: "38", r: "4", fill: "#2c2a3a" }],
  ["ellipse", { cx: "36", cy: "52", rx: "5", ry: "7", fill: "#2c2a3a" }],
] as const;

function showGhost(layer: HTMLElement): void {
  const ghost = drawn("svg", { viewBox: "0 0 72 88" });
  for (const [name, attributes] of GHOST) ghost.append(drawn(name, attributes));
  layer.append(ghost);
  const low = { transform: "translateY(0)", opacity: 0.9 };
  ghost.animate([low, { transform: "translateY(-14px)", opacity: 1 }, low], {
    duration: 4_000,
    easing: "ease-in-out",
    iterations: Number.POSITIVE_INFINITY,
  });
}

function drawn(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}
