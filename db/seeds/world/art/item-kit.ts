import { circle, clipped, darker, ellipse, lighter, path, rect, round } from "./svg.ts";
import type { Tone } from "./tones.ts";

/** How one thing is drawn on 600 by 600, and the colour that it has when nobody asks for another. */
export interface Motif {
  readonly tint: Tone;
  readonly draw: (tint: string) => string;
}

/** A name for a clip path, told from its shape: the same shape may share it. */
function nameOf(shape: string): string {
  let hash = 7;
  for (const letter of shape) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return `shape-${hash.toString(36)}`;
}

/** A solid thing: lit from the left, in its own shade from `x` on. */
export function solid(d: string, colour: string, x: number, share = 0.16): string {
  return (
    path(d, colour) +
    clipped(
      nameOf(d),
      path(d, "#000"),
      path(`M${x} -20Q${x + 34} 300 ${x} 620H640V-20Z`, darker(colour, share)),
    )
  );
}

/** Draws only inside the shape. */
export function inside(d: string, content: string): string {
  return clipped(nameOf(d), path(d, "#000"), content);
}

/** A solid box with round corners. */
export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  r: number,
  shadeFrom = x + width * 0.68,
): string {
  const d = `M${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height - r}Q${x + width} ${y + height} ${x + width - r} ${y + height}H${x + r}Q${x} ${y + height} ${x} ${y + height - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`;
  return solid(d, colour, shadeFrom);
}

/** A ball with a light on it. */
export function ball(x: number, y: number, r: number, colour: string): string {
  const d = `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
  return (
    path(d, colour) +
    clipped(
      nameOf(d),
      path(d, "#000"),
      circle(x - r * 0.3, y - r * 0.3, r * 1.12, lighter(colour, 0.14)) +
        circle(x - r * 0.36, y - r * 0.36, r * 0.3, lighter(colour, 0.5), { opacity: 0.7 }),
    )
  );
}

/** The shadow that a thing throws on its ground. */
export function shadow(x: number, y: number, reach: number): string {
  return ellipse(x, y, reach, round(reach * 0.13), "#2a1a20", { opacity: 0.18 });
}

/** A gleam: a light bar, leaning. */
export function gleam(x: number, y: number, length: number, angle: number, strength = 0.55): string {
  return rect(x - 7, y - length / 2, 14, length, "#fffaf0", 7, {
    opacity: strength,
    transform: `rotate(${angle} ${x} ${y})`,
  });
}

/** A star of four points. */
export function sparkle(x: number, y: number, r: number, colour: string): string {
  return path(
    `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
    colour,
  );
}
