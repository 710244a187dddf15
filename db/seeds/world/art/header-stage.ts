import { glow, HEIGHT, haze, pick, type Scene, sky, WIDTH } from "./header-kit.ts";
import {
  circle,
  clipped,
  darker,
  ellipse,
  lighter,
  mirrored,
  path,
  placed,
  polygon,
  rect,
  repeat,
  round,
  stroke,
} from "./svg.ts";
import { tones } from "./tones.ts";

/** A stage from the last row: light, bunting, hands, and eleven people's worth of brass. */
export const stage: Scene = (light, next) => {
  const [first, second, third, fourth, near] = light.layers;
  const beam = (x: number, spread: number, lean: number, colour: string) =>
    polygon(
      [
        [x - 8, -10],
        [x + 8, -10],
        [x + lean + spread, 460],
        [x + lean - spread, 460],
      ],
      colour,
      { opacity: 0.17 },
    );
  const player = (x: number, y: number, colour: string, plays: string) =>
    placed(
      path("M-50 170C-50 66-30 44 0 44S50 66 50 170Z", colour) +
        path("M10 44C34 50 50 76 50 170H16Q30 100 10 44Z", darker(colour, 0.2)) +
        rect(-10, 30, 20, 24, tones.cocoa, 8) +
        circle(0, 14, 25, tones.clay) +
        path("M-28 8C-30-28 30-28 28 8Z", darker(colour, 0.35)) +
        rect(-32, 2, 64, 9, tones.honey, 4) +
        stroke("M-7 22q7 6 14 0", tones.umber, 3) +
        plays,
      x,
      y,
      1.06,
    );
  const brass = darker(tones.honey, 0.34);
  const sousaphone =
    path("M-52 60A56 60 0 1 0 40 150", "none", { stroke: brass, "stroke-width": 21 }) +
    path("M-52 60A56 60 0 1 0 40 150", "none", { stroke: tones.honey, "stroke-width": 15 }) +
    stroke("M-50 66C-76 20-60-20-46-40", tones.honey, 19) +
    circle(-34, -72, 55, brass) +
    circle(-34, -72, 50, tones.honey) +
    circle(-34, -72, 33, lighter(tones.honey, 0.3)) +
    circle(-34, -72, 19, brass);
  const trumpet =
    stroke("M10 28L74 6", tones.honey, 9) +
    path("M66 14L58-2L122-38L130 8Z", tones.honey) +
    ellipse(126, -15, 9, 25, brass, { transform: "rotate(-14 126 -15)" }) +
    stroke("M30 34L58 24M34 12V34M44 8V30M54 6V28", brass, 5) +
    stroke("M-34 96Q-10 96 34 34M42 100Q60 70 50 30", tones.cream, 13);
  const drum =
    rect(-58, 96, 116, 74, tones.ember, 10) +
    rect(-60, 92, 120, 13, tones.cream, 6) +
    rect(-60, 160, 120, 13, tones.cream, 6) +
    stroke("M-44 106L-22 158L0 106L22 158L44 106", tones.cream, 4) +
    stroke("M-60 84L-14 96M60 84L14 96", tones.clay, 7);
  const flags = [tones.coral, tones.honey, tones.lagoon, tones.cream, tones.rose];
  const bunting = (y: number, sag: number) =>
    stroke(`M-20 ${y}Q400 ${y + sag * 2} 800 ${y}T1620 ${y}`, light.light, 3, { opacity: 0.8 }) +
    repeat(34, (i) => {
      const x = i * 48;
      const share = (x % 800) / 800;
      const drop = y + (x < 800 ? 1 : -1) * sag * 4 * share * (1 - share) * 0.98;
      return polygon(
        [
          [x, drop],
          [x + 30, drop],
          [x + 15, drop + 38],
        ],
        flags[i % flags.length] as string,
      );
    });
  const hands = repeat(30, (i) => {
    const x = i * 55 + next() * 34;
    const lift = next() * 60;
    return next() > 0.45
      ? stroke(`M${round(x)} 560V${round(460 - lift * 0.5)}`, near, 19) +
          circle(x, 448 - lift * 0.5, 15, near)
      : circle(x, 500 - next() * 10, 31, near);
  });
  return (
    sky(light) +
    rect(0, 0, WIDTH, HEIGHT, first, 0, { opacity: 0.35 }) +
    path("M0 0H190C150 160 170 320 110 470H0ZM1600 0H1410C1450 160 1430 320 1490 470H1600Z", second) +
    repeat(4, (i) =>
      stroke(
        `M${30 + i * 40} 0C${10 + i * 34} 160 ${20 + i * 32} 320 ${i * 28} 470M${1570 - i * 40} 0C${1590 - i * 34} 160 ${1580 - i * 32} 320 ${1600 - i * 28} 470`,
        third,
        9,
      ),
    ) +
    beam(360, 130, 70, light.light) +
    beam(620, 150, -30, tones.honey) +
    beam(900, 150, 60, tones.rose) +
    beam(1180, 140, -90, light.light) +
    [360, 620, 900, 1180]
      .map((x) => rect(x - 24, -6, 48, 34, near, 8) + ellipse(x, 30, 20, 8, tones.cream))
      .join("") +
    bunting(56, 34) +
    glow("floor", 800, 420, 1000, 260, light.sun, 0.4) +
    [
      [330, 270],
      [480, 252],
      [640, 268],
      [790, 250],
      [950, 268],
      [1100, 252],
      [1250, 272],
    ]
      .map(([x = 0, y = 0], i) =>
        player(
          x,
          y,
          [tones.berry, tones.teal, tones.navy][i % 3] as string,
          [sousaphone, trumpet, drum][[0, 1, 0, 2, 0, 1, 0][i] as number] as string,
        ),
      )
      .join("") +
    rect(0, 416, WIDTH, 130, third) +
    rect(0, 416, WIDTH, 10, tones.honey) +
    repeat(60, () =>
      circle(next() * WIDTH, 60 + next() * 130, 2 + next() * 5, pick(next, flags), { opacity: 0.85 }),
    ) +
    rect(0, 500, WIDTH, 40, fourth) +
    hands
  );
};

/** A theatre curtain that is about to open. */
export const curtain: Scene = (light, next) => {
  const [first, second, third, fourth] = light.layers;
  const half =
    path("M0 0H560C540 150 430 300 250 372C170 404 120 470 130 533H0Z", second) +
    repeat(6, (i) =>
      path(
        `M${60 + i * 88} 0H${104 + i * 88}C${96 + i * 76} 150 ${70 + i * 54} 280 ${60 + i * 26} 360L${34 + i * 26} 374C${52 + i * 52} 280 ${66 + i * 74} 150 ${60 + i * 88} 0Z`,
        i % 2 ? third : first,
        { opacity: 0.75 },
      ),
    ) +
    path("M0 404C90 396 180 378 256 350Q272 362 264 380C190 410 90 428 0 434Z", tones.honey) +
    path("M0 412C90 404 180 388 258 360", "none", { stroke: tones.butter, "stroke-width": 5 }) +
    circle(250, 370, 13, tones.mustard) +
    path("M242 380L258 380L266 424H234Z", tones.honey);
  const scallops = repeat(
    9,
    (i) =>
      path(
        `M${-20 + i * 184} -10H${164 + i * 184}Q${150 + i * 184} 84 ${72 + i * 184} 92Q${-6 + i * 184} 84 ${-20 + i * 184} -10Z`,
        i % 2 ? second : first,
      ) +
      stroke(
        `M${-14 + i * 184} 28Q${20 + i * 184} 86 ${72 + i * 184} 92T${158 + i * 184} 28`,
        tones.honey,
        8,
      ) +
      circle(72 + i * 184, 104, 9, tones.honey),
  );
  const mirrors = repeat(7, (row) =>
    repeat(8, (i) =>
      rect(
        -70 + i * 18,
        -66 + row * 19,
        16,
        17,
        pick(next, [tones.snow, tones.lilac, tones.rose, tones.sky, tones.stone, tones.apricot]),
        2,
      ),
    ),
  );
  const ball =
    stroke("M0-300V-76", tones.stone, 4) +
    circle(0, 0, 76, tones.slate) +
    clipped(
      "disco",
      circle(0, 0, 74, "#000"),
      mirrors + path("M20-90C60-20 40 60 0 90H100V-90Z", tones.night, { opacity: 0.3 }),
    ) +
    circle(-28, -30, 16, tones.snow, { opacity: 0.7 });
  const glints = repeat(60, () => {
    const [x, y] = [360 + next() * 880, 110 + next() * 360];
    return ellipse(
      x,
      y,
      5 + next() * 9,
      4 + next() * 6,
      pick(next, [tones.snow, tones.butter, tones.rose, tones.lilac]),
      { opacity: round(0.25 + next() * 0.45) },
    );
  });
  return (
    sky(light) +
    rect(0, 0, WIDTH, HEIGHT, fourth, 0, { opacity: 0.55 }) +
    haze(
      "spots",
      24,
      polygon(
        [
          [560, 0],
          [600, 0],
          [900, 470],
          [560, 470],
        ],
        tones.butter,
        { opacity: 0.5 },
      ) +
        polygon(
          [
            [1040, 0],
            [1000, 0],
            [700, 470],
            [1040, 470],
          ],
          tones.rose,
          { opacity: 0.5 },
        ),
    ) +
    glints +
    path("M0 460Q800 420 1600 460V540H0Z", darker(third, 0.2)) +
    ellipse(800, 468, 340, 30, tones.butter, { opacity: 0.55 }) +
    repeat(
      18,
      (i) =>
        circle(44 + i * 90, 520, 13, tones.butter) +
        circle(44 + i * 90, 520, 24, tones.butter, { opacity: 0.25 }),
    ) +
    half +
    mirrored(half, WIDTH / 2) +
    scallops +
    placed(ball, 800, 226, 1)
  );
};
