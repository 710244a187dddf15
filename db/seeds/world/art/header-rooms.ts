import { board, books, pottedPlant } from "./header-furniture.ts";
import { glow, HEIGHT, haze, type Scene, WIDTH } from "./header-kit.ts";
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
  stroke,
} from "./svg.ts";
import { tones } from "./tones.ts";

function microphone(x: number, y: number): string {
  return placed(
    rect(-4, -60, 8, 60, tones.slate) +
      ellipse(0, -2, 36, 8, tones.ink) +
      stroke("M-30-110C-30-46 30-46 30-110", tones.slate, 7) +
      rect(-21, -160, 42, 86, tones.ember, 21) +
      path("M-21-122V-139A21 21 0 0 1 21-139V-122Z", tones.stone) +
      stroke("M-16-132H16M-18-142H18M-16-152H16", tones.slate, 3),
    x,
    y,
  );
}

/** Shelves of a studio: too many books, a radio, a lamp, a microphone. */
export const shelf: Scene = (light, next) => {
  const wall = mix(light.layers[0], light.layers[2], 0.5);
  const wood = light.layers[4];
  const vinyl = (x: number, y: number) =>
    rect(x, y - 104, 104, 104, tones.honey, 3) +
    circle(x + 52, y - 52, 38, tones.ink) +
    circle(x + 52, y - 52, 14, tones.coral) +
    circle(x + 52, y - 52, 3, tones.cream);
  const radio = (x: number, y: number) =>
    stroke(`M${x + 150} ${y - 84}l34-60`, tones.stone, 4) +
    rect(x, y - 92, 176, 92, tones.teal, 16) +
    circle(x + 50, y - 46, 32, tones.cream) +
    repeat(5, (i) => stroke(`M${x + 26} ${y - 62 + i * 8}h48`, tones.slate, 3)) +
    rect(x + 98, y - 76, 62, 24, tones.butter, 5) +
    stroke(`M${x + 126} ${y - 76}v24`, tones.ember, 4) +
    circle(x + 112, y - 28, 10, tones.cream) +
    circle(x + 146, y - 28, 10, tones.cream);
  const lamp =
    path("M404 244L436 166H504L536 244Z", tones.butter) +
    rect(464, 242, 12, 76, wood) +
    ellipse(470, 320, 44, 9, wood) +
    path("M404 244H536", "none", { stroke: tones.honey, "stroke-width": 7 });
  const frame = (x: number, y: number, width: number, height: number) =>
    rect(x, y, width, height, tones.cream, 3) +
    rect(x + 9, y + 9, width - 18, height - 18, tones.sky) +
    path(
      `M${x + 9} ${y + height - 9}V${y + height * 0.66}q${width * 0.2}-26 ${width * 0.42}-6t${width * 0.44}-8V${y + height - 9}Z`,
      tones.moss,
    ) +
    circle(x + width * 0.68, y + height * 0.34, 11, tones.honey);
  return (
    rect(0, 0, WIDTH, HEIGHT, wall) +
    repeat(8, (i) => rect(i * 200, 0, 100, HEIGHT, "#ffffff", 0, { opacity: 0.025 })) +
    glow("lamp", 470, 270, 520, 300, tones.butter, 0.6) +
    books(next, 30, 142, 330, 108) +
    frame(392, 22, 150, 112) +
    books(next, 574, 142, 300, 104) +
    pottedPlant(940, 142, 1, tones.coral) +
    books(next, 1010, 142, 330, 108) +
    vinyl(1370, 142) +
    books(next, 1490, 142, 130, 96) +
    board(142, wood) +
    books(next, -6, 326, 150, 120) +
    vinyl(168, 326) +
    vinyl(228, 326) +
    lamp +
    microphone(620, 326) +
    books(next, 690, 326, 190, 118) +
    radio(906, 326) +
    books(next, 1118, 326, 280, 124) +
    pottedPlant(1456, 326, 1.1, tones.ember) +
    books(next, 1510, 326, 110, 120) +
    board(326, wood) +
    books(next, 20, 508, 420, 130) +
    pottedPlant(520, 508, 1.15, tones.denim) +
    books(next, 590, 508, 380, 126) +
    frame(1000, 392, 120, 112) +
    books(next, 1150, 508, 470, 130) +
    board(508, wood)
  );
};

/** A reading room: books to the ceiling, a ladder, an arched window and its evening. */
export const library: Scene = (light, next) => {
  const wood = light.layers[3];
  const case_ = (x: number, width: number) =>
    rect(x - 12, -10, width + 24, HEIGHT + 20, wood) +
    rect(x, 0, width, HEIGHT, light.layers[4]) +
    repeat(
      4,
      (i) => books(next, x + 4, 122 + i * 134, width - 8, 104) + board(122 + i * 134, wood, x, width),
    );
  const glass = "M660 470V190A140 140 0 0 1 940 190V470Z";
  const window =
    path("M640 490V190A160 160 0 0 1 960 190V490Z", wood) +
    clipped(
      "window",
      path(glass, "#000"),
      rect(640, 20, 320, 480, tones.sky) +
        circle(870, 150, 42, tones.butter) +
        path("M640 360Q720 300 800 340T960 320V500H640Z", tones.sage) +
        path("M640 400Q740 360 820 390T960 380V500H640Z", tones.moss) +
        rect(760, 300, 26, 80, tones.cream) +
        polygon(
          [
            [754, 300],
            [773, 256],
            [792, 300],
          ],
          tones.ember,
        ),
    ) +
    stroke("M800 50V480M660 190H940M660 330H940", wood, 11);
  const armchair =
    path("M0 0C-10-70 10-130 70-130S150-70 140 0Z", tones.ember) +
    rect(-26, -66, 44, 86, darker(tones.ember, 0.14), 20) +
    rect(122, -66, 44, 86, darker(tones.ember, 0.14), 20) +
    rect(4, -34, 132, 54, lighter(tones.ember, 0.14), 16) +
    rect(-10, 18, 16, 20, tones.umber) +
    rect(134, 18, 16, 20, tones.umber);
  const lamp =
    stroke("M0 0V-170", tones.umber, 8) +
    ellipse(0, 2, 40, 9, tones.umber) +
    path("M-48-166L-26-236H26L48-166Z", tones.butter);
  const ladder =
    stroke("M0 0L56-470M74 0L130-470", tones.clay, 11) +
    repeat(9, (i) => stroke(`M${6 + i * 6} ${-48 * i - 30}H${82 + i * 6}`, tones.clay, 9));
  return (
    rect(0, 0, WIDTH, HEIGHT, light.sky[1]) +
    case_(20, 270) +
    case_(318, 270) +
    window +
    case_(1012, 270) +
    case_(1310, 270) +
    rect(0, 490, WIDTH, 50, light.layers[2]) +
    stroke("M0 490H1600", light.layers[4], 6) +
    haze(
      "sunbeam",
      22,
      polygon(
        [
          [660, 190],
          [940, 190],
          [700, 533],
          [340, 533],
        ],
        tones.butter,
      ),
      0.32,
    ) +
    placed(ladder, 420, 500, 1) +
    glow("reading", 612, 290, 330, 300, tones.butter, 0.6) +
    placed(lamp, 612, 500, 1.12) +
    placed(armchair, 690, 470, 1.02) +
    pottedPlant(960, 500, 1.15, tones.teal)
  );
};
