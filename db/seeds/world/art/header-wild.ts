import {
  birds,
  clouds,
  fir,
  HEIGHT,
  type Light,
  mist,
  ridge,
  type Scene,
  sky,
  sun,
  WIDTH,
} from "./header-kit.ts";
import { circle, group, mix, type Point, path, placed, polygon, rect, repeat, round, stroke } from "./svg.ts";
import { tones } from "./tones.ts";

function peak(
  x: number,
  top: number,
  half: number,
  base: number,
  rock: string,
  shade: string,
  snow: string,
): string {
  const height = base - top;
  const left: Point = [x - half, base];
  const right: Point = [x + half, base];
  const line = (share: number, side: number): Point => [x + side * half * share, top + height * share];
  const cap: readonly Point[] = [
    [x, top],
    line(0.3, 1),
    [x + half * 0.14, top + height * 0.24],
    [x + half * 0.04, top + height * 0.38],
    [x - half * 0.08, top + height * 0.25],
    [x - half * 0.18, top + height * 0.36],
    line(0.28, -1),
  ];
  return (
    polygon([left, [x, top], right], rock) +
    polygon(
      [
        [x, top],
        right,
        [x + half * 0.16, base],
        [x - half * 0.06, top + height * 0.5],
        [x + half * 0.06, top + height * 0.3],
      ],
      shade,
    ) +
    polygon(cap, snow) +
    polygon(
      [
        [x, top],
        line(0.3, 1),
        [x + half * 0.14, top + height * 0.24],
        [x + half * 0.04, top + height * 0.38],
        [x + half * 0.02, top + height * 0.2],
      ],
      mix(snow, shade, 0.35),
    )
  );
}

/** Peaks with snow over a lake that keeps them. */
export const alps: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const range = () =>
    peak(150, 150, 250, 350, far, mix(far, second, 0.6), light.light) +
    peak(980, 128, 300, 350, far, mix(far, second, 0.6), light.light) +
    peak(1420, 158, 280, 350, far, mix(far, second, 0.6), light.light) +
    peak(480, 88, 330, 350, second, mix(second, third, 0.6), light.light) +
    peak(770, 176, 220, 350, mix(second, third, 0.3), third, light.light) +
    peak(1210, 176, 230, 350, second, mix(second, third, 0.6), light.light);
  const firs = repeat(40, (i) =>
    fir(i * 41 + next() * 26, 358 + next() * 8, 34 + next() * 40, mix(third, fourth, next())),
  );
  const mirror = group(range(), { transform: `translate(0 700) scale(1 -1)`, opacity: 0.35 });
  return (
    sky(light) +
    sun(light, 1110, 104, 40) +
    clouds(next, light.light, 6, 150, 0.75) +
    range() +
    rect(0, 350, WIDTH, 190, mix(second, light.light, 0.35)) +
    mirror +
    mist("mist", 346, 76, light.light, 0.85) +
    firs +
    repeat(16, () => {
      const [x, y] = [next() * WIDTH, 380 + next() * 120];
      return stroke(`M${round(x)} ${round(y)}h${round(40 + next() * 120)}`, light.light, 3, { opacity: 0.5 });
    }) +
    path(
      "M0 470C120 440 260 452 340 480S460 520 520 540H0ZM1600 440C1480 430 1380 456 1320 486S1220 530 1180 540H1600Z",
      fourth,
    ) +
    repeat(9, (i) => fir(20 + i * 44 + next() * 20, 486 + (i % 3) * 16, 90 + next() * 70, near)) +
    repeat(9, (i) => fir(1290 + i * 38 + next() * 20, 496 + (i % 3) * 14, 90 + next() * 80, near)) +
    path("M640 448h84l-14 20h-58Z", tones.ember) +
    path("M680 446V392l34 40h-34ZM674 446v-40l-22 30h22Z", tones.cream)
  );
};

/** Firs in the mist, layer behind layer. */
export const forest: Scene = (light, next) => {
  const layer = (index: number, colour: string) => {
    const [base, size, count] = [286 + index * 58, 120 + index * 42, 46 - index * 7];
    const trees = repeat(count, (i) => {
      const x = (i * WIDTH) / count + next() * 40 - 10;
      const [foot, height] = [base + 14 + next() * 26, size * (0.6 + next() * 0.55)];
      const inClearing = index > 2 && Math.abs(x - 640) < 150;
      return inClearing ? "" : fir(x, foot, height, colour);
    });
    return (
      trees +
      ridge(next, base + 18, 12, 6, colour) +
      (index < 4 ? mist(`veil-${index}`, base + 6, 110, light.light, 0.55) : "")
    );
  };
  const deer =
    path(
      "M0 0l4-44q-8-4-10-14l-12-8q4-8 14-8l10-6q10 2 14 12l44 6q18 2 22 14l6 48h-8l-8-36l-8 36h-8l2-36h-26l-4 36h-8l-2-36Z",
      light.dark,
    ) + stroke("M8-78l-6-20m2 10l-12-6M14-78l6-22m-2 12l12-8", light.dark, 4);
  return (
    sky(light) +
    sun(light, 620, 150, 56) +
    birds(next, light.layers[3], 5, 860, 70) +
    light.layers
      .map((colour, index) => (index === 4 ? placed(deer, 600, 498, 1.25) : "") + layer(index, colour))
      .join("")
  );
};

function church(x: number, y: number, light: Light): string {
  return (
    rect(x, y - 54, 62, 54, light.light) +
    polygon(
      [
        [x - 6, y - 54],
        [x + 31, y - 80],
        [x + 68, y - 54],
      ],
      tones.ember,
    ) +
    rect(x + 60, y - 98, 28, 98, mix(light.light, light.layers[0], 0.2)) +
    path(`M${x + 56} ${y - 98}q-4-20 18-34q22 14 18 34Z`, light.layers[4]) +
    rect(x + 68, y - 84, 12, 18, light.layers[4], 6)
  );
}

/** A steamer on a wide river between vineyards. */
export const river: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const water = mix(far, light.light, 0.5);
  const ship =
    path("M0 0H420L384 44H34Z", tones.ember) +
    rect(0, -8, 424, 10, tones.cream) +
    rect(44, -46, 300, 38, tones.cream, 6) +
    repeat(9, (i) => circle(68 + i * 32, -27, 9, tones.denim)) +
    rect(84, -78, 190, 32, tones.cream, 6) +
    repeat(5, (i) => rect(98 + i * 36, -70, 24, 16, tones.denim, 4)) +
    rect(150, -136, 30, 58, light.dark) +
    rect(150, -120, 30, 13, tones.ember) +
    rect(210, -124, 26, 46, light.dark) +
    rect(210, -112, 26, 11, tones.ember) +
    stroke("M372-8V-96", light.dark, 4) +
    path("M372-96l40 12l-40 12Z", tones.honey);
  const smoke = [
    [164, -152, 18],
    [136, -176, 25],
    [92, -192, 30],
    [36, -202, 27],
    [-18, -206, 20],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, light.light, { opacity: 0.75 }))
    .join("");
  const vines = repeat(9, (row) =>
    stroke(`M${1030 + row * 52} ${312 - row * 4}L${980 + row * 72} 366`, mix(third, fourth, 0.4), 5, {
      "stroke-dasharray": "2 10",
    }),
  );
  return (
    sky(light) +
    sun(light, 930, 140, 58) +
    clouds(next, light.light, 7, 170, 0.65) +
    ridge(next, 244, 40, 4, far) +
    ridge(next, 290, 32, 5, second) +
    church(240, 322, light) +
    repeat(
      10,
      (i) =>
        rect(340 + i * 46, 300 - (i % 3) * 6, 34, 28, i % 2 ? light.light : tones.peach) +
        polygon(
          [
            [336 + i * 46, 300 - (i % 3) * 6],
            [357 + i * 46, 280 - (i % 3) * 6],
            [378 + i * 46, 300 - (i % 3) * 6],
          ],
          i % 3 ? tones.clay : tones.ember,
        ),
    ) +
    ridge(next, 334, 10, 6, third) +
    path("M900 380C1000 320 1200 270 1620 268V400H900Z", third) +
    vines +
    rect(0, 362, WIDTH, 180, water) +
    repeat(44, () => {
      const [x, y] = [next() * WIDTH, 372 + next() * 150];
      return stroke(
        `M${round(x)} ${round(y)}h${round(30 + next() * 90)}`,
        next() > 0.5 ? light.light : second,
        4,
        { opacity: 0.55 },
      );
    }) +
    placed(smoke, 470, 408, 1) +
    placed(ship, 470, 408, 1) +
    stroke("M440 456q20-12 40 0t40 0t40 0t40 0t40 0t40 0t40 0t40 0t40 0t40 0t40 0t40 0", light.light, 6) +
    path(`M0 ${HEIGHT}V470C140 450 300 486 460 500S640 530 700 ${HEIGHT}Z`, fourth) +
    repeat(26, (i) =>
      stroke(
        `M${i * 22} 540q${round(-4 + next() * 10)} -40 ${round(next() * 16 - 6)} ${round(-60 - next() * 30)}`,
        near,
        5,
      ),
    )
  );
};
