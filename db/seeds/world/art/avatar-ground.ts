import type { AvatarGround } from "./art-types.ts";
import {
  chance,
  circle,
  darker,
  ellipse,
  group,
  lighter,
  mix,
  path,
  polygon,
  rect,
  repeat,
  stroke,
  turned,
} from "./svg.ts";
import { tones } from "./tones.ts";

const SIZE = 512;
const MIDDLE = SIZE / 2;

type Painter = (first: string, second: string) => string;

const painters: Record<AvatarGround["pattern"], Painter> = {
  plain: (first) => rect(0, 0, SIZE, SIZE, first),
  sun: (first, second) =>
    rect(0, 0, SIZE, SIZE, first) +
    circle(MIDDLE, 232, 186, mix(first, second, 0.55)) +
    circle(MIDDLE, 232, 150, second),
  rays,
  stripes: (first, second) =>
    rect(0, 0, SIZE, SIZE, first) +
    turned(
      repeat(8, (i) => rect(-140 + i * 104, -160, 52, 840, second)),
      28,
      MIDDLE,
      MIDDLE,
    ),
  dots: (first, second) =>
    rect(0, 0, SIZE, SIZE, first) +
    repeat(100, (i) => {
      const row = Math.floor(i / 10);
      return circle((i % 10) * 60 + (row % 2) * 30 - 10, row * 54 + 8, 11, mix(first, second, 0.55));
    }),
  hills: (first, second) =>
    rect(0, 0, SIZE, SIZE, first) +
    circle(386, 132, 50, lighter(first, 0.55)) +
    path("M0 330C110 270 190 300 270 330S430 380 512 290V512H0Z", mix(first, second, 0.55)) +
    path("M0 400C90 350 200 360 300 400S450 420 512 372V512H0Z", second),
  arch: (first, second) =>
    rect(0, 0, SIZE, SIZE, first) + arch(206, mix(first, second, 0.45)) + arch(160, second),
  leaves,
  confetti,
  stars,
  tiles: (first, second) =>
    rect(0, 0, SIZE, SIZE, first) +
    turned(
      repeat(81, (i) =>
        ((i % 9) + Math.floor(i / 9)) % 2
          ? rect((i % 9) * 96 - 180, Math.floor(i / 9) * 96 - 180, 96, 96, second)
          : "",
      ),
      45,
      MIDDLE,
      MIDDLE,
    ),
};

function rays(first: string, second: string): string {
  const ray = (i: number) =>
    turned(
      polygon(
        [
          [MIDDLE, 236],
          [MIDDLE - 38, -190],
          [MIDDLE + 38, -190],
        ],
        second,
      ),
      i * 30,
      MIDDLE,
      236,
    );
  return rect(0, 0, SIZE, SIZE, first) + repeat(12, ray) + circle(MIDDLE, 236, 140, lighter(second, 0.3));
}

function arch(reach: number, colour: string): string {
  return path(`M${MIDDLE - reach} 512V250A${reach} ${reach} 0 0 1 ${MIDDLE + reach} 250V512Z`, colour);
}

function leaf(length: number, colour: string): string {
  const [near, far, wide] = [length * 0.25, length * 0.75, length * 0.34];
  return (
    path(`M0 0C${near} ${-wide} ${far} ${-wide} ${length} 0C${far} ${wide} ${near} ${wide} 0 0Z`, colour) +
    stroke(`M8 0H${length * 0.8}`, darker(colour, 0.13), 3)
  );
}

/** A twig with leaves in pairs, growing to the right from its root. */
function twig(colour: string): string {
  const pairs = repeat(4, (i) => {
    const at = (side: number) =>
      group(leaf(96 - i * 9, colour), {
        transform: `translate(${26 + i * 46} ${side * 3}) rotate(${side * (58 - i * 6)})`,
      });
    return at(-1) + at(1);
  });
  return (
    stroke("M-40 0H214", darker(colour, 0.13), 6) +
    pairs +
    group(leaf(70, colour), { transform: "translate(206 0)" })
  );
}

function leaves(first: string, second: string): string {
  const soft = mix(first, second, 0.5);
  const twigs: readonly (readonly [number, number, number, string])[] = [
    [0, 300, -62, soft],
    [512, 300, -118, soft],
    [-8, 130, -40, second],
    [520, 130, -140, second],
    [-10, 520, -50, second],
    [522, 520, -130, second],
  ];
  return (
    rect(0, 0, SIZE, SIZE, first) +
    twigs
      .map(([x, y, angle, colour]) =>
        group(twig(colour), { transform: `translate(${x} ${y}) rotate(${angle})` }),
      )
      .join("")
  );
}

function confetti(first: string, second: string): string {
  const next = chance(31);
  const colours = [tones.honey, tones.coral, tones.blush, tones.lagoon, tones.cream];
  const piece = (i: number) => {
    const [x, y] = [next() * SIZE, next() * SIZE];
    const colour = colours[i % colours.length] as string;
    const shape = i % 3 ? rect(x - 9, y - 5, 18, 10, colour, 2) : circle(x, y, 7, colour);
    return turned(shape, Math.round(next() * 180), Math.round(x), Math.round(y));
  };
  return (
    rect(0, 0, SIZE, SIZE, first) + circle(MIDDLE, 256, 208, second, { opacity: 0.6 }) + repeat(64, piece)
  );
}

function stars(first: string, second: string): string {
  const next = chance(7);
  const star = () => {
    const [x, y, r] = [next() * SIZE, next() * SIZE, 1.6 + next() * 2.6];
    return circle(x, y, r, tones.cream, { opacity: 0.5 + next() * 0.5 });
  };
  const sparkle = (x: number, y: number, r: number) =>
    path(
      `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
      tones.butter,
    );
  return (
    rect(0, 0, SIZE, SIZE, first) +
    ellipse(MIDDLE, 520, 330, 270, second) +
    repeat(54, star) +
    sparkle(92, 170, 20) +
    sparkle(418, 214, 26) +
    sparkle(366, 74, 16) +
    sparkle(132, 66, 13)
  );
}

/** The background of an avatar, 512 by 512. */
export function avatarGround(ground: AvatarGround): string {
  const [first, second] = ground.colours;
  return painters[ground.pattern](tones[first], tones[second]);
}
