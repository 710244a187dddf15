import type { BeardStyle, Extra, FaceAvatar, GlassesStyle, HatStyle } from "./art-types.ts";
import { AXIS, both, type Head } from "./avatar-head.ts";
import { circle, darker, ellipse, lighter, path, rect, repeat, stroke, turned } from "./svg.ts";
import { hairs, tones } from "./tones.ts";

const beards: Record<BeardStyle, (head: Head, base: string, shade: string) => string> = {
  none: () => "",
  stubble: ({ left, right, chin }, base) =>
    path(
      `M${left + 2} 262C${left + 6} 310 ${AXIS - 44} ${chin + 2} ${AXIS} ${chin + 2}S${right - 6} 310 ${right - 2} 262C${right - 16} 284 ${AXIS + 32} 284 ${AXIS} 286S${left + 16} 284 ${left + 2} 262Z`,
      base,
      { opacity: 0.3 },
    ),
  moustache: (_, base, shade) =>
    both(
      path(
        `M${AXIS} 284C${AXIS - 20} 276 ${AXIS - 34} 286 ${AXIS - 44} 298C${AXIS - 28} 302 ${AXIS - 12} 300 ${AXIS} 293Z`,
        base,
      ),
    ) + stroke(`M${AXIS} 286V292`, shade, 3),
  goatee: ({ chin }, base) =>
    path(
      `M${AXIS - 30} 316C${AXIS - 30} ${chin + 10} ${AXIS - 14} ${chin + 20} ${AXIS} ${chin + 20}S${AXIS + 30} ${chin + 10} ${AXIS + 30} 316C${AXIS + 14} 326 ${AXIS - 14} 326 ${AXIS - 30} 316Z`,
      base,
    ),
  full: ({ left, right, chin }, base, shade) =>
    path(
      `M${left - 3} 240C${left - 4} 320 ${AXIS - 56} ${chin + 34} ${AXIS} ${chin + 34}S${right + 4} 320 ${right + 3} 240C${right - 6} 276 ${AXIS + 50} 276 ${AXIS + 34} 282C${AXIS + 20} 276 ${AXIS - 20} 276 ${AXIS - 34} 282C${AXIS - 50} 276 ${left + 6} 276 ${left - 3} 240Z`,
      base,
    ) +
    stroke(`M${AXIS - 30} ${chin + 6}q12 10 22 12M${AXIS + 32} ${chin + 2}q-8 10-18 14`, shade, 4, {
      opacity: 0.7,
    }),
};

/** Beards go under the mouth, so that it stays to be seen. */
export function beard(art: FaceAvatar, head: Head): string {
  const hair = hairs[art.hair.colour];
  return beards[art.beard ?? "none"](head, hair.base, hair.shade);
}

const frames: Record<GlassesStyle, (colour: string) => string> = {
  none: () => "",
  round: (colour) =>
    both(
      circle(AXIS - 37, 241, 29, tones.snow, { "fill-opacity": 0.16, stroke: colour, "stroke-width": 6 }) +
        stroke(`M${AXIS - 66} 236L${AXIS - 84} 231`, colour, 5),
    ) + stroke(`M${AXIS - 9} 236q9-7 18 0`, colour, 6),
  square: (colour) =>
    both(
      rect(AXIS - 67, 217, 58, 48, tones.snow, 12, {
        "fill-opacity": 0.16,
        stroke: colour,
        "stroke-width": 6.5,
      }) + stroke(`M${AXIS - 67} 231L${AXIS - 84} 228`, colour, 6),
    ) + stroke(`M${AXIS - 9} 232q9-6 18 0`, colour, 6),
  "cat-eye": (colour) =>
    both(
      path(
        `M${AXIS - 76} 214C${AXIS - 50} 216 ${AXIS - 24} 218 ${AXIS - 10} 230C${AXIS - 8} 258 ${AXIS - 26} 266 ${AXIS - 42} 264C${AXIS - 60} 262 ${AXIS - 66} 240 ${AXIS - 76} 214Z`,
        tones.snow,
        { "fill-opacity": 0.16, stroke: colour, "stroke-width": 6, "stroke-linejoin": "round" },
      ),
    ) + stroke(`M${AXIS - 10} 234q10-7 20 0`, colour, 6),
};

export function glasses(art: FaceAvatar): string {
  return art.glasses ? frames[art.glasses.style](tones[art.glasses.colour]) : "";
}

type Hatter = (head: Head, colour: string, second: string) => string;

const hatters: Record<HatStyle, Hatter> = {
  none: () => "",
  beanie: ({ left, right, top }, colour, second) =>
    path(`M${left - 10} 188C${left - 14} ${top - 66} ${right + 14} ${top - 66} ${right + 10} 188Z`, colour) +
    repeat(6, (i) =>
      stroke(
        `M${left + 14 + i * 27} 160Q${left + 18 + i * 26} ${top - 6} ${AXIS - 34 + i * 14} ${top - 26}`,
        darker(colour, 0.16),
        4,
      ),
    ) +
    rect(left - 16, 156, right - left + 32, 42, second, 18) +
    circle(AXIS, top - 46, 24, lighter(second, 0.25)),
  "flat-cap": ({ left, right, top }, colour, second) =>
    path(
      `M${left - 16} 190C${left - 26} ${top + 4} ${AXIS - 60} ${top - 42} ${AXIS + 16} ${top - 40}C${right + 16} ${top - 36} ${right + 28} ${top + 24} ${right + 12} 182Z`,
      colour,
    ) +
    path(
      `M${left - 26} 196C${left - 6} 166 ${AXIS + 60} 158 ${right + 14} 176C${right + 20} 186 ${right + 16} 194 ${right + 10} 196C${AXIS + 30} 182 ${AXIS - 50} 186 ${left - 14} 210C${left - 26} 210 ${left - 30} 204 ${left - 26} 196Z`,
      second,
    ) +
    stroke(
      `M${AXIS - 30} ${top - 30}C${AXIS - 56} ${top} ${AXIS - 66} 150 ${AXIS - 68} 168M${AXIS + 40} ${top - 34}C${AXIS + 60} ${top} ${AXIS + 66} 146 ${AXIS + 66} 162`,
      darker(colour, 0.2),
      4,
    ) +
    circle(AXIS + 14, top - 40, 7, second),
  captain: ({ left, right, top }, colour, second) =>
    path(
      `M${left - 18} 158C${left - 54} ${top - 6} ${AXIS - 60} ${top - 46} ${AXIS} ${top - 46}S${right + 54} ${top - 6} ${right + 18} 158Z`,
      colour,
    ) +
    path(
      `M${left - 14} 150Q${AXIS} 128 ${right + 14} 150L${right + 10} 188Q${AXIS} 164 ${left - 10} 188Z`,
      second,
    ) +
    path(
      `M${left - 10} 186Q${AXIS} 160 ${right + 10} 186C${right - 14} 204 ${AXIS + 44} 192 ${AXIS} 192S${left + 14} 204 ${left - 10} 186Z`,
      tones.ink,
    ) +
    circle(AXIS, 136, 19, tones.honey) +
    stroke(
      `M${AXIS} 126V146M${AXIS - 9} 139Q${AXIS} 150 ${AXIS + 9} 139M${AXIS - 6} 131H${AXIS + 6}`,
      second,
      4,
    ) +
    stroke(`M${left - 6} 178Q${AXIS} 154 ${right + 6} 178`, tones.honey, 4),
  straw: ({ left, right, top }, colour, second) =>
    ellipse(AXIS, 170, 172, 34, darker(colour, 0.2)) +
    path(
      `M${left + 2} 168C${left - 4} ${top - 62} ${right + 4} ${top - 62} ${right - 2} 168Q${AXIS} 182 ${left + 2} 168Z`,
      colour,
    ) +
    path(`M${left} 148Q${AXIS} 164 ${right} 148V170Q${AXIS} 186 ${left} 170Z`, second) +
    path(
      `M84 168C84 150 130 140 ${left} 140L${left} 166Q${AXIS} 184 ${right} 166V140C382 140 428 150 428 168C428 196 340 196 ${AXIS} 196S84 196 84 168Z`,
      colour,
    ) +
    stroke(
      `M104 172Q${AXIS} 204 408 172M130 160Q150 152 168 150M382 160Q362 152 344 150`,
      darker(colour, 0.16),
      3,
    ) +
    stroke(`M${AXIS - 46} ${top + 4}Q${AXIS} ${top - 20} ${AXIS + 46} ${top + 4}`, darker(colour, 0.12), 3),
  porkpie: ({ left, right, top }, colour, second) =>
    path(
      `M${left + 4} 170L${left + 12} ${top - 22}Q${AXIS} ${top - 44} ${right - 12} ${top - 22}L${right - 4} 170Z`,
      colour,
    ) +
    ellipse(AXIS, top - 22, (right - left) / 2 - 12, 13, darker(colour, 0.22)) +
    path(`M${left + 3} 146Q${AXIS} 160 ${right - 3} 146V172Q${AXIS} 186 ${left + 3} 172Z`, second) +
    path(
      `M${left - 34} 172Q${AXIS} 150 ${right + 34} 172Q${right + 26} 192 ${AXIS} 190T${left - 34} 172Z`,
      darker(colour, 0.12),
    ) +
    turned(ellipse(right - 14, 142, 7, 26, tones.butter), 18, right - 14, 142),
  headwrap: ({ left, right, top }, colour, second) =>
    path(
      `M${left - 10} 208C${left - 16} 160 ${left + 4} ${top + 2} ${AXIS} ${top - 6}S${right + 16} 160 ${right + 10} 208C${right - 20} 168 ${AXIS + 40} 160 ${AXIS} 160S${left + 20} 168 ${left - 10} 208Z`,
      colour,
    ) +
    stroke(
      `M${left - 4} 196C${left + 20} 160 ${AXIS - 20} 146 ${AXIS + 10} ${top}M${right + 4} 196C${right - 20} 156 ${AXIS + 44} 140 ${AXIS + 16} ${top}`,
      second,
      8,
    ) +
    path(
      `M${AXIS - 26} ${top + 4}C${AXIS - 70} ${top - 50} ${AXIS - 20} ${top - 62} ${AXIS + 8} ${top - 10}C${AXIS + 20} ${top - 66} ${AXIS + 78} ${top - 44} ${AXIS + 38} ${top + 4}Q${AXIS + 6} ${top + 22} ${AXIS - 26} ${top + 4}Z`,
      lighter(colour, 0.14),
    ) +
    ellipse(AXIS + 8, top + 6, 22, 18, second),
  bandana: ({ left, right, top }, colour, second) =>
    path(
      `M${left - 12} 200C${left - 22} ${top - 68} ${right + 22} ${top - 68} ${right + 12} 200C${right - 14} 168 ${AXIS + 44} 162 ${AXIS} 162S${left + 14} 168 ${left - 10} 200Z`,
      colour,
    ) +
    [
      [-58, 152],
      [-30, 124],
      [6, 144],
      [38, 120],
      [62, 152],
      [4, 112],
    ]
      .map(([x = 0, y = 0]) => circle(AXIS + x, y, 6, second))
      .join("") +
    path(
      `M${right} 178C${right + 42} 150 ${right + 46} 182 ${right + 14} 194C${right + 50} 200 ${right + 34} 232 ${right + 2} 200Z`,
      darker(colour, 0.12),
    ),
  blossoms: ({ left, right }, colour, second) =>
    repeat(7, (i) => {
      const share = i / 6;
      const [x, y] = [left - 8 + (right - left + 16) * share, 186 - Math.sin(share * Math.PI) * 62];
      return blossom(x, y, i % 2 ? 19 : 25, i % 2 ? second : colour, i % 2 ? colour : tones.butter);
    }),
};

function blossom(x: number, y: number, r: number, petal: string, heart: string): string {
  return (
    repeat(6, (i) =>
      turned(ellipse(x, y - r * 0.62, r * 0.44, r * 0.6, petal), i * 60, Math.round(x), Math.round(y)),
    ) + circle(x, y, r * 0.36, heart)
  );
}

export function hat(art: FaceAvatar, head: Head): string {
  return art.hat ? hatters[art.hat.style](head, tones[art.hat.colour], tones[art.hat.second]) : "";
}

function headphones({ left, top }: Head, boom: boolean): string {
  const cup = rect(left - 34, 208, 40, 76, tones.ink, 18) + rect(left - 14, 214, 24, 64, tones.ember, 12);
  const bow = stroke(
    `M${left - 14} 220C${left - 20} ${top - 62} ${2 * AXIS - left + 20} ${top - 62} ${2 * AXIS - left + 14} 220`,
    tones.ink,
    15,
  );
  return (
    bow +
    both(cup) +
    (boom
      ? stroke(`M${left - 16} 276C${left - 10} 316 ${AXIS - 66} 322 ${AXIS - 46} 318`, tones.ink, 6) +
        ellipse(AXIS - 42, 318, 12, 8, tones.ink)
      : "")
  );
}

const trinkets: Record<Extra, (head: Head) => string> = {
  freckles: () => "",
  wrinkles: () => "",
  studs: ({ left }) => both(circle(left - 8, 268, 6, tones.honey)),
  hoops: ({ left }) => both(circle(left - 9, 288, 20, "none", { stroke: tones.honey, "stroke-width": 6 })),
  headphones: (head) => headphones(head, false),
  headset: (head) => headphones(head, true),
  pencil: ({ right }) =>
    turned(
      rect(right - 14, 196, 86, 12, tones.honey, 3) +
        path(`M${right - 14} 196l-16 6l16 6Z`, tones.sand) +
        rect(right + 62, 196, 12, 12, tones.rose, 3),
      -18,
      right,
      202,
    ),
  flour: () =>
    ellipse(AXIS - 54, 268, 17, 9, tones.snow, { opacity: 0.85 }) +
    circle(AXIS - 34, 256, 4, tones.snow, { opacity: 0.85 }) +
    circle(AXIS + 62, 284, 5, tones.snow, { opacity: 0.8 }),
  "tape-measure": () =>
    both(
      stroke("M206 378C192 420 184 460 182 520", tones.butter, 20) +
        repeat(7, (i) => stroke(`M${196 - i * 2.6} ${398 + i * 17}l10 2`, tones.umber, 3)),
    ),
  scarf: () =>
    path("M196 366Q256 400 316 366Q330 392 318 408Q256 436 194 408Q182 392 196 366Z", tones.mustard) +
    path("M282 410L318 400L334 500L296 506Z", darker(tones.mustard, 0.12)) +
    stroke("M206 388Q256 412 306 388", darker(tones.mustard, 0.2), 4),
  pearls: () =>
    repeat(9, (i) =>
      circle(AXIS - 44 + i * 11, 392 + Math.sin((i / 8) * Math.PI) * 24, 6.5, tones.cream, {
        stroke: tones.sand,
        "stroke-width": 1.5,
      }),
    ),
};

/** Small things that make somebody somebody. */
export function extras(art: FaceAvatar, head: Head): string {
  return (art.extras ?? []).map((extra) => trinkets[extra](head)).join("");
}
