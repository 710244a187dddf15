import type { HeaderPalette } from "./art-types.ts";
import {
  circle,
  ellipse,
  group,
  type Point,
  path,
  radialGradient,
  rect,
  repeat,
  round,
  smooth,
  verticalGradient,
} from "./svg.ts";

export const WIDTH = 1600;
export const HEIGHT = 533;

/** The light of a scene: a sky of three tones, five layers from far to near, and what stands out. */
export interface Light {
  readonly sky: readonly [string, string, string];
  readonly sun: string;
  readonly layers: readonly [string, string, string, string, string];
  readonly accent: string;
  readonly light: string;
  readonly dark: string;
}

export const lights: Record<HeaderPalette, Light> = {
  dusk: {
    sky: ["#43397c", "#c2566d", "#ffb57f"],
    sun: "#ffe3b3",
    layers: ["#95527f", "#72407b", "#54346d", "#38295b", "#211d40"],
    accent: "#ff7d4a",
    light: "#ffe3bd",
    dark: "#1b1735",
  },
  dawn: {
    sky: ["#f4ae94", "#fbd2ae", "#fdeed0"],
    sun: "#fffaf0",
    layers: ["#e0b0a4", "#c09398", "#937692", "#625f82", "#3b4468"],
    accent: "#c8451b",
    light: "#fff6e6",
    dark: "#2a3153",
  },
  noon: {
    sky: ["#86c5de", "#bfe2e9", "#f5f1da"],
    sun: "#fff6cf",
    layers: ["#abcfb4", "#86b38d", "#64976c", "#457857", "#2c5646"],
    accent: "#f2b843",
    light: "#fffdf2",
    dark: "#23443a",
  },
  night: {
    sky: ["#0e142a", "#1c294f", "#41528a"],
    sun: "#f9eecb",
    layers: ["#2f3e6c", "#253359", "#1c2748", "#141c36", "#0c1124"],
    accent: "#ffb27d",
    light: "#f9e9c0",
    dark: "#0a0e1e",
  },
  forest: {
    sky: ["#bcd9c8", "#dfeada", "#f7f1dc"],
    sun: "#fff8e0",
    layers: ["#a6c6b0", "#7ca788", "#54816c", "#355f50", "#1d4037"],
    accent: "#e0813d",
    light: "#f8f4e0",
    dark: "#17332c",
  },
  sea: {
    sky: ["#f9ddbc", "#d8e7dc", "#a6d5d0"],
    sun: "#fff4dc",
    layers: ["#7fc0bb", "#55a0a0", "#348189", "#20626d", "#154551"],
    accent: "#ff7d4a",
    light: "#fff6e6",
    dark: "#10343f",
  },
  rose: {
    sky: ["#6a3a70", "#d16580", "#fbbfa8"],
    sun: "#ffe9cf",
    layers: ["#bd5f83", "#994b7c", "#74386f", "#522a5c", "#361d45"],
    accent: "#ffcf8a",
    light: "#ffe9d6",
    dark: "#2a1637",
  },
  ember: {
    sky: ["#3b2038", "#a03f36", "#f5954f"],
    sun: "#ffd993",
    layers: ["#93403a", "#733038", "#552434", "#3b1b2b", "#271221"],
    accent: "#ffcf7d",
    light: "#ffe4b0",
    dark: "#1d0d19",
  },
  hearth: {
    sky: ["#f6e2c6", "#f1d2ad", "#e8bc90"],
    sun: "#fff3d8",
    layers: ["#d5a376", "#b67f53", "#8f5d3b", "#643e2c", "#402821"],
    accent: "#c8451b",
    light: "#fff3df",
    dark: "#33201b",
  },
  frost: {
    sky: ["#a9cbe6", "#d5e5ef", "#f8f1e8"],
    sun: "#fffaf0",
    layers: ["#b9cee0", "#92afcc", "#698aaf", "#48678c", "#2d466a"],
    accent: "#ff7d4a",
    light: "#ffffff",
    dark: "#22365a",
  },
};

export type Chance = () => number;

/** The sky of a light, over the whole picture. */
export function sky(light: Light): string {
  const [top, middle, low] = light.sky;
  return (
    verticalGradient("sky", [
      [0, top],
      [0.55, middle],
      [0.95, low],
    ]) + rect(0, 0, WIDTH, HEIGHT, "url(#sky)")
  );
}

/** A sun or a moon with its glow. */
export function sun(light: Light, x: number, y: number, r: number): string {
  return (
    circle(x, y, r * 2.7, light.sun, { opacity: 0.12 }) +
    circle(x, y, r * 1.7, light.sun, { opacity: 0.22 }) +
    circle(x, y, r, light.sun)
  );
}

/** Smooth hills along a line: random, but never steep. */
export function ridge(next: Chance, y: number, swing: number, steps: number, colour: string): string {
  const points: Point[] = [];
  for (let i = -1; i <= steps + 1; i++) points.push([(i * WIDTH) / steps, y + (next() - 0.5) * 2 * swing]);
  return path(`${smooth(points)}L${WIDTH + 400} ${HEIGHT + 20}H-400Z`, colour);
}

/** Long, flat clouds with round ends. */
export function clouds(next: Chance, colour: string, count: number, low: number, opacity = 0.7): string {
  return repeat(count, () => {
    const [x, y, length] = [next() * WIDTH, 40 + next() * (low - 40), 90 + next() * 170];
    const bar = (dx: number, dy: number, size: number) => rect(x + dx, y + dy, size, 24, colour, 12);
    return group(
      bar(0, 0, length) + bar(length * 0.2, -19, length * 0.5) + bar(length * 0.36, 19, length * 0.72),
      { opacity },
    );
  });
}

/** Birds, far away. */
export function birds(next: Chance, colour: string, count: number, x: number, y: number): string {
  return repeat(count, () => {
    const [bx, by, size] = [x + next() * 220, y + next() * 80, 9 + next() * 8];
    return path(
      `M${round(bx - size)} ${round(by - size * 0.4)}q${round(size * 0.6)} ${round(-size * 0.3)} ${round(size)} ${round(size * 0.5)}q${round(size * 0.4)} ${round(-size * 0.8)} ${round(size)} ${round(-size * 0.5)}`,
      "none",
      { stroke: colour, "stroke-width": 3, "stroke-linecap": "round" },
    );
  });
}

/** A fir tree that stands on (x, y). */
export function fir(x: number, y: number, height: number, colour: string): string {
  const half = height * 0.24;
  const tier = (top: number, low: number, share: number) =>
    path(
      `M${round(x)} ${round(y - height * top)}L${round(x + half * share)} ${round(y - height * low)}Q${round(x)} ${round(y - height * low + 6)} ${round(x - half * share)} ${round(y - height * low)}Z`,
      colour,
    );
  return (
    rect(x - height * 0.025, y - height * 0.14, height * 0.05, height * 0.2, colour) +
    tier(0.62, 0.08, 1.1) +
    tier(0.82, 0.34, 0.86) +
    tier(1, 0.58, 0.6)
  );
}

/** A round tree that stands on (x, y). */
export function tree(x: number, y: number, height: number, colour: string, trunk: string): string {
  return (
    rect(x - height * 0.04, y - height * 0.5, height * 0.08, height * 0.52, trunk) +
    ellipse(x, y - height * 0.66, height * 0.26, height * 0.36, colour) +
    ellipse(x - height * 0.06, y - height * 0.76, height * 0.13, height * 0.17, "#ffffff", { opacity: 0.1 })
  );
}

/** Stars, thinner towards the horizon. */
export function starField(next: Chance, count: number, low: number, colour: string): string {
  return repeat(count, () => {
    const depth = next() ** 1.4;
    return circle(next() * WIDTH, depth * low, 0.7 + next() ** 3 * 2.6, colour, {
      opacity: round(0.35 + next() * 0.65),
    });
  });
}

/** A soft-edged patch of light or dark. */
export function haze(id: string, blur: number, content: string, opacity = 1): string {
  return `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${blur}"/></filter>${group(content, { filter: `url(#${id})`, opacity })}`;
}

/** A glow without an edge: an ellipse that fades towards its rim. */
export function glow(
  id: string,
  x: number,
  y: number,
  rx: number,
  ry: number,
  colour: string,
  opacity = 1,
): string {
  const fade = radialGradient(id, [
    [0, colour, opacity],
    [0.35, colour, opacity * 0.72],
    [0.7, colour, opacity * 0.2],
    [1, colour, 0],
  ]);
  return fade + ellipse(x, y, rx, ry, `url(#${id})`);
}

/** A band of mist over the whole width, densest in its middle. */
export function mist(id: string, y: number, height: number, colour: string, opacity: number): string {
  return (
    verticalGradient(id, [
      [0, colour, 0],
      [0.5, colour, opacity],
      [1, colour, 0],
    ]) + rect(0, y - height / 2, WIDTH, height, `url(#${id})`)
  );
}

/** Picks one, by chance. */
export function pick<T>(next: Chance, from: readonly T[]): T {
  return from[Math.floor(next() * from.length)] as T;
}

/** What draws a scene. */
export type Scene = (light: Light, next: Chance) => string;
