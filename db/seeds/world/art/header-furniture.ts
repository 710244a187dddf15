import { type Chance, pick, WIDTH } from "./header-kit.ts";
import { lighter, path, placed, rect, round, turned } from "./svg.ts";
import { tones } from "./tones.ts";

const spines = [
  tones.ember,
  tones.teal,
  tones.mustard,
  tones.navy,
  tones.berry,
  tones.moss,
  tones.cream,
  tones.clay,
  tones.plum,
  tones.denim,
  tones.rose,
  tones.pine,
];

/** A row of books that stand on y, from x as far as it goes. */
export function books(next: Chance, x: number, y: number, length: number, tall: number): string {
  let [at, row] = [x, ""];
  while (at < x + length - 16) {
    const [width, height] = [13 + next() * 21, tall * (0.66 + next() * 0.34)];
    const colour = pick(next, spines);
    const lean = next() > 0.93 ? -9 : 0;
    const bands =
      rect(at, y - height * 0.82, width, 5, lighter(colour, 0.5), 0, { opacity: 0.8 }) +
      rect(at, y - height * 0.24, width, 4, lighter(colour, 0.5), 0, { opacity: 0.8 });
    row += turned(
      rect(round(at), round(y - height), round(width), round(height), colour, 2) +
        (next() > 0.4
          ? bands
          : rect(at + width * 0.3, y - height * 0.72, width * 0.4, height * 0.34, lighter(colour, 0.4), 2, {
              opacity: 0.6,
            })) +
        rect(at + width * 0.76, y - height, width * 0.24, height, "#1c1222", 0, { opacity: 0.14 }),
      lean,
      round(at),
      y,
    );
    at += width + 1.5 + (lean ? 16 : 0);
  }
  return row;
}

export function board(y: number, colour: string, x = -10, width = WIDTH + 20): string {
  return rect(x, y, width, 15, colour) + rect(x, y + 15, width, 7, "#1c1222", 0, { opacity: 0.22 });
}

export function pottedPlant(x: number, y: number, size: number, pot: string): string {
  const leaf = (angle: number, length: number, colour: string) =>
    turned(
      path(
        `M0 0C${-length * 0.3} ${-length * 0.3} ${-length * 0.24} ${-length * 0.8} 0 ${-length}C${length * 0.24} ${-length * 0.8} ${length * 0.3} ${-length * 0.3} 0 0Z`,
        colour,
      ),
      angle,
      0,
      0,
    );
  return placed(
    placed(
      leaf(-58, 66, tones.pine) +
        leaf(58, 66, tones.pine) +
        leaf(-30, 84, tones.moss) +
        leaf(30, 84, tones.moss) +
        leaf(0, 98, tones.sage),
      0,
      -44,
      1,
    ) +
      path("M-32-50H32L24 0H-24Z", pot) +
      rect(-36, -56, 72, 15, lighter(pot, 0.2), 4),
    x,
    y,
    size,
  );
}
