import type { ItemMotif } from "./art-types.ts";
import { ball, gleam, inside, type Motif, shadow, solid } from "./item-kit.ts";
import { chance, circle, darker, ellipse, lighter, path, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

function bread(tint: string): string {
  const loaf = "M96 372C84 250 190 176 300 176S516 250 504 372C500 446 430 462 300 462S100 446 96 372Z";
  const cut = (x: number) =>
    path(
      `M${x} 226C${x + 50} 240 ${x + 62} 300 ${x + 54} 350C${x + 16} 330 ${x - 14} 280 ${x} 226Z`,
      tones.peach,
    ) + stroke(`M${x} 226C${x - 14} 280 ${x + 16} 330 ${x + 54} 350`, darker(tint, 0.4), 7);
  const next = chance(4);
  return (
    shadow(300, 458, 212) +
    solid(loaf, tint, 408) +
    inside(loaf, path("M80 400C200 450 420 450 520 390V480H80Z", darker(tint, 0.25), { opacity: 0.7 })) +
    cut(176) +
    cut(266) +
    cut(356) +
    repeat(16, () =>
      circle(130 + next() * 330, 200 + next() * 80, 2 + next() * 3, tones.cream, { opacity: 0.75 }),
    ) +
    gleam(132, 316, 70, 22, 0.4)
  );
}

function pastry(tint: string): string {
  const fold = (x: number, y: number, w: number, h: number, angle: number, share: number) =>
    turned(
      ellipse(x, y, w, h, darker(tint, share)) +
        ellipse(x - 4, y - 12, w * 0.86, h * 0.62, lighter(tint, 0.16 - share * 0.3)),
      angle,
      x,
      y,
    );
  return (
    shadow(300, 452, 206) +
    fold(116, 400, 60, 36, -54, 0.22) +
    fold(484, 400, 60, 36, 54, 0.26) +
    fold(162, 342, 84, 62, -48, 0.14) +
    fold(438, 342, 84, 62, 48, 0.2) +
    fold(232, 290, 92, 94, -20, 0.06) +
    fold(368, 290, 92, 94, 20, 0.14) +
    fold(300, 274, 86, 106, 0, 0) +
    stroke(
      "M300 180V362M218 210C208 260 220 330 244 362M382 210C392 260 380 330 356 362M146 286C146 330 160 366 184 384M454 286C454 330 440 366 416 384",
      darker(tint, 0.3),
      6,
      { opacity: 0.55 },
    ) +
    gleam(274, 240, 62, 8, 0.5)
  );
}

function cake(tint: string): string {
  return (
    shadow(304, 474, 210) +
    ellipse(300, 464, 216, 30, tones.snow) +
    ellipse(300, 458, 176, 20, tones.mist) +
    path("M120 300L452 300V444Q300 470 120 444Z", tones.peach) +
    path("M452 300L486 236V396L452 444Z", tones.clay) +
    path("M120 346H452V372H120ZM452 346L486 288V314L452 372Z", tones.cream) +
    rect(120, 396, 332, 14, darker(tones.peach, 0.14)) +
    path("M104 262L470 262L500 196L252 196Z", lighter(tint, 0.5)) +
    path(
      "M110 262H464V316Q440 350 418 316Q396 296 376 330Q352 362 330 318Q308 296 286 322Q262 352 238 316Q214 296 192 332Q168 360 146 314Q126 304 110 316Z",
      tint,
    ) +
    path("M464 262L500 196V252L464 316Z", darker(tint, 0.22)) +
    path("M110 262L250 196H500L464 262Z", lighter(tint, 0.28)) +
    ball(316, 188, 38, tones.ember) +
    stroke("M318 152C324 120 346 108 372 110", tones.moss, 8)
  );
}

function biscuits(tint: string): string {
  const biscuit = (x: number, y: number, seed: number) => {
    const next = chance(seed);
    const chips = repeat(9, () => {
      const [angle, reach] = [next() * 6.28, 20 + next() * 74];
      return ellipse(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.92, 13, 10, tones.umber);
    });
    return circle(x, y + 12, 118, darker(tint, 0.34)) + ball(x, y, 118, tint) + chips;
  };
  return (
    shadow(300, 486, 208) +
    biscuit(208, 236, 3) +
    biscuit(384, 262, 11) +
    biscuit(276, 370, 8) +
    circle(432, 160, 20, tones.umber) +
    circle(432, 158, 17, tones.cocoa) +
    circle(476, 446, 12, tint) +
    circle(500, 424, 7, tint)
  );
}

function flour(tint: string): string {
  const sack =
    "M176 206C150 260 136 400 160 470Q166 490 196 490H404Q434 490 440 470C464 400 450 260 424 206Z";
  const ear =
    path("M300 330V440", "none", { stroke: tones.clay, "stroke-width": 8, "stroke-linecap": "round" }) +
    repeat(
      4,
      (i) =>
        turned(ellipse(278, 338 + i * 24, 10, 20, tones.mustard), -38, 278, 338 + i * 24) +
        turned(ellipse(322, 338 + i * 24, 10, 20, tones.mustard), 38, 322, 338 + i * 24),
    ) +
    ellipse(300, 316, 10, 22, tones.mustard);
  return (
    shadow(300, 490, 168) +
    solid(sack, tint, 384, 0.12) +
    circle(300, 376, 92, lighter(tint, 0.6)) +
    ear +
    solid(
      "M150 150Q166 130 184 152Q204 128 226 150Q250 128 274 150Q300 128 326 150Q350 128 374 150Q396 128 416 152Q434 130 450 150L426 216Q300 238 174 216Z",
      lighter(tint, 0.2),
      392,
      0.12,
    ) +
    stroke("M170 214Q300 240 430 214", tones.ember, 13) +
    stroke("M410 222q34 30 22 62M410 222q44 8 56 36", tones.ember, 9) +
    ellipse(470, 486, 54, 14, tones.snow) +
    circle(506, 456, 6, tones.snow) +
    circle(524, 474, 4, tones.snow)
  );
}

function sourdough(tint: string): string {
  const glass = "M168 184H432V440Q432 488 384 488H216Q168 488 168 440Z";
  const bubbles: readonly (readonly [number, number, number])[] = [
    [214, 330, 13],
    [278, 350, 17],
    [330, 328, 12],
    [392, 352, 16],
    [214, 440, 15],
    [300, 460, 11],
    [386, 446, 15],
    [192, 392, 8],
  ];
  return (
    shadow(300, 490, 158) +
    path(glass, tones.mist) +
    inside(
      glass,
      path("M150 286Q190 250 234 268Q270 236 316 262Q360 242 400 268Q430 256 450 282V500H150Z", tint) +
        path("M370 240H460V500H340Q390 380 370 240Z", darker(tint, 0.14), { opacity: 0.7 }) +
        bubbles
          .map(
            ([x, y, r]) =>
              circle(x, y, r, lighter(tint, 0.55)) + circle(x - r * 0.25, y - r * 0.25, r * 0.3, tones.snow),
          )
          .join(""),
    ) +
    stroke("M164 316H436", tones.ember, 12) +
    turned(
      solid(
        "M156 128H444Q456 128 456 142V176Q456 190 444 190H156Q144 190 144 176V142Q144 128 156 128Z",
        tones.clay,
        380,
      ),
      -5,
      300,
      160,
    ) +
    stroke("M272 412q28 24 56 0", tones.cocoa, 8) +
    circle(248, 392, 10, tones.cocoa) +
    circle(352, 392, 10, tones.cocoa) +
    gleam(196, 330, 190, 0, 0.7)
  );
}

/** Things from the oven, and what goes in before. */
export const bakery = {
  bread: { tint: "clay", draw: bread },
  pastry: { tint: "mustard", draw: pastry },
  cake: { tint: "rose", draw: cake },
  biscuits: { tint: "mustard", draw: biscuits },
  flour: { tint: "sand", draw: flour },
  sourdough: { tint: "sand", draw: sourdough },
} as const satisfies Partial<Record<ItemMotif, Motif>>;
