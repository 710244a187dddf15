import { birds, clouds, pick, ridge, type Scene, sky, sun, tree, WIDTH } from "./header-kit.ts";
import { circle, darker, ellipse, mix, path, placed, polygon, rect, repeat, round, stroke } from "./svg.ts";
import { tones } from "./tones.ts";

/** Rolling hills under a low sun, with a house that has its light on. */
export const hills: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const grove = (count: number, y: number, size: number, colour: string) =>
    repeat(count, () => {
      const x = next() * WIDTH;
      return tree(x, y + next() * 26, size * (0.7 + next() * 0.6), colour, darker(colour, 0.3));
    });
  const house =
    rect(0, -46, 74, 46, light.light) +
    polygon(
      [
        [-9, -46],
        [37, -84],
        [83, -46],
      ],
      tones.ember,
    ) +
    rect(14, -30, 16, 16, light.accent) +
    rect(44, -30, 16, 30, darker(light.accent, 0.5)) +
    rect(56, -84, 12, 26, darker(light.layers[3], 0.1));
  return (
    sky(light) +
    sun(light, 560, 226, 62) +
    clouds(next, light.light, 6, 170, 0.4) +
    birds(next, light.dark, 6, 760, 90) +
    ridge(next, 268, 26, 6, far) +
    ridge(next, 306, 30, 5, second) +
    grove(14, 330, 56, mix(second, third, 0.6)) +
    ridge(next, 358, 26, 6, third) +
    placed(house, 300, 382, 0.9) +
    grove(10, 396, 74, mix(third, fourth, 0.7)) +
    ridge(next, 424, 24, 5, fourth) +
    grove(7, 470, 96, near) +
    ridge(next, 490, 20, 6, near)
  );
};

function beehive(x: number, y: number, colour: string): string {
  return (
    rect(x, y, 92, 40, darker(colour, 0.12), 4) +
    rect(x, y + 42, 92, 44, colour, 4) +
    rect(x - 8, y - 14, 108, 16, tones.cream, 4) +
    rect(x + 24, y + 74, 44, 8, tones.umber, 4) +
    rect(x + 6, y + 86, 12, 18, tones.cocoa) +
    rect(x + 74, y + 86, 12, 18, tones.cocoa) +
    rect(x + 60, y, 32, 86, tones.umber, 4, { opacity: 0.12 })
  );
}

function bee(x: number, y: number): string {
  return (
    ellipse(x - 2, y - 9, 6, 10, tones.snow, { opacity: 0.9 }) +
    ellipse(x + 7, y - 9, 5, 9, tones.snow, { opacity: 0.75 }) +
    ellipse(x, y, 14, 9, tones.honey) +
    path(`M${x - 3} ${y - 9}q-4 9 0 18h5q-4-9 0-18ZM${x + 6} ${y - 8}q-3 8 0 16h4q-3-8 0-16Z`, tones.umber) +
    circle(x - 11, y - 1, 5, tones.umber)
  );
}

/** A flowering meadow with painted beehives. */
export const meadow: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const petals = [tones.coral, tones.honey, tones.rose, tones.cream, tones.violet, tones.ember];
  const flower = (size: number, low: number) => {
    const [x, y] = [next() * WIDTH, low + next() * 70];
    const colour = pick(next, petals);
    const head = repeat(5, (i) =>
      circle(
        round(x + Math.cos(i * 1.257) * size * 0.62),
        round(y + Math.sin(i * 1.257) * size * 0.62),
        size * 0.5,
        colour,
      ),
    );
    return (
      stroke(`M${round(x)} ${round(y)}q4 30-2 70`, fourth, 4) +
      head +
      circle(x, y, size * 0.42, colour === tones.honey ? tones.umber : tones.butter)
    );
  };
  return (
    sky(light) +
    sun(light, 1090, 120, 54) +
    clouds(next, light.light, 7, 190, 0.85) +
    ridge(next, 262, 30, 5, far) +
    repeat(12, () =>
      tree(next() * WIDTH, 292 + next() * 12, 44 + next() * 30, mix(far, second, 0.8), second),
    ) +
    ridge(next, 300, 22, 6, second) +
    repeat(5, (i) => tree(820 + i * 190 + next() * 60, 350, 120 + next() * 40, third, tones.cocoa)) +
    ridge(next, 350, 14, 5, mix(second, third, 0.6)) +
    [tones.ember, tones.honey, tones.teal, tones.rose]
      .map((colour, i) => beehive(300 + i * 128, 296 + (i % 2) * 16, colour))
      .join("") +
    ridge(next, 418, 12, 6, third) +
    repeat(46, () => flower(9, 408)) +
    ridge(next, 476, 10, 7, fourth) +
    repeat(40, () => flower(14, 440)) +
    repeat(60, () => {
      const x = next() * WIDTH;
      return stroke(
        `M${round(x)} 540q${round(-6 + next() * 12)} -40 ${round(-14 + next() * 28)} ${round(-60 - next() * 34)}`,
        near,
        4,
      );
    }) +
    [
      [260, 214],
      [470, 176],
      [560, 258],
      [720, 226],
      [860, 160],
      [388, 252],
      [980, 268],
    ]
      .map(([x = 0, y = 0]) => bee(x, y))
      .join("")
  );
};

/** A train on a viaduct, its smoke over the evening. */
export const rails: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const stone = mix(third, light.light, 0.24);
  const arches = repeat(
    13,
    (i) =>
      rect(-30 + i * 132, 306, 132, 150, stone) +
      path(`M${-12 + i * 132} 470V384A48 48 0 0 1 ${84 + i * 132} 384V470Z`, mix(second, third, 0.5)) +
      stroke(`M${-18 + i * 132} 384A54 54 0 0 1 ${90 + i * 132} 384`, mix(stone, near, 0.25), 5),
  );
  const coach = (x: number, colour: string) =>
    rect(x, 246, 176, 54, colour, 10) +
    rect(x, 276, 176, 8, light.light) +
    repeat(5, (i) => rect(x + 14 + i * 32, 256, 22, 16, light.accent, 4)) +
    circle(x + 34, 300, 10, light.dark) +
    circle(x + 142, 300, 10, light.dark) +
    rect(x - 10, 290, 12, 6, light.dark);
  const engine =
    rect(944, 236, 66, 64, tones.ember, 8) +
    rect(1004, 256, 92, 44, tones.ember, 14) +
    rect(1066, 226, 20, 34, light.dark, 3) +
    rect(954, 246, 34, 22, light.accent, 4) +
    circle(966, 300, 13, light.dark) +
    circle(1018, 302, 11, light.dark) +
    circle(1064, 302, 11, light.dark) +
    path("M1096 296l26 10h-30Z", light.dark) +
    circle(1098, 268, 7, light.accent);
  const smoke = [
    [1070, 202, 22],
    [1038, 176, 30],
    [994, 156, 36],
    [938, 142, 40],
    [874, 134, 36],
    [812, 130, 28],
    [760, 132, 20],
  ]
    .map(([x = 0, y = 0, r = 0], i) => circle(x, y, r, light.light, { opacity: 0.85 - i * 0.1 }))
    .join("");
  return (
    sky(light) +
    sun(light, 420, 216, 70) +
    clouds(next, light.light, 5, 130, 0.3) +
    ridge(next, 274, 34, 5, far) +
    ridge(next, 330, 30, 6, second) +
    repeat(18, () =>
      tree(next() * WIDTH, 366 + next() * 14, 50 + next() * 30, mix(second, third, 0.7), third),
    ) +
    ridge(next, 410, 14, 5, mix(second, third, 0.5)) +
    arches +
    rect(0, 296, WIDTH, 18, mix(stone, near, 0.4)) +
    repeat(80, (i) => rect(i * 20, 288, 3, 10, mix(stone, near, 0.5))) +
    coach(380, tones.teal) +
    coach(570, tones.cream) +
    coach(760, tones.teal) +
    engine +
    smoke +
    ridge(next, 452, 16, 6, fourth) +
    repeat(12, () => tree(next() * WIDTH, 484, 70 + next() * 50, near, near)) +
    ridge(next, 494, 12, 6, near)
  );
};
