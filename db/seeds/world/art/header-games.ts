import { type Chance, HEIGHT, mist, pick, type Scene, sky, sun, WIDTH } from "./header-kit.ts";
import { circle, ellipse, mix, type Point, path, placed, polygon, rect, repeat } from "./svg.ts";
import { tones } from "./tones.ts";

const CELL = 12;

function sprite(
  rows: readonly string[],
  colours: Readonly<Record<string, string>>,
  x: number,
  y: number,
  cell = CELL,
): string {
  return rows
    .map((row, j) =>
      [...row]
        .map((letter, i) =>
          colours[letter] ? rect(x + i * cell, y + j * cell, cell + 0.4, cell + 0.4, colours[letter]) : "",
        )
        .join(""),
    )
    .join("");
}

const CAT = [
  "..#...#....",
  "..##.##....",
  "..#####..#.",
  "..#o#o#...#",
  "..##p##...#",
  "...####.##.",
  "..########.",
  "..########.",
  "..#.#..#.#.",
];

const TREE = [
  "...##...",
  "..####..",
  ".######.",
  ".######.",
  "########",
  "########",
  ".######.",
  "...tt...",
  "...tt...",
  "...tt...",
];

const HEART = [".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."];

const CLOUD = ["....####......", "..#########...", ".############.", "##############"];

const CRAB = [
  "#..........#",
  ".#........#.",
  "..########..",
  ".##o####o##.",
  "############",
  ".##########.",
  "#.#.#..#.#.#",
];

function terraces(next: Chance, top: number, rough: number, colour: string, grass: string): string {
  let height = top;
  return repeat(Math.ceil(WIDTH / (CELL * 4)) + 1, (i) => {
    height = Math.max(top - rough, Math.min(top + rough, height + (Math.floor(next() * 3) - 1) * CELL));
    return (
      rect(i * CELL * 4, height, CELL * 4 + 0.5, HEIGHT, colour) +
      rect(i * CELL * 4, height, CELL * 4 + 0.5, CELL, grass)
    );
  });
}

/** A world of squares in which every animal may be petted. */
export const pixels: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const bands = repeat(14, (i) =>
    rect(
      0,
      i * 36,
      WIDTH,
      37,
      i < 7 ? mix(light.sky[0], light.sky[1], i / 6) : mix(light.sky[1], light.sky[2], (i - 7) / 6),
    ),
  );
  const disc = repeat(15, (row) => {
    const half = Math.floor(Math.sqrt(7.5 ** 2 - (row - 7) ** 2));
    return rect(
      620 - half * CELL,
      120 + row * CELL,
      half * 2 * CELL,
      CELL + 0.5,
      row < 8 ? light.sun : mix(light.sun, light.accent, (row - 7) / 9),
    );
  });
  const stars = repeat(40, () =>
    rect(Math.floor(next() * 133) * CELL, Math.floor(next() * 12) * CELL, 4, 4, light.light, 0, {
      opacity: 0.8,
    }),
  );
  return (
    bands +
    stars +
    disc +
    sprite(CLOUD, { "#": light.light }, 180, 84) +
    sprite(CLOUD, { "#": light.light }, 900, 130) +
    sprite(CLOUD, { "#": mix(light.light, light.sky[1], 0.4) }, 1290, 60) +
    terraces(next, 300, 48, far, mix(far, light.light, 0.25)) +
    terraces(next, 348, 36, second, mix(second, light.light, 0.2)) +
    [96, 300, 980, 1150, 1390, 1490]
      .map((x) => sprite(TREE, { "#": tones.teal, t: tones.umber }, x, 282))
      .join("") +
    rect(0, 402, WIDTH, HEIGHT, third) +
    repeat(134, (i) => rect(i * CELL, 402, CELL + 0.5, i % 3 ? CELL : CELL * 2, tones.lagoon)) +
    repeat(60, () =>
      rect(
        Math.floor(next() * 133) * CELL,
        440 + Math.floor(next() * 7) * CELL,
        CELL,
        CELL,
        pick(next, [fourth, near, second]),
      ),
    ) +
    sprite(CAT, { "#": tones.cream, o: tones.ink, p: tones.rose }, 470, 294) +
    sprite(HEART, { "#": tones.coral }, 500, 206, 9) +
    sprite(CRAB, { "#": tones.ember, o: tones.cream }, 760, 318) +
    sprite(HEART, { "#": tones.coral }, 802, 256, 7) +
    sprite(HEART, { "#": tones.rose }, 1110, 230, 6) +
    [60, 250, 420, 680, 960, 1220, 1460]
      .map(
        (x) =>
          rect(x, 378, CELL, CELL * 2, tones.pine) +
          rect(x - CELL, 366, CELL * 3, CELL, pick(next, [tones.honey, tones.rose, tones.coral])) +
          rect(x, 354, CELL, CELL * 3, pick(next, [tones.honey, tones.rose, tones.coral])) +
          rect(x, 366, CELL, CELL, tones.cream),
      )
      .join("")
  );
};

type Silhouette = (colour: string, shade: string) => string;

const pawn: Silhouette = (colour, shade) =>
  path("M-44 0V-14L-34-24C-18-50-14-70-14-92H14C14-70 18-50 34-24L44-14V0Z", colour) +
  path("M4-92H14C14-70 18-50 34-24L44-14V0H14C20-30 4-60 4-92Z", shade) +
  rect(-24, -102, 48, 13, colour, 6) +
  circle(0, -124, 26, colour) +
  path("M6-150A26 26 0 0 1 6-98C22-112 22-136 6-150Z", shade);

const rook: Silhouette = (colour, shade) =>
  path("M-50 0V-16L-38-28L-30-128H30L38-28L50-16V0Z", colour) +
  path("M8-128H30L38-28L50-16V0H18Z", shade) +
  path("M-42-128V-176H-22V-160H-10V-176H10V-160H22V-176H42V-128Z", colour) +
  path("M22-160V-176H42V-128H12V-160Z", shade);

const queen: Silhouette = (colour, shade) =>
  path("M-52 0V-16L-38-30C-22-90-20-130-20-156H20C20-130 22-90 38-30L52-16V0Z", colour) +
  path("M6-156H20C20-130 22-90 38-30L52-16V0H18C24-60 8-110 6-156Z", shade) +
  rect(-32, -170, 64, 15, colour, 7) +
  path("M-30-170L-46-226L-20-200L0-240L20-200L46-226L30-170Z", colour) +
  [-46, 0, 46].map((x) => circle(x, x ? -230 : -246, 8, colour)).join("");

const king: Silhouette = (colour, shade) =>
  path("M-54 0V-16L-40-30C-24-90-22-140-22-170H22C22-140 24-90 40-30L54-16V0Z", colour) +
  path("M6-170H22C22-140 24-90 40-30L54-16V0H18C26-60 8-120 6-170Z", shade) +
  rect(-36, -184, 72, 15, colour, 7) +
  path("M-30-184Q-44-230 0-232Q44-230 30-184Z", colour) +
  rect(-6, -272, 12, 44, colour, 3) +
  rect(-19, -260, 38, 12, colour, 3);

const horse: Silhouette = (colour, shade) =>
  path(
    "M-48 0V-16L-34-28C-36-64-16-84 0-106C-20-98-48-96-58-108C-68-120-62-136-48-146C-36-156-34-178-18-192L-22-220Q0-214 8-196C52-192 62-140 56-96C52-66 42-46 40-28L50-16V0Z",
    colour,
  ) +
  path("M14-194C52-188 62-140 56-96C52-66 42-46 40-28L50-16V0H16C20-50 40-100 14-194Z", shade) +
  circle(-18, -160, 5, shade);

/** A board that reaches to the horizon, some turns into the game. */
export const chess: Scene = (light) => {
  const [far, second, third, fourth, near] = light.layers;
  const [horizon, eye] = [252, { x: 560, y: 150 }];
  const line = (rank: number) => horizon + (HEIGHT + 40 - horizon) * (rank / 8) ** 1.75;
  const at = (file: number, y: number): number => eye.x + (file - 4) * ((y - eye.y) / (HEIGHT - eye.y)) * 330;
  const corner = (file: number, rank: number): Point => [at(file, line(rank)), line(rank)];
  const squares = repeat(8, (rank) =>
    repeat(22, (i) => {
      const file = i - 6;
      const pale = (file + rank + 20) % 2 === 0;
      return polygon(
        [corner(file, rank), corner(file + 1, rank), corner(file + 1, rank + 1), corner(file, rank + 1)],
        pale ? mix(far, light.light, 0.55) : third,
      );
    }),
  );
  const stand = (piece: Silhouette, file: number, rank: number, white: boolean) => {
    const y = (line(rank) + line(rank + 1)) / 2 + 6;
    const size = ((y - eye.y) / (HEIGHT - eye.y)) * 1.24;
    const colour = white ? light.light : near;
    return placed(
      ellipse(16, 2, 78, 14, light.dark, { opacity: 0.28 }) +
        piece(colour, white ? mix(light.light, second, 0.5) : mix(near, "#000000", 0.35)),
      at(file + 0.5, y),
      y,
      size,
    );
  };
  return (
    sky(light) +
    sun(light, 700, 190, 64) +
    mist("board-mist", 248, 90, light.light, 0.9) +
    rect(0, horizon, WIDTH, HEIGHT, fourth) +
    squares +
    stand(rook, -1, 1, false) +
    stand(king, 3, 1, false) +
    stand(pawn, 1, 2, false) +
    stand(pawn, 10, 2, false) +
    stand(rook, 8, 2, false) +
    stand(horse, 2, 3, false) +
    stand(pawn, 4, 3, true) +
    stand(pawn, 9, 3, true) +
    stand(queen, 5, 4, true) +
    stand(horse, 2, 5, true) +
    stand(pawn, 4, 5, false) +
    stand(king, 6, 5, true)
  );
};
