import { board, pottedPlant } from "./header-furniture.ts";
import { glow, HEIGHT, haze, type Light, pick, type Scene, WIDTH } from "./header-kit.ts";
import {
  circle,
  clipped,
  darker,
  ellipse,
  lighter,
  mix,
  path,
  placed,
  polygon,
  rect,
  repeat,
  round,
  stroke,
  turned,
} from "./svg.ts";
import { tones } from "./tones.ts";

function loaf(x: number, y: number, size: number, colour: string): string {
  return placed(
    path("M-70 0C-80-62-40-88 0-88S80-62 70 0Z", colour) +
      path("M14-86C56-80 78-50 70 0H30C44-30 36-64 14-86Z", darker(colour, 0.14)) +
      repeat(3, (i) => path(`M${-44 + i * 32}-72q22 14 22 46q-20-10-22-46Z`, tones.peach)),
    x,
    y,
    size,
  );
}

/** A bakery before opening time. */
export const bakery: Scene = (light, next) => {
  const wood = light.layers[2];
  const baguettes = (x: number, y: number) =>
    repeat(4, (i) =>
      turned(
        rect(x + i * 26, y - 138, 24, 140, i % 2 ? tones.clay : tones.mustard, 12) +
          repeat(4, (j) => stroke(`M${x + 6 + i * 26} ${y - 112 + j * 28}l12 12`, tones.peach, 5)),
        -6 + i * 4,
        x + i * 26,
        y,
      ),
    ) +
    path(`M${x - 18} ${y - 70}h142l-14 70h-112Z`, tones.cocoa) +
    stroke(`M${x - 12} ${y - 46}h130M${x - 8} ${y - 22}h122`, lighter(tones.cocoa, 0.3), 6);
  const jar = (x: number, y: number, fill: string) =>
    rect(x, y - 76, 56, 76, tones.mist, 10) +
    rect(x, y - 48, 56, 48, fill, 8) +
    rect(x - 4, y - 88, 64, 16, tones.clay, 5) +
    rect(x + 8, y - 66, 6, 50, tones.snow, 3, { opacity: 0.7 });
  const street =
    circle(790, 150, 54, tones.butter) +
    circle(790, 150, 90, tones.butter, { opacity: 0.3 }) +
    repeat(
      6,
      (i) =>
        rect(574 + i * 54, 196 - (i % 3) * 22, 50, 110, mix(tones.rose, tones.clay, i / 6)) +
        polygon(
          [
            [570 + i * 54, 196 - (i % 3) * 22],
            [599 + i * 54, 168 - (i % 3) * 22],
            [628 + i * 54, 196 - (i % 3) * 22],
          ],
          tones.cocoa,
        ),
    );
  const window =
    rect(560, 36, 340, 250, wood, 10) +
    rect(574, 50, 312, 222, tones.sky) +
    clipped("window", rect(574, 50, 312, 222, "#000"), street) +
    stroke("M730 50V272M574 160H886", wood, 9) +
    path("M560 36H640Q620 110 566 150ZM900 36H820Q840 110 894 150Z", tones.cream);
  const pendant = (x: number) =>
    stroke(`M${x} 0V70`, light.dark, 4) +
    path(`M${x - 46} 116Q${x - 40} 66 ${x} 66T${x + 46} 116Z`, tones.ember) +
    ellipse(x, 116, 46, 9, tones.butter) +
    glow(`pendant-${x}`, x, 140, 180, 170, tones.butter, 0.55);
  const tiles = repeat(12, (row) =>
    repeat(36, (i) =>
      rect(i * 46 + (row % 2) * 23 - 20, 300 + row * 22, 44, 20, light.light, 3, { opacity: 0.22 }),
    ),
  );
  return (
    rect(0, 0, WIDTH, HEIGHT, light.sky[1]) +
    tiles +
    window +
    board(176, wood, 60, 430) +
    board(176, wood, 960, 600) +
    [130, 270, 410]
      .map((x, i) => loaf(x, 176, 0.82, [tones.clay, tones.mustard, tones.cocoa][i] as string))
      .join("") +
    jar(990, 176, tones.sand) +
    jar(1064, 176, tones.cocoa) +
    jar(1138, 176, tones.honey) +
    loaf(1290, 176, 0.8, tones.clay) +
    pottedPlant(1420, 176, 0.9, tones.teal) +
    jar(1480, 176, tones.peach) +
    board(300, wood, 60, 430) +
    baguettes(120, 300) +
    loaf(340, 300, 0.9, tones.clay) +
    loaf(440, 300, 0.6, tones.mustard) +
    pendant(525) +
    pendant(930) +
    rect(0, 420, WIDTH, 120, light.layers[1]) +
    rect(0, 408, WIDTH, 22, light.layers[3]) +
    repeat(16, (i) => rect(i * 104, 440, 92, 100, light.layers[2], 4, { opacity: 0.55 })) +
    [560, 690, 820]
      .map((x, i) => loaf(x, 408, 1, [tones.mustard, tones.clay, tones.cocoa][i] as string))
      .join("") +
    path("M910 408q20-60 80-60t80 60Z", tones.cream) +
    ellipse(990, 352, 40, 9, tones.sand) +
    rect(1110, 322, 120, 86, tones.teal, 14) +
    rect(1110, 350, 120, 12, tones.cream) +
    ellipse(1170, 324, 52, 12, tones.snow) +
    [1290, 1370, 1450]
      .map(
        (x) =>
          path(`M${x - 34} 408q-6-44 34-44t34 44Z`, tones.mustard) +
          stroke(`M${x - 14} 396q4-22 14-24M${x + 14} 396q-4-22-14-24`, tones.clay, 5),
      )
      .join("") +
    repeat(40, () =>
      circle(480 + next() * 680, 414 + next() * 12, 1.5 + next() * 3, tones.snow, { opacity: 0.9 }),
    )
  );
};

/** A wall of tools over a bench, morning dust in the light. */
export const workshop: Scene = (light, next) => {
  const peg = light.layers[0];
  const steel = tones.mist;
  const hammer = rect(-8, 0, 16, 130, tones.clay, 6) + path("M-50-26H34Q52-20 56 0H-50Z", tones.slate);
  const saw =
    path("M0 0L190 46L190 58L0 92Z", steel) +
    repeat(12, (i) => path(`M${i * 15} ${92 - i * 2.8}l8 10l7-12Z`, steel)) +
    path("M0-10H-60Q-84-8-84 40T-56 100H0Z", tones.clay) +
    ellipse(-40, 44, 18, 26, peg);
  const chisel = (length: number) =>
    rect(-8, 0, 16, 62, tones.mustard, 7) +
    rect(-6, 60, 12, 14, tones.slate) +
    path(`M-7 72H7V${72 + length}L-7 ${84 + length}Z`, steel);
  const square = path("M0 0H20V120H120V140H0Z", steel) + rect(-4, -4, 28, 50, tones.clay, 4);
  const wrench = path(
    "M-14 0L-24-26Q-4-16 0-30Q4-16 24-26L14 0V110Q24 120 18 140H-18Q-24 120-14 110Z",
    tones.slate,
  );
  const clamp =
    rect(-6, 0, 12, 170, tones.slate) +
    rect(-6, 0, 70, 14, tones.ember, 4) +
    rect(-6, 110, 70, 14, tones.ember, 4) +
    rect(40, 80, 10, 60, tones.slate) +
    rect(30, 138, 30, 12, tones.clay, 5);
  const chair =
    stroke("M0 0V-190M110 0V-96M22-96V0M132-96V0", light.layers[3], 11) +
    rect(-8, -106, 150, 18, light.layers[3], 6) +
    path("M-6-190Q10-210 26-190L20-170H0Z", light.layers[3]) +
    stroke("M4-176V-100M14-176V-100M0-176L24-100", light.layers[3], 7);
  const window =
    rect(640, 40, 300, 230, light.layers[3], 6) +
    rect(654, 54, 272, 202, tones.sky) +
    path("M654 200Q740 160 800 190T926 170V256H654Z", tones.sage) +
    stroke("M790 54V256M654 150H926", light.layers[3], 9);
  return (
    rect(0, 0, WIDTH, HEIGHT, light.sky[1]) +
    repeat(18, (i) => rect(i * 92, 0, 3, 400, light.layers[0], 0, { opacity: 0.4 })) +
    rect(60, 34, 520, 280, peg, 10) +
    repeat(9, (row) => repeat(17, (i) => circle(84 + i * 29, 56 + row * 30, 2.6, light.layers[1]))) +
    placed(hammer, 130, 110, 1) +
    placed(saw, 290, 84, 0.95) +
    repeat(5, (i) => placed(chisel(40 + i * 9), 236 + i * 34, 196, 0.9)) +
    placed(square, 428, 170, 0.9) +
    placed(wrench, 536, 130, 0.9) +
    placed(wrench, 178, 250, 0.34) +
    window +
    haze(
      "dust-light",
      26,
      polygon(
        [
          [660, 60],
          [920, 60],
          [760, 420],
          [300, 420],
        ],
        tones.butter,
      ),
      0.42,
    ) +
    board(176, light.layers[2], 1000, 520) +
    [1030, 1090, 1150]
      .map(
        (x, i) =>
          rect(x, 112, 48, 64, [tones.ember, tones.teal, tones.honey][i] as string, 6) +
          rect(x, 106, 48, 12, tones.stone, 4),
      )
      .join("") +
    repeat(6, (i) =>
      rect(1240 + i * 22, 84 - (i % 3) * 16, 15, 92 + (i % 3) * 16, i % 2 ? tones.clay : tones.mustard, 2),
    ) +
    pottedPlant(1450, 176, 0.95, tones.ember) +
    placed(clamp, 1060, 210, 0.9) +
    placed(clamp, 1150, 210, 0.9) +
    placed(chair, 1280, 396, 0.96) +
    rect(0, 392, WIDTH, 26, light.layers[2]) +
    rect(0, 418, WIDTH, 130, light.layers[3]) +
    repeat(
      5,
      (i) =>
        rect(30 + i * 330, 438, 300, 110, light.layers[2], 8, { opacity: 0.45 }) +
        circle(180 + i * 330, 476, 11, light.dark),
    ) +
    placed(
      rect(0, -46, 230, 46, tones.mustard, 8) +
        rect(0, -14, 230, 14, tones.clay, 4) +
        turned(rect(84, -112, 26, 80, tones.mist, 4), 24, 96, -50) +
        circle(30, -60, 20, tones.cocoa) +
        path("M166-46c-4-30 10-56 36-66q20 0 16 18c-14 14-16 30-10 48Z", tones.cocoa),
      560,
      392,
      1,
    ) +
    repeat(9, () =>
      path(`M${round(430 + next() * 420)} ${round(386 + next() * 6)}a11 11 0 1 1 14-9`, "none", {
        stroke: tones.peach,
        "stroke-width": 6,
        "stroke-linecap": "round",
      }),
    ) +
    repeat(60, () =>
      circle(340 + next() * 560, 90 + next() * 300, 1 + next() * 2, tones.snow, { opacity: 0.8 }),
    )
  );
};

function gown(light: Light, colour: string, trim: string, wide: number): string {
  return (
    stroke("M0-26q-4-22 14-22q14 2 6 16q-8 6-20 12L-46 0H46L0-20", light.layers[4], 4) +
    path(
      `M-30-4Q0 22 30-4L40 30L28 96Q${wide * 0.7} 150 ${wide} 300Q0 326 ${-wide} 300Q${-wide * 0.7} 150-28 96L-40 30Z`,
      colour,
    ) +
    path(
      `M0 100Q${wide * 0.5} 160 ${wide} 300Q${wide * 0.5} 314 ${wide * 0.2} 314Q30 200 0 100Z`,
      darker(colour, 0.16),
    ) +
    path("M-30-4Q0 22 30-4L26 12Q0 34-26 12Z", trim) +
    stroke(`M-28 96Q0 108 28 96`, trim, 9) +
    stroke(`M${-wide + 4} 290Q0 316 ${wide - 4} 290`, trim, 9) +
    path("M-40 6Q-62 20-66 70Q-52 78-44 70L-34 34ZM40 6Q62 20 66 70Q52 78 44 70L34 34Z", darker(colour, 0.1))
  );
}

/** A rail of gowns from three centuries, and the one on the form that is not finished. */
export const wardrobe: Scene = (light, next) => {
  const wall = mix(light.sky[2], light.light, 0.4);
  const pattern = repeat(7, (row) =>
    repeat(22, (i) =>
      path("M0-13Q9 0 0 13Q-9 0 0-13Z", light.layers[0], {
        opacity: 0.2,
        transform: `translate(${i * 76 + (row % 2) * 38} ${30 + row * 62})`,
      }),
    ),
  );
  const colours: readonly (readonly [string, string, number])[] = [
    [tones.berry, tones.honey, 92],
    [tones.teal, tones.cream, 70],
    [tones.honey, tones.ember, 98],
    [tones.plum, tones.rose, 74],
    [tones.cream, tones.sage, 88],
    [tones.denim, tones.butter, 80],
    [tones.ember, tones.cream, 94],
  ];
  const rail =
    stroke("M90 92H1010M120 92V480M980 92V480", light.layers[4], 11) +
    ellipse(120, 484, 44, 9, light.layers[4]) +
    ellipse(980, 484, 44, 9, light.layers[4]);
  const form =
    stroke("M0 210V330", light.layers[3], 11) +
    stroke("M0 320L-56 356M0 320L56 356M0 320V360", light.layers[3], 11) +
    path(
      "M-40-10Q-20-30-16-52H16Q20-30 40-10Q58 40 34 96Q56 150 60 210H-60Q-56 150-34 96Q-58 40-40-10Z",
      tones.sand,
    ) +
    rect(-17, -66, 34, 20, tones.clay, 6) +
    path("M-36 90Q0 110 36 90Q90 180 110 214Q0 240-110 214Q-90 180-36 90Z", light.layers[1], {
      opacity: 0.92,
    }) +
    stroke("M-30-4Q0 30 30-4M0-44V84", tones.umber, 3, { "stroke-dasharray": "9 8" }) +
    path("M-60-30Q-44 20-48 110", "none", { stroke: tones.butter, "stroke-width": 13 }) +
    repeat(6, (i) => stroke(`M${-59 + i * 2} ${-18 + i * 20}h8`, tones.umber, 3));
  const boxes =
    rect(0, -52, 130, 52, tones.teal, 6) +
    rect(-6, -64, 142, 20, tones.pine, 6) +
    rect(16, -112, 104, 50, tones.rose, 6) +
    rect(10, -122, 116, 18, tones.berry, 6) +
    path("M40-122q26-50 56 0Z", tones.plum) +
    stroke("M30-122H106", tones.plum, 9);
  return (
    rect(0, 0, WIDTH, HEIGHT, wall) +
    pattern +
    glow("evening", 560, 220, 800, 320, light.sun, 0.7) +
    rect(0, 470, WIDTH, 70, light.layers[1]) +
    repeat(13, (i) => rect(i * 128, 470, 3, 70, light.layers[2])) +
    rect(0, 462, WIDTH, 11, light.layers[3]) +
    rail +
    colours
      .map(([colour, trim, wide], i) => placed(gown(light, colour, trim, wide), 200 + i * 118, 136, 0.98))
      .join("") +
    placed(form, 1140, 152, 0.94) +
    placed(boxes, 1270, 470, 1) +
    rect(1396, 330, 12, 150, light.layers[4]) +
    rect(1546, 330, 12, 150, light.layers[4]) +
    rect(1380, 316, 194, 20, light.layers[3], 5) +
    placed(
      path("M0 0V-14H100V-70H40V-50H24V-84Q24-96 40-96H110Q134-96 134-70V0Z", tones.pine) +
        circle(142, -60, 17, tones.honey),
      1404,
      316,
      1,
    ) +
    repeat(24, () =>
      circle(
        120 + next() * 1300,
        476 + next() * 50,
        2 + next() * 2,
        pick(next, [tones.honey, tones.rose, tones.cream]),
      ),
    )
  );
};
