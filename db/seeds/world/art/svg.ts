/** A point of the drawing plane. */
export type Point = readonly [x: number, y: number];

type Attributes = Readonly<Record<string, string | number>>;

function attributes(values: Attributes): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === "number" ? round(value) : value}"`)
    .join("");
}

/** Two decimals are enough for a picture, and keep it the same on every machine. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function circle(x: number, y: number, r: number, fill: string, more: Attributes = {}): string {
  return `<circle${attributes({ cx: x, cy: y, r, fill, ...more })}/>`;
}

export function ellipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
): string {
  return `<ellipse${attributes({ cx: x, cy: y, rx, ry, fill, ...more })}/>`;
}

/** A rectangle; `r` rounds its corners. */
export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  r = 0,
  more: Attributes = {},
): string {
  return `<rect${attributes({ x, y, width, height, rx: r, fill, ...more })}/>`;
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return `<path${attributes({ d, fill, ...more })}/>`;
}

/** A line with round ends along a path. */
export function stroke(d: string, colour: string, width: number, more: Attributes = {}): string {
  return path(d, "none", {
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });
}

export function group(content: string, more: Attributes = {}): string {
  return `<g${attributes(more)}>${content}</g>`;
}

/** Turned by degrees around a point. */
export function turned(content: string, degrees: number, x: number, y: number): string {
  return group(content, { transform: `rotate(${degrees} ${x} ${y})` });
}

/** Moved, and scaled around the new origin. */
export function placed(content: string, x: number, y: number, scale = 1): string {
  return group(content, { transform: `translate(${round(x)} ${round(y)}) scale(${round(scale)})` });
}

/** The mirror image about the vertical line at x. */
export function mirrored(content: string, x: number): string {
  return group(content, { transform: `translate(${2 * x} 0) scale(-1 1)` });
}

export function polygon(points: readonly Point[], fill: string, more: Attributes = {}): string {
  return path(`M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`, fill, more);
}

/** Only what falls into the shape; the id must be unique within the picture. */
export function clipped(id: string, shape: string, content: string): string {
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`;
}

/** A vertical gradient by stops of [offset, colour, opacity]. Use as fill `url(#id)`. */
export function verticalGradient(id: string, stops: readonly (readonly [number, string, number?])[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${gradientStops(stops)}</linearGradient>`;
}

/** A glow: strongest in its centre, gone at its rim. */
export function radialGradient(id: string, stops: readonly (readonly [number, string, number?])[]): string {
  return `<radialGradient id="${id}">${gradientStops(stops)}</radialGradient>`;
}

function gradientStops(stops: readonly (readonly [number, string, number?])[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join("");
}

/** Paper grain over the whole picture: it takes the plastic out of flat colour. */
export function grain(width: number, height: number, strength: number, seed: number): string {
  const noise =
    `<filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="${seed}"/>` +
    `<feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.45  0 0 0 0 0.42  0 0 0 ${strength * 4} ${-strength * 1.5}"/></filter>`;
  return (
    noise + rect(0, 0, width, height, "none", 0, { filter: "url(#grain)", style: "mix-blend-mode:overlay" })
  );
}

/** A smooth curve through the points (Catmull-Rom), as path data. */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (index: number): Point => {
    const wrapped = closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1);
    return points[wrapped] as Point;
  };
  const [startX, startY] = at(0);
  let d = `M${round(startX)} ${round(startY)}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const;
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const;
    d += `C${[...first, ...second, ...to].map(round).join(" ")}`;
  }
  return closed ? `${d}Z` : d;
}

/** Chance that always falls the same way for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Calls `draw` for 0, 1, … and joins what it draws. */
export function repeat(times: number, draw: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => draw(index)).join("");
}

/** A colour between two, `share` of the way from the first to the second. */
export function mix(from: string, to: string, share: number): string {
  const channel = (start: number) => {
    const a = Number.parseInt(from.slice(start, start + 2), 16);
    const b = Number.parseInt(to.slice(start, start + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

export function darker(colour: string, share: number): string {
  return mix(colour, "#24161c", share);
}

export function lighter(colour: string, share: number): string {
  return mix(colour, "#fffaf0", share);
}

/** The finished picture. */
export function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}
