import type { AvatarGround } from "./art-types.ts";
import { chance, circle, ellipse, group, path, polygon, rect, repeat, stroke, turned } from "./svg.ts";
import { darker, lighter, mix } from "./svg.ts";
import { tones } from "./tones.ts";

const SIZE = 512;
const MIDDLE = SIZE / 2;

type Painter = (first: string, second: string) => string;

const painters: Record<AvatarGround["pattern"], Painter> = {
  plain: (first) => rect(0, 0, SIZE, SIZE, first),
  sun: (first, second) => rect(0, 0, SIZE, SIZE, first) + circle(MIDDLE, 232, 186, mix(first, second, 0.55)) + circle(MIDDLE, 232, 150, second),
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
  arch: (first, second) => rect(0, 0, SIZE, SIZE, first) + arch(206, mix(first, second, 0.45)) + arch(160, second),
  leaves,
  confetti,
  stars,
  tiles: (first, second) =>
    rect(0, 0, SIZE, SIZE, first) +
    turned(
      repeat(81, (i) => ((i + Math.floor(i / 9)) % 2 ? rect((i % 9) * 96 - 180, Math.floor(i / 9) * 96 - 180, 96, 96, second) : "")),
      45,
      MIDDLE,
      MIDDLE,
    ),
};

function rays(first: string, second: string): string {
  const ray = (i: number) =>
    turned(polygon([[MIDDLE, 236], [MIDDLE - 38, -190], [MIDDLE + 38, -190]], second), i * 30, MIDDLE, 236);
  return rect(0, 0, SIZE, SIZE, first) + repeat(12, ray) + circle(MIDDLE, 236, 140, lighter(second, 0.3));
}

function arch(reach: number, colour: string): string {
  return path(`M${MIDDLE - reach} 512V250A${reach} ${reach} 0 0 1 ${MIDDLE + reach} 250V512Z`, colour);
}

function leaves(first: string, second: string): string {
  const leaf = (length: number, colour: string) =>
    path(`M0 0C${length * 0.3} ${-length * 0.32} ${length * 0.75} ${-length * 0.3} ${length} 0C${length * 0.75} ${length * 0.3} ${length * 0.3} ${length * 0.32} 0 0Z`, colour) +
    stroke(`M6 0H${length - 14}`, darker(colour, 0.14), 3);
  const around = repeat(14, (i) => {
    const angle = i * (360 / 14) + (i % 2) * 9;
    const radians = (angle * Math.PI) / 180;
    const reach = 176 + (i % 3) * 8;
    const [x, y] = [MIDDLE + Math.cos(radians) * reach, 244 + Math.sin(radians) * reach];
    const colour = i % 2 ? second : mix(first, second, 0.62);
    return group(leaf(104, colour), { transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(angle + (i % 2 ? 32 : -28))})` });
  });
  return rect(0, 0, SIZE, SIZE, first) + around;
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
  return rect(0, 0, SIZE, SIZE, first) + circle(MIDDLE, 256, 208, second, { opacity: 0.6 }) + repeat(64, piece);
}

function stars(first: string, second: string): string {
  const next = chance(7);
  const star = () => {
    const [x, y, r] = [next() * SIZE, next() * SIZE, 1.6 + next() * 2.6];
    return circle(x, y, r, tones.cream, { opacity: 0.5 + next() * 0.5 });
  };
  const sparkle = (x: number, y: number, r: number) =>
    path(`M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`, tones.butter);
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
