import { birds, clouds, glow, HEIGHT, ridge, type Scene, sky, starField, sun, WIDTH } from "./header-kit.ts";
import { circle, ellipse, mix, path, placed, polygon, rect, repeat, round, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

function swell(
  y: number,
  length: number,
  height: number,
  shift: number,
  colour: string,
  foam: string,
): string {
  const waves = Math.ceil(WIDTH / length) + 2;
  const crest = repeat(
    waves,
    () =>
      `c${round(length * 0.2)} 0 ${round(length * 0.34)} ${round(-height)} ${round(length * 0.56)} ${round(-height)}c${round(length * 0.1)} 0 ${round(length * 0.1)} ${round(height * 0.42)} ${round(-length * 0.06)} ${round(height * 0.42)}c${round(length * 0.16)} ${round(height * 0.2)} ${round(length * 0.3)} ${round(height * 0.58)} ${round(length * 0.5)} ${round(height * 0.58)}`,
  );
  const line = `M${round(-length + shift)} ${y}${crest}`;
  return path(`${line}V${HEIGHT + 20}H-600Z`, colour) + stroke(line, foam, 5, { opacity: 0.75 });
}

/** A long swell with a small boat that knows what it does. */
export const waves: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const boat =
    path("M0 0H150L122 38H24Z", tones.ember) +
    rect(0, -7, 152, 9, tones.cream, 3) +
    stroke("M70-6V-146", tones.cocoa, 7) +
    path("M78-140C120-110 140-60 136-18H78Z", tones.cream) +
    path("M62-128C36-90 18-50 14-18H62Z", tones.honey);
  return (
    sky(light) +
    sun(light, 1010, 166, 74) +
    clouds(next, light.light, 6, 150, 0.6) +
    birds(next, light.dark, 7, 520, 80) +
    path("M0 300L120 236L210 262L330 190L470 270L560 300Z", mix(far, light.sky[2], 0.35)) +
    swell(306, 210, 22, 40, far, light.light) +
    swell(350, 270, 32, 150, second, light.light) +
    turned(placed(boat, 600, 330, 1), -5, 670, 340) +
    swell(396, 330, 44, 20, third, light.light) +
    swell(448, 400, 50, 210, fourth, light.light) +
    swell(508, 460, 52, 60, near, mix(light.light, second, 0.4))
  );
};

/** A lighthouse at the harbour, and the gull that judges her. */
export const harbour: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const tower =
    path("M-44 0L-28-220H28L44 0Z", tones.cream) +
    path("M-41-44L-37-98H37L41-44ZM-33-150L-29-200H29L33-150Z", tones.ember) +
    path("M6-220H28L44 0H14Z", tones.umber, { opacity: 0.12 }) +
    rect(-40, -234, 80, 16, light.dark, 4) +
    rect(-24, -276, 48, 44, tones.butter) +
    stroke("M-24-276V-234M0-276V-234M24-276V-234", light.dark, 5) +
    path("M-34-274Q0-324 34-274Z", tones.ember) +
    rect(-10, -52, 20, 52, tones.cocoa, 10) +
    rect(-7, -130, 14, 22, tones.denim, 7);
  const beam =
    polygon(
      [
        [0, 0],
        [-900, -150],
        [-900, 90],
      ],
      tones.butter,
      { opacity: 0.3 },
    ) +
    polygon(
      [
        [0, 0],
        [-900, -110],
        [-900, 50],
      ],
      tones.butter,
      { opacity: 0.3 },
    );
  const gull =
    path("M0 0C20-26 60-26 84-2L120-8L92 14C78 40 30 44 4 20Z", tones.snow) +
    path("M30 0C50-14 80-8 100 2L70 20Z", tones.stone) +
    circle(4, -2, 20, tones.snow) +
    path("M-14-4L-34 4L-12 8Z", tones.honey) +
    circle(-2, -6, 3.6, tones.ink) +
    stroke("M-8-14l10 3", tones.ink, 3) +
    stroke("M40 34V56M56 32V56", tones.honey, 4);
  const house = (x: number, colour: string, roof: string) =>
    rect(x, 270, 64, 76, colour) +
    polygon(
      [
        [x - 6, 270],
        [x + 32, 234],
        [x + 70, 270],
      ],
      roof,
    ) +
    rect(x + 12, 288, 16, 18, tones.navy, 2) +
    rect(x + 38, 288, 16, 18, tones.butter, 2) +
    rect(x + 24, 318, 18, 28, tones.cocoa, 2);
  const boat = (x: number, y: number, colour: string) =>
    path(`M${x} ${y}h96l-16 24h-66Z`, colour) +
    stroke(`M${x + 40} ${y}v-70`, tones.cocoa, 4) +
    path(`M${x + 46} ${y - 68}l38 58h-38Z`, tones.cream);
  return (
    sky(light) +
    sun(light, 820, 250, 70) +
    clouds(next, light.light, 6, 160, 0.7) +
    ridge(next, 306, 14, 5, far) +
    [
      [940, tones.peach, tones.ember],
      [1012, tones.cream, tones.teal],
      [1084, tones.rose, tones.cocoa],
      [1156, tones.mint, tones.ember],
      [1228, tones.butter, tones.navy],
      [1300, tones.cream, tones.ember],
      [1372, tones.sky, tones.cocoa],
    ]
      .map(([x, colour, roof]) => house(x as number, colour as string, roof as string))
      .join("") +
    path("M900 346H1620V380H920Z", second) +
    rect(0, 366, WIDTH, 180, mix(second, light.light, 0.3)) +
    repeat(46, () => {
      const [x, y] = [next() * WIDTH, 376 + next() * 140];
      return stroke(
        `M${round(x)} ${round(y)}h${round(24 + next() * 80)}`,
        next() > 0.45 ? light.light : third,
        4,
        { opacity: 0.6 },
      );
    }) +
    boat(760, 392, tones.teal) +
    boat(1010, 408, tones.ember) +
    boat(1250, 398, tones.navy) +
    placed(beam, 430, 104, 1) +
    path("M180 420C220 350 330 320 400 326H470C540 330 620 380 680 440Z", third) +
    placed(tower, 432, 344, 0.88) +
    path(`M0 ${HEIGHT}V430C120 400 240 410 360 436S620 450 720 ${HEIGHT}Z`, fourth) +
    path(`M0 ${HEIGHT}V490C200 470 420 500 560 ${HEIGHT}Z`, near) +
    placed(stroke("M0 0V120", tones.cocoa, 22) + ellipse(0, 0, 15, 6, tones.clay), 628, 416, 1) +
    placed(gull, 576, 362, 1)
  );
};

/** The milky way over a small observatory. */
export const stars: Scene = (light, next) => {
  const [far, , third, fourth, near] = light.layers;
  const band = turned(
    glow("band", 820, 170, 1300, 130, "#8f8fd0", 0.75) +
      glow("core", 760, 176, 900, 62, "#f0c9d8", 0.6) +
      glow("heart", 920, 160, 560, 46, "#ffe9c9", 0.55),
    -16,
    800,
    180,
  );
  const dome =
    path("M-90 0V-70H90V0Z", mix(third, light.light, 0.3)) +
    path("M-98-68C-98-180 98-180 98-68Z", mix(far, light.light, 0.45)) +
    path("M-8-150C20-152 50-140 66-120L30-66H-14Z", light.dark) +
    turned(rect(-6, -176, 26, 110, tones.stone, 8) + rect(-10, -190, 34, 20, tones.honey, 6), 24, 8, -90) +
    path("M30-144C80-130 98-100 98-68H50Q60-110 30-144Z", light.dark, { opacity: 0.2 }) +
    rect(-98, -76, 196, 12, third) +
    rect(-60, -46, 26, 46, light.accent, 13) +
    rect(10, -44, 22, 22, light.accent, 4) +
    rect(44, -44, 22, 22, light.accent, 4);
  const person = circle(0, -44, 9, light.dark) + path("M-12 0V-24q12-20 24 0V0Z", light.dark);
  const fall = (x: number, y: number, length: number) =>
    path(`M${x} ${y}l${length} ${-length * 0.4}l-${length - 5} ${length * 0.4 + 4}Z`, light.light, {
      opacity: 0.9,
    }) + circle(x, y + 1, 3.5, tones.snow);
  return (
    sky(light) +
    band +
    starField(next, 520, 420, tones.cream) +
    repeat(70, () =>
      circle(300 + next() * 1100, 300 - next() * 260, 1 + next() * 1.6, tones.snow, { opacity: 0.8 }),
    ) +
    [
      [240, 96, 15],
      [700, 70, 11],
      [1130, 120, 17],
      [1420, 64, 12],
      [960, 190, 9],
    ]
      .map(([x = 0, y = 0, r = 0]) =>
        path(
          `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
          tones.snow,
        ),
      )
      .join("") +
    fall(820, 120, 150) +
    fall(330, 200, 90) +
    glow("horizon", 700, 440, 1300, 150, light.accent, 0.4) +
    ridge(next, 408, 26, 5, third) +
    placed(dome, 480, 428, 1.05) +
    ridge(next, 440, 14, 6, fourth) +
    placed(person, 640, 446, 1) +
    placed(person, 672, 448, 0.8) +
    repeat(24, (i) =>
      path(`M${i * 70 + next() * 40} 540l16-${round(60 + next() * 50)}l16 ${round(60 + next() * 40)}Z`, near),
    ) +
    ridge(next, 496, 10, 6, near)
  );
};
