import { glow, HEIGHT, pick, type Scene, sky, starField, sun, WIDTH } from "./header-kit.ts";
import {
  circle,
  clipped,
  darker,
  ellipse,
  group,
  mix,
  path,
  placed,
  polygon,
  rect,
  repeat,
  round,
  stroke,
} from "./svg.ts";
import { tones } from "./tones.ts";

/** Roofs in the night, a few windows still awake. */
export const city: Scene = (light, next) => {
  const row = (base: number, tall: number, colour: string, lit: number) => {
    let x = -20;
    let houses = "";
    while (x < WIDTH) {
      const [width, height] = [70 + next() * 90, tall * (0.5 + next() * 0.7)];
      houses += rect(x, base - height, width, height + 200, colour);
      houses +=
        next() > 0.6
          ? polygon(
              [
                [x, base - height],
                [x + width / 2, base - height - 34],
                [x + width, base - height],
              ],
              colour,
            )
          : rect(x + width * 0.6, base - height - 26, 10, 30, colour);
      for (let wy = base - height + 16; wy < base + 60; wy += 28)
        for (let wx = x + 12; wx < x + width - 20; wx += 24)
          if (next() < lit)
            houses += rect(
              round(wx),
              round(wy),
              11,
              15,
              pick(next, [light.accent, light.light, tones.honey]),
              2,
              { opacity: 0.9 },
            );
      x += width + 2;
    }
    return houses;
  };
  return (
    sky(light) +
    starField(next, 120, 260, tones.cream) +
    sun(light, 460, 116, 44) +
    row(300, 150, light.layers[1], 0.08) +
    row(390, 150, light.layers[2], 0.16) +
    row(500, 160, light.layers[4], 0.26)
  );
};

function umbrella(x: number, y: number, size: number, colour: string, coat: string): string {
  const person =
    path(
      `M${-size * 0.2} ${size * 1.5}L${-size * 0.16} ${size * 0.5}Q0 ${size * 0.2} ${size * 0.16} ${size * 0.5}L${size * 0.2} ${size * 1.5}Z`,
      coat,
    ) +
    circle(0, size * 0.24, size * 0.14, coat) +
    rect(-size * 0.13, size * 1.46, size * 0.09, size * 0.34, coat) +
    rect(size * 0.05, size * 1.46, size * 0.09, size * 0.34, coat);
  const dome = path(
    `M${-size * 0.74} ${size * 0.14}C${-size * 0.7} ${-size * 0.66} ${size * 0.7} ${-size * 0.66} ${size * 0.74} ${size * 0.14}Q${size * 0.5} ${-size * 0.02} ${size * 0.26} ${size * 0.14}Q0 ${-size * 0.02} ${-size * 0.26} ${size * 0.14}Q${-size * 0.5} ${-size * 0.02} ${-size * 0.74} ${size * 0.14}Z`,
    colour,
  );
  return placed(
    person +
      stroke(`M0 ${-size * 0.5}V${size * 0.7}`, tones.umber, size * 0.04) +
      dome +
      path(
        `M0 ${-size * 0.46}C${size * 0.5} ${-size * 0.46} ${size * 0.7} ${-size * 0.2} ${size * 0.74} ${size * 0.14}Q${size * 0.5} ${-size * 0.02} ${size * 0.26} ${size * 0.14}Q${size * 0.24} ${-size * 0.3} 0 ${-size * 0.46}Z`,
        "#1c1430",
        { opacity: 0.16 },
      ),
    x,
    y,
  );
}

/** A street in the rain: grey, then suddenly a red umbrella. */
export const rain: Scene = (light, next) => {
  const [far, second, third, fourth, near] = light.layers;
  const front = (x: number, width: number, top: number, colour: string) =>
    rect(x, top, width, 360 - top, colour) +
    path(
      `M${x} ${top}h${width * 0.2}v-20h${width * 0.18}v-20h${width * 0.24}v20h${width * 0.18}v20h${width * 0.2}v8h-${width}Z`,
      colour,
    ) +
    repeat(3, (row) =>
      repeat(3, (i) =>
        rect(
          x + width * (0.12 + i * 0.29),
          top + 24 + row * 52,
          width * 0.18,
          34,
          next() > 0.5 ? tones.butter : mix(colour, light.dark, 0.45),
          3,
        ),
      ),
    ) +
    rect(x + 8, 316, width - 16, 44, mix(colour, light.dark, 0.55)) +
    rect(x + 4, 304, width - 8, 14, pick(next, [tones.ember, tones.honey, tones.teal, tones.cream]));
  const fronts = repeat(12, (i) =>
    front(
      -10 + i * 136,
      132,
      120 + ((i * 37) % 60),
      [far, second, mix(second, third, 0.5), mix(far, tones.clay, 0.5)][i % 4] as string,
    ),
  );
  const people: readonly (readonly [number, number, number, string])[] = [
    [250, 340, 62, tones.slate],
    [390, 330, 54, tones.navy],
    [600, 344, 84, tones.ember],
    [820, 332, 56, fourth],
    [930, 340, 64, tones.slate],
    [1150, 336, 60, tones.honey],
    [1390, 342, 66, fourth],
  ];
  const crowd = people.map(([x, y, size, colour]) => umbrella(x, y, size, colour, near)).join("");
  return (
    sky(light) +
    glow("far-light", 700, 220, 1000, 200, light.light, 0.75) +
    fronts +
    rect(0, 358, WIDTH, 180, fourth) +
    clipped(
      "street",
      rect(0, 360, WIDTH, 180, "#000"),
      group(fronts, { transform: "translate(0 722) scale(1 -1)", opacity: 0.2 }),
    ) +
    people.map(([x, , size, colour]) => ellipse(x, 480, size * 0.5, 16, colour, { opacity: 0.45 })).join("") +
    crowd +
    repeat(170, () => {
      const [x, y, length] = [next() * WIDTH, next() * HEIGHT, 22 + next() * 34];
      return stroke(`M${round(x)} ${round(y)}l${round(-length * 0.2)} ${round(length)}`, light.light, 2, {
        opacity: round(0.22 + next() * 0.3),
      });
    }) +
    repeat(26, () =>
      ellipse(next() * WIDTH, 490 + next() * 36, 12 + next() * 20, 4, "none", {
        stroke: light.light,
        "stroke-width": 2,
        opacity: 0.5,
      }),
    )
  );
};

/** An evening on a balcony street, with light chains and a piano at the open window. */
export const jazz: Scene = (light, next) => {
  const [, second, third, fourth, near] = light.layers;
  const shutter = (x: number, y: number, colour: string) =>
    rect(x, y, 30, 100, colour, 2) +
    repeat(8, (i) => rect(x + 4, y + 6 + i * 12, 22, 6, darker(colour, 0.25)));
  const door = (x: number, y: number, colour: string) =>
    shutter(x - 34, y, colour) +
    shutter(x + 64, y, colour) +
    rect(x, y, 60, 100, tones.honey, 2) +
    rect(x, y, 60, 100, tones.butter, 2, { opacity: 0.4 }) +
    stroke(`M${x + 30} ${y}v100M${x} ${y + 46}h60`, darker(tones.clay, 0.4), 4);
  const rail = (y: number) =>
    rect(0, y, WIDTH, 8, light.dark) +
    rect(0, y + 66, WIDTH, 12, light.dark) +
    repeat(54, (i) => stroke(`M${i * 30 + 4} ${y + 6}c-14 20-14 40 0 58c14-18 14-38 0-58Z`, light.dark, 3)) +
    repeat(7, (i) => rect(110 + i * 228, y - 180, 9, 420, light.dark));
  const house = (x: number, width: number, colour: string, trim: string) =>
    rect(x, 70, width, 500, colour) +
    rect(x, 62, width, 16, darker(colour, 0.25)) +
    repeat(2, (i) => door(x + 64 + i * (width / 2 - 10), 158, trim)) +
    repeat(
      2,
      (i) =>
        rect(x + 56 + i * (width / 2 - 10), 386, 84, 160, darker(colour, 0.45), 4) +
        rect(x + 64 + i * (width / 2 - 10), 394, 68, 150, tones.honey, 4, { opacity: 0.8 }),
    );
  const fern = (x: number) =>
    stroke(`M${x} 82v26`, light.dark, 3) +
    repeat(9, (i) =>
      stroke(
        `M${x} 112q${-40 + i * 10} -14 ${-54 + i * 13.5} ${26 + Math.sin((i / 8) * 3.14) * 10}`,
        i % 2 ? tones.moss : tones.pine,
        6,
      ),
    );
  const span = 320;
  const chain = (y: number, sag: number) =>
    stroke(`M0 ${y}${repeat(5, () => `q${span / 2} ${sag * 2} ${span} 0`)}`, light.dark, 2.5);
  const bulbs = repeat(31, (i) => {
    const share = ((i * 52 + 20) % span) / span;
    const [x, y] = [i * 52 + 20, 96 + 4 * 40 * share * (1 - share)];
    return circle(x, y + 7, 18, tones.butter, { opacity: 0.25 }) + circle(x, y + 7, 6.5, tones.butter);
  });
  const note = (x: number, y: number, size: number) =>
    placed(
      ellipse(0, 0, 13, 9, light.light, { transform: "rotate(-20)" }) +
        ellipse(50, -8, 13, 9, light.light, { transform: "rotate(-20 50 -8)" }) +
        stroke("M12-4V-54L62-62V-12M12-42L62-50", light.light, 5),
      x,
      y,
      size,
    );
  return (
    sky(light) +
    starField(next, 60, 80, tones.cream) +
    house(-40, 400, second, tones.teal) +
    house(360, 420, mix(light.sky[1], tones.apricot, 0.5), tones.pine) +
    house(780, 400, third, tones.coral) +
    house(1180, 440, mix(light.layers[0], tones.honey, 0.35), tones.navy) +
    rail(262) +
    repeat(7, (i) => fern(224 + i * 228)) +
    chain(96, 40) +
    bulbs +
    note(468, 236, 1) +
    note(620, 186, 0.8) +
    note(720, 232, 0.65) +
    path(`M0 ${HEIGHT}V500H${WIDTH}V${HEIGHT}Z`, near) +
    rect(0, 496, WIDTH, 8, fourth) +
    repeat(9, () =>
      placed(circle(0, -60, 15, near) + path("M-24 4V-24Q0-58 24-24V4Z", near), next() * 1500 + 40, 506, 1.1),
    )
  );
};
