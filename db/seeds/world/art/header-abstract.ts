import { glow, HEIGHT, type Light, type Scene, sky, WIDTH } from "./header-kit.ts";
import { circle, darker, ellipse, group, lighter, mix, path, polygon, rect, repeat, round } from "./svg.ts";
import { tones } from "./tones.ts";

/** Great soft shapes of colour, for those who draw with sound or with code. */
export const gradient: Scene = (light, next) => {
  const colours = [
    light.layers[2],
    light.sky[2],
    light.accent,
    light.layers[0],
    light.sun,
    light.sky[1],
    light.layers[3],
    light.sky[2],
  ];
  const cloud = (colour: string, i: number) =>
    glow(
      `cloud-${i}`,
      round(((i + 0.5) / colours.length) * WIDTH + (next() - 0.5) * 300),
      round((i % 2) * HEIGHT * 0.8 + next() * 130),
      round(460 + next() * 300),
      round(330 + next() * 190),
      colour,
      0.92,
    );
  const lines = repeat(11, (i) =>
    path(ribbon(next, 130 + i * 26), "none", {
      stroke: i % 2 ? light.light : light.accent,
      "stroke-width": round(1.4 + (i % 4)),
      opacity: round(0.55 - Math.abs(i - 5) * 0.07),
    }),
  );
  return sky(light) + colours.map(cloud).join("") + lines;
};

function ribbon(next: () => number, y: number): string {
  const [a, b, c] = [
    y + (next() - 0.5) * 40 - 90,
    y + (next() - 0.5) * 40 + 120,
    y + (next() - 0.5) * 40 - 60,
  ];
  return `M-20 ${round(y)}C300 ${round(a)} 560 ${round(b)} 860 ${round(y + 30)}S1380 ${round(c)} 1620 ${round(y - 10)}`;
}

function wash(id: string, seed: number, content: string, reach = 58): string {
  return `<filter id="${id}" x="-10%" y="-30%" width="120%" height="160%"><feTurbulence type="fractalNoise" baseFrequency="0.011 0.02" numOctaves="4" seed="${seed}" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="${reach}"/><feGaussianBlur stdDeviation="1.1"/></filter>${group(content, { filter: `url(#${id})` })}`;
}

function wetHill(light: Light, next: () => number, index: number): string {
  const colour = light.layers[index] as string;
  const y = 250 + index * 56;
  const hill = path(
    `M-60 ${y + 40}C260 ${y - 50 - next() * 40} 520 ${y + 60} 820 ${y}S1380 ${y - 60 * next()} 1680 ${y + 30}V580H-60Z`,
    colour,
    { opacity: 0.42 },
  );
  const edge = path(
    `M-60 ${y + 40}C260 ${y - 50} 520 ${y + 60} 820 ${y}S1380 ${y - 30} 1680 ${y + 30}`,
    "none",
    { stroke: darker(colour, 0.2), "stroke-width": 7, opacity: 0.35 },
  );
  return wash(`hill-${index}`, 3 + index, hill + edge);
}

/** Wet paint on paper: sky, hills, sheds of an allotment. */
export const watercolour: Scene = (light, next) => {
  const paper = "#fbf4e6";
  const shed = (x: number, y: number, colour: string) =>
    rect(x, y - 58, 84, 58, colour, 2, { opacity: 0.85 }) +
    polygon(
      [
        [x - 10, y - 56],
        [x + 40, y - 96],
        [x + 96, y - 56],
      ],
      tones.ember,
      { opacity: 0.8 },
    ) +
    rect(x + 14, y - 40, 20, 20, tones.cream) +
    rect(x + 50, y - 40, 18, 40, tones.cocoa, 0, { opacity: 0.7 });
  const blossoms = repeat(60, () =>
    circle(
      next() * WIDTH,
      440 + next() * 90,
      6 + next() * 16,
      [tones.coral, tones.rose, tones.honey, tones.berry, tones.violet][Math.floor(next() * 5)] as string,
      { opacity: round(0.35 + next() * 0.4) },
    ),
  );
  return (
    rect(0, 0, WIDTH, HEIGHT, paper) +
    wash(
      "sky-wash",
      9,
      ellipse(420, 90, 560, 130, light.sky[0], { opacity: 0.6 }) +
        ellipse(1180, 130, 560, 120, light.sky[0], { opacity: 0.5 }) +
        ellipse(800, 210, 700, 90, tones.peach, { opacity: 0.55 }),
    ) +
    wash(
      "sun-wash",
      4,
      circle(690, 150, 66, tones.honey, { opacity: 0.75 }) +
        circle(690, 150, 96, tones.honey, { opacity: 0.25 }),
    ) +
    repeat(4, (i) => wetHill(light, next, i)) +
    wash(
      "sheds",
      14,
      shed(330, 392, tones.denim) +
        shed(560, 418, tones.honey) +
        shed(860, 398, tones.rose) +
        shed(1180, 412, lighter(tones.teal, 0.2)) +
        repeat(5, (i) => tree(250 + i * 260, 424, light)),
      24,
    ) +
    wash("garden", 22, blossoms) +
    repeat(34, () =>
      circle(
        next() * WIDTH,
        next() * HEIGHT,
        1.5 + next() * 4,
        [tones.denim, tones.coral, tones.moss][Math.floor(next() * 3)] as string,
        { opacity: 0.5 },
      ),
    )
  );
};

function tree(x: number, y: number, light: Light): string {
  return (
    rect(x - 5, y - 70, 10, 74, tones.cocoa, 3, { opacity: 0.7 }) +
    circle(x, y - 96, 44, light.layers[3], { opacity: 0.6 }) +
    circle(x - 20, y - 84, 28, light.layers[2], { opacity: 0.6 })
  );
}

const BORDER = [
  "x.......x.......",
  ".x.....x.x.....x",
  "..x...x...x...x.",
  "...x.x.....x.x..",
  "....x.......x...",
];

const STAR = [
  "....o...o.......",
  "....oo.oo....o..",
  "....oo.oo...ooo.",
  ".ooo.o.o.ooo.o..",
  "..ooo...ooo.....",
  "......o......a..",
  "..ooo...ooo.....",
  ".ooo.o.o.ooo.o..",
  "....oo.oo...ooo.",
  "....oo.oo....o..",
  "....o...o.......",
];

const HEARTS = [
  "..............",
  ".hh.hh........",
  "hhhhhhh...a...",
  "hhhhhhh..aaa..",
  ".hhhhh....a...",
  "..hhh.........",
  "...h..........",
];

/** Knitted cloth, stitch by stitch, in the old patterns. */
export const knit: Scene = (light) => {
  const [wide, tall] = [20, 17];
  const [columns, rows] = [WIDTH / wide + 1, Math.ceil(HEIGHT / tall) + 1];
  const ground = light.layers[2];
  const yarns: Readonly<Record<string, string>> = {
    x: tones.cream,
    o: tones.cream,
    h: tones.coral,
    a: tones.honey,
    m: tones.lagoon,
  };
  const plan: readonly (readonly [number, readonly string[], string])[] = [
    [0, BORDER, light.layers[3]],
    [6, ["m.m.m.m.", ".m.m.m.m"], ground],
    [9, STAR, light.layers[1]],
    [21, ["m.m.m.m.", ".m.m.m.m"], ground],
    [24, HEARTS, light.layers[3]],
  ];
  const stitchAt = (row: number, column: number): string => {
    for (const [from, motif, cloth] of plan) {
      if (row < from || row >= from + motif.length) continue;
      const line = motif[row - from] as string;
      return yarns[line[column % line.length] as string] ?? cloth;
    }
    return ground;
  };
  const stitch = (x: number, y: number, colour: string) =>
    path(
      `M${x} ${y - 2}C${x + 7} ${y - 1} ${x + 10} ${y + 8} ${x + 10} ${y + 21}C${x + 4} ${y + 18} ${x} ${y + 10} ${x} ${y - 2}Z`,
      colour,
    ) +
    path(
      `M${x + 20} ${y - 2}C${x + 13} ${y - 1} ${x + 10} ${y + 8} ${x + 10} ${y + 21}C${x + 16} ${y + 18} ${x + 20} ${y + 10} ${x + 20} ${y - 2}Z`,
      mix(colour, "#2a1230", 0.1),
    );
  return (
    rect(0, 0, WIDTH, HEIGHT, mix(ground, "#1c0c22", 0.45)) +
    repeat(rows, (row) =>
      repeat(columns, (column) => stitch(column * wide, row * tall - 6, stitchAt(row, column))),
    ) +
    glow("fold", 280, 120, 700, 330, "#ffffff", 0.2) +
    glow("shade", 1500, 520, 900, 420, "#14081c", 0.45)
  );
};
