import type { ClothesStyle, FaceAvatar } from "./art-types.ts";
import { AXIS, both } from "./avatar-head.ts";
import {
  chance,
  circle,
  clipped,
  darker,
  ellipse,
  lighter,
  mirrored,
  path,
  polygon,
  rect,
  repeat,
  stroke,
} from "./svg.ts";
import { skins, tones } from "./tones.ts";

const BODY =
  "M62 524C64 446 104 414 176 398L216 384C226 414 286 414 296 384L336 398C408 414 448 446 450 524Z";

const LOW_BODY =
  "M62 524C64 446 104 414 176 398L206 390C214 434 298 434 306 390L336 398C408 414 448 446 450 524Z";

type Tailor = (colour: string, second: string, skin: string) => string;

function sleeves(colour: string): string {
  const seam = stroke("M128 512C128 476 134 456 146 440", darker(colour, 0.22), 4, { opacity: 0.7 });
  return seam + mirrored(seam, AXIS);
}

const tailors: Record<ClothesStyle, Tailor> = {
  crew: (colour, second) =>
    path(LOW_BODY, colour) + stroke("M206 392C214 436 298 436 306 392", second, 11) + sleeves(colour),
  turtleneck: (colour, second) =>
    path(BODY, colour) +
    path("M212 350Q256 366 300 350L304 402Q256 430 208 402Z", colour) +
    stroke("M210 402Q256 430 302 402", darker(colour, 0.25), 4) +
    stroke("M213 366Q256 384 299 366", second, 4, { opacity: 0.7 }) +
    sleeves(colour),
  collar: (colour, second) =>
    path(BODY, colour) +
    polygon(
      [
        [216, 384],
        [256, 440],
        [296, 384],
      ],
      skinless(second),
    ) +
    both(path("M216 378L256 440L214 466L190 394Z", lighter(colour, 0.24))) +
    stroke("M256 440V512", darker(colour, 0.2), 4) +
    circle(256, 474, 5, second) +
    sleeves(colour),
  hoodie: (colour, second) =>
    path("M166 408C160 356 196 340 222 346L256 420L290 346C316 340 352 356 346 408L256 448Z", second) +
    path(BODY, colour) +
    path(
      "M176 398C190 440 232 462 256 462S322 440 336 398L312 390C304 424 276 440 256 440S208 424 200 390Z",
      darker(colour, 0.14),
    ) +
    both(stroke("M226 452V494", lighter(second, 0.6), 5)) +
    sleeves(colour),
  dungarees: (colour, second) =>
    path(LOW_BODY, second) +
    stroke("M206 392C214 436 298 436 306 392", darker(second, 0.16), 6) +
    path("M178 524V462Q178 454 186 454H326Q334 454 334 462V524Z", colour) +
    both(path("M182 470L166 400L190 394L206 470Z", colour)) +
    stroke("M190 466H322", darker(colour, 0.25), 3, { "stroke-dasharray": "7 6" }) +
    both(circle(194, 462, 8, tones.honey)) +
    rect(224, 482, 64, 40, darker(colour, 0.14), 6),
  striped: (colour, second) =>
    path(LOW_BODY, colour) +
    clipped(
      "stripes",
      path(LOW_BODY, "#000"),
      repeat(5, (i) => stroke(`M40 ${424 + i * 26}Q256 ${448 + i * 26} 472 ${424 + i * 26}`, second, 9)),
    ) +
    stroke("M206 392C214 436 298 436 306 392", second, 7),
  blazer: (colour, second) =>
    path(BODY, second) +
    both(
      path("M216 382L178 396C106 412 64 446 62 524H250Z", colour) +
        path("M216 380L188 394L180 444L204 452L250 520Z", darker(colour, 0.18)),
    ) +
    both(
      polygon(
        [
          [216, 382],
          [256, 424],
          [228, 436],
        ],
        lighter(second, 0.5),
      ),
    ),
  apron: (colour, second) =>
    path(LOW_BODY, second) +
    stroke("M206 392C214 436 298 436 306 392", darker(second, 0.14), 6) +
    path("M172 524L184 450H328L340 524Z", colour) +
    both(stroke("M190 452L204 390", colour, 12)) +
    stroke("M190 458H322", lighter(colour, 0.3), 4),
  sequins: (colour, second, skin) =>
    path(LOW_BODY, skin) +
    path("M122 524C128 470 176 436 214 462Q256 484 298 462C336 436 384 470 390 524Z", colour) +
    clipped(
      "sequins",
      path("M122 524C128 470 176 436 214 462Q256 484 298 462C336 436 384 470 390 524Z", "#000"),
      glitter(second),
    ) +
    both(stroke("M156 452Q172 424 178 400", colour, 10)),
  "fair-isle": (colour, second) =>
    path(BODY, colour) +
    clipped("yoke", path(BODY, "#000"), yoke(second, tones.honey)) +
    path("M212 372Q256 398 300 372L302 398Q256 428 210 398Z", darker(colour, 0.12)),
};

/** What shows between two lapels is cloth, never skin. */
function skinless(second: string): string {
  return lighter(second, 0.35);
}

function glitter(colour: string): string {
  const next = chance(5);
  return repeat(90, () =>
    circle(110 + next() * 292, 436 + next() * 88, 2 + next() * 3.4, next() > 0.4 ? colour : tones.snow, {
      opacity: 0.9,
    }),
  );
}

function yoke(second: string, third: string): string {
  const ring = (y: number, draw: (x: number, drop: number) => string) =>
    repeat(21, (i) => {
      const x = 46 + i * 21;
      return draw(x, y - ((x - AXIS) / 210) ** 2 * 26 + 16);
    });
  return (
    ring(424, (x, y) =>
      polygon(
        [
          [x, y - 9],
          [x + 9, y],
          [x, y + 9],
          [x - 9, y],
        ],
        second,
      ),
    ) +
    ring(448, (x, y) => circle(x + 10, y, 4.5, third)) +
    ring(470, (x, y) =>
      polygon(
        [
          [x - 10, y + 9],
          [x, y - 9],
          [x + 10, y + 9],
        ],
        second,
      ),
    ) +
    ring(496, (x, y) => circle(x, y, 4.5, third))
  );
}

/** Shoulders and what they wear. */
export function clothes(art: FaceAvatar): string {
  return tailors[art.clothes.style](
    tones[art.clothes.colour],
    tones[art.clothes.second],
    skins[art.skin].base,
  );
}

/** A soft shadow of the head on the shoulders. */
export function chinShadow(): string {
  return ellipse(AXIS, 402, 50, 14, tones.umber, { opacity: 0.12 });
}
