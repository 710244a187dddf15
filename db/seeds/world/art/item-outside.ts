import type { ItemMotif } from "./art-types.ts";
import { box, gleam, inside, type Motif, shadow, solid, sparkle } from "./item-kit.ts";
import {
  chance,
  circle,
  darker,
  ellipse,
  lighter,
  mirrored,
  path,
  rect,
  repeat,
  stroke,
  turned,
} from "./svg.ts";
import { tones } from "./tones.ts";

function telescope(tint: string): string {
  return (
    shadow(300, 540, 190) +
    stroke("M300 330L190 530M300 330L410 530M300 330V540", tones.umber, 17) +
    circle(300, 326, 32, tones.slate) +
    turned(
      box(96, 220, 280, 104, tint, 14, 300) +
        box(356, 206, 130, 132, darker(tint, 0.1), 16, 430) +
        rect(150, 220, 22, 104, tones.honey) +
        rect(356, 206, 20, 132, tones.honey) +
        ellipse(486, 272, 18, 62, tones.sky) +
        box(48, 240, 64, 64, tones.slate, 12) +
        box(20, 250, 40, 44, tones.ink, 10) +
        gleam(240, 246, 180, 90, 0.45),
      -28,
      300,
      280,
    ) +
    sparkle(500, 96, 30, tones.butter) +
    sparkle(420, 58, 15, tones.snow) +
    sparkle(120, 140, 20, tones.butter) +
    circle(180, 76, 6, tones.snow) +
    circle(550, 190, 6, tones.snow)
  );
}

function thermometer(tint: string): string {
  return (
    shadow(300, 536, 110) +
    turned(
      path("M246 130A54 54 0 0 1 354 130V360A96 96 0 1 1 246 360Z", tones.snow) +
        path("M322 84A54 54 0 0 1 354 130V360A96 96 0 0 1 310 532Q350 460 322 380Z", tones.mist) +
        circle(300, 434, 66, tint) +
        rect(280, 214, 40, 220, tint, 20) +
        circle(276, 410, 17, lighter(tint, 0.5)) +
        repeat(6, (i) => stroke(`M${i % 2 ? 336 : 330} ${140 + i * 36}H348`, tones.slate, 6)),
      12,
      300,
      300,
    ) +
    stroke("M120 200V300M77 225L163 275M163 225L77 275", tones.snow, 10) +
    stroke("M196 120V168M175 132L217 156M217 132L175 156", tones.snow, 7) +
    path("M470 330C500 370 506 396 484 410C456 416 446 390 470 330Z", tones.denim) +
    path("M510 420C528 446 530 462 516 470C500 472 496 456 510 420Z", tones.denim)
  );
}

function glacier(tint: string): string {
  return (
    path("M0 420H600V600H0Z", tones.denim) +
    path("M40 430L150 190L214 250L300 96L372 210L430 170L560 430Z", tint) +
    path("M300 96L372 210L430 170L560 430H350L320 300L340 220Z", darker(tint, 0.16)) +
    path("M150 190L214 250L190 300L170 270L140 310L120 256Z", tones.snow) +
    path("M300 96L372 210L340 250L316 210L280 250L254 180Z", tones.snow) +
    stroke("M232 330L262 430M420 300L400 430M140 350L130 430", lighter(tones.denim, 0.4), 6) +
    path("M40 430H560L520 520L440 470L380 540L300 480L240 560L160 480L90 520Z", tint, { opacity: 0.35 }) +
    repeat(5, (i) =>
      stroke(`M${70 + i * 104} ${474 + (i % 2) * 50}q20-14 40 0t40 0`, tones.sky, 7, { opacity: 0.8 }),
    ) +
    circle(492, 104, 42, tones.butter) +
    stroke("M330 424V366", tones.umber, 6) +
    path("M330 364L372 378L330 392Z", tones.ember)
  );
}

function plant(tint: string): string {
  const leaf = (x: number, y: number, length: number, angle: number, colour: string) =>
    turned(
      path(
        `M${x} ${y}C${x - length * 0.36} ${y - length * 0.3} ${x - length * 0.3} ${y - length * 0.8} ${x} ${y - length}C${x + length * 0.3} ${y - length * 0.8} ${x + length * 0.36} ${y - length * 0.3} ${x} ${y}Z`,
        colour,
      ) + stroke(`M${x} ${y}V${y - length * 0.8}`, darker(colour, 0.2), 5),
      angle,
      x,
      y,
    );
  return (
    shadow(300, 526, 150) +
    leaf(300, 360, 200, -64, darker(tint, 0.2)) +
    leaf(300, 360, 200, 64, darker(tint, 0.26)) +
    leaf(300, 370, 250, -34, tint) +
    leaf(300, 370, 250, 34, darker(tint, 0.1)) +
    leaf(300, 370, 290, 0, lighter(tint, 0.16)) +
    solid("M176 364H424L396 506Q392 524 372 524H228Q208 524 204 506Z", tones.coral, 344) +
    box(160, 344, 280, 52, lighter(tones.coral, 0.12), 16, 360) +
    path("M204 430Q300 470 408 430L402 458Q300 496 210 458Z", tones.cream, { opacity: 0.75 })
  );
}

function seeds(tint: string): string {
  const petals = (x: number, y: number, r: number, colour: string) =>
    repeat(7, (i) => turned(ellipse(x, y - r * 0.7, r * 0.36, r * 0.56, colour), i * 51.4, x, y)) +
    circle(x, y, r * 0.36, tones.umber);
  const next = chance(9);
  return (
    shadow(290, 524, 180) +
    turned(
      box(150, 130, 270, 376, tint, 12, 330) +
        rect(150, 130, 270, 64, darker(tint, 0.24), 12) +
        stroke("M160 194H410", tones.cream, 5, { "stroke-dasharray": "12 10" }) +
        rect(182, 226, 206, 226, tones.cream, 18) +
        stroke("M284 440V330M284 420q-40-6-44-44M284 400q40-6 44-44", tones.moss, 10) +
        petals(284, 306, 58, tones.honey) +
        petals(234, 366, 26, tones.coral) +
        petals(336, 350, 26, tones.rose),
      -8,
      290,
      320,
    ) +
    repeat(12, () => {
      const [x, y] = [420 + next() * 130, 420 + next() * 110];
      return turned(
        ellipse(x, y, 13, 8, tones.umber) + ellipse(x - 3, y - 2, 6, 3, tones.clay),
        Math.round(next() * 180),
        Math.round(x),
        Math.round(y),
      );
    })
  );
}

function hive(tint: string): string {
  const bee = (x: number, y: number, flip: number) =>
    turned(
      ellipse(x - 6, y - 22, 13, 22, tones.snow, { opacity: 0.85 }) +
        ellipse(x + 14, y - 20, 12, 20, tones.snow, { opacity: 0.7 }) +
        ellipse(x, y, 34, 22, tones.honey) +
        path(
          `M${x - 8} ${y - 21}q-8 21 0 43h11q-8-21 0-43ZM${x + 12} ${y - 19}q-6 19 0 39h9q-6-19 0-38Z`,
          tones.umber,
        ) +
        circle(x - 26, y - 2, 12, tones.umber),
      flip,
      x,
      y,
    );
  const cells = repeat(4, (row) =>
    repeat(6, (i) => {
      const [x, y] = [176 + i * 50 + (row % 2) * 25, 268 + row * 44];
      const full = (i * 3 + row * 2) % 4;
      return path(
        `M${x} ${y - 25}l22 12.5v25l-22 12.5l-22-12.5v-25Z`,
        full === 0 ? tones.clay : full === 1 ? lighter(tint, 0.4) : tint,
      );
    }),
  );
  return (
    shadow(300, 506, 216) +
    rect(66, 176, 468, 44, tones.cocoa, 10) +
    box(104, 208, 392, 286, tones.clay, 14, 430) +
    rect(130, 230, 340, 240, darker(tint, 0.4), 8) +
    inside("M130 230H470V470H130Z", cells) +
    bee(250, 320, -14) +
    bee(386, 392, 24) +
    bee(468, 124, 8) +
    stroke("M424 134C380 150 340 130 320 150S280 176 250 160", tones.umber, 5, { "stroke-dasharray": "2 15" })
  );
}

function anchor(tint: string): string {
  return (
    shadow(300, 540, 170) +
    circle(300, 112, 46, "none", { stroke: tint, "stroke-width": 28 }) +
    rect(280, 156, 40, 320, tint) +
    rect(304, 156, 16, 320, darker(tint, 0.22)) +
    rect(200, 194, 200, 38, tint, 19) +
    rect(300, 216, 100, 16, darker(tint, 0.22), 8) +
    path(
      "M110 330L90 440L130 412C160 500 230 540 300 546C370 540 440 500 470 412L510 440L490 330L400 384L438 398C416 450 366 480 320 488H280C234 480 184 450 162 398L200 384Z",
      tint,
    ) +
    path(
      "M300 546C370 540 440 500 470 412L510 440L490 330L400 384L438 398C416 450 366 480 320 488H300Z",
      darker(tint, 0.18),
    ) +
    stroke("M340 118C420 130 440 230 340 262S220 330 300 370S430 420 400 470", tones.sand, 17) +
    stroke("M340 118C420 130 440 230 340 262S220 330 300 370S430 420 400 470", tones.clay, 17, {
      "stroke-dasharray": "3 20",
      opacity: 0.7,
    }) +
    gleam(290, 320, 110, 0, 0.35)
  );
}

function binoculars(tint: string): string {
  const half =
    solid(
      "M112 470V330L150 180Q156 150 186 150H236Q262 150 262 176V470Q262 500 232 500H142Q112 500 112 470Z",
      tint,
      214,
    ) +
    rect(112, 400, 150, 24, tones.honey) +
    ellipse(187, 492, 76, 24, tones.ink) +
    ellipse(187, 490, 56, 15, tones.denim) +
    rect(144, 118, 116, 46, tones.ink, 16) +
    gleam(160, 300, 110, 12, 0.35);
  return (
    stroke("M150 210C40 300 60 90 180 70S470 60 520 150S480 300 450 210", tones.clay, 13) +
    shadow(300, 516, 210) +
    rect(250, 240, 100, 120, tones.umber, 20) +
    circle(300, 214, 34, tones.slate) +
    circle(300, 214, 20, tones.honey) +
    half +
    mirrored(half, 300)
  );
}

function boots(tint: string): string {
  const boot = (x: number, y: number, colour: string) => {
    const shaft = `M${x} ${y}H${x + 140}V${y + 170}C${x + 190} ${y + 190} ${x + 250} ${y + 196} ${x + 252} ${y + 270}H${x - 4}Z`;
    return (
      solid(shaft, colour, x + 110) +
      rect(x - 8, y - 10, 156, 42, lighter(colour, 0.35), 16) +
      repeat(
        5,
        (i) =>
          stroke(`M${x + 92} ${y + 58 + i * 27}l42 ${-10 + i}`, tones.butter, 8) +
          circle(x + 90, y + 58 + i * 27, 6, tones.umber),
      ) +
      path(
        `M${x - 10} ${y + 262}H${x + 256}V${y + 300}H${x + 226}L${x + 218} ${y + 288}H${x + 96}L${x + 88} ${y + 302}H${x - 10}Z`,
        tones.umber,
      ) +
      stroke(`M${x - 4} ${y + 262}H${x + 250}`, tones.honey, 9)
    );
  };
  return (
    shadow(300, 512, 232) +
    boot(78, 150, darker(tint, 0.24)) +
    boot(214, 206, tint) +
    stroke("M110 506q-10-30-24-38M130 506q2-26 12-38", tones.moss, 9) +
    circle(84, 464, 8, tones.coral)
  );
}

function umbrella(tint: string): string {
  const dome =
    "M76 316C76 180 176 92 300 92S524 180 524 316Q490 280 450 316Q412 280 374 316Q338 280 300 316Q262 280 226 316Q188 280 150 316Q110 280 76 316Z";
  return (
    shadow(330, 556, 110) +
    stroke("M300 60V486C300 560 400 560 400 492", tones.umber, 19) +
    solid(dome, tint, 420, 0.1) +
    inside(
      dome,
      path(
        "M300 92C220 140 216 240 226 320H150C140 200 200 110 300 92ZM300 92C380 140 384 240 374 320H450C460 200 400 110 300 92Z",
        darker(tint, 0.2),
        { opacity: 0.75 },
      ),
    ) +
    stroke("M120 240C140 180 180 140 220 124", lighter(tint, 0.6), 9) +
    [
      [110, 400],
      [190, 440],
      [236, 384],
      [430, 400],
      [500, 380],
      [470, 470],
      [140, 500],
    ]
      .map(([x = 0, y = 0]) =>
        path(
          `M${x} ${y}C${x + 14} ${y + 20} ${x + 14} ${y + 36} ${x} ${y + 36}S${x - 14} ${y + 20} ${x} ${y}Z`,
          tones.denim,
        ),
      )
      .join("")
  );
}

function van(tint: string): string {
  const wheel = (x: number) =>
    circle(x, 444, 56, tones.ink) + circle(x, 444, 30, tones.mist) + circle(x, 444, 11, tones.slate);
  const shell =
    "M50 250Q50 170 130 170H420Q460 170 484 206L540 296Q556 312 556 340V420Q556 444 532 444H74Q50 444 50 420Z";
  return (
    shadow(300, 498, 256) +
    turned(
      circle(180, 132, 34, tones.honey) +
        circle(180, 132, 18, tones.umber) +
        rect(200, 118, 120, 26, tones.honey, 10),
      -6,
      230,
      132,
    ) +
    rect(120, 150, 300, 24, tones.umber, 8) +
    solid(shell, tint, 600) +
    inside(
      shell,
      path("M40 320H560V460H40Z", tones.cream) +
        rect(40, 314, 520, 13, darker(tint, 0.3)) +
        path("M430 160H560V460H500Q440 320 430 160Z", tones.night, { opacity: 0.1 }),
    ) +
    rect(88, 208, 96, 80, tones.navy, 14) +
    rect(202, 208, 96, 80, tones.navy, 14) +
    rect(316, 208, 80, 80, tones.navy, 14) +
    path("M418 208H456Q466 208 474 222L508 282H418Z", tones.sky) +
    stroke("M110 270L150 222M224 270L264 222", tones.sky, 9, { opacity: 0.5 }) +
    circle(532, 360, 19, tones.butter) +
    rect(516, 404, 50, 18, tones.slate, 8) +
    wheel(160) +
    wheel(440) +
    path("M262 372c-20-16-44 4-30 28l30 28l30-28c14-24-10-44-30-28Z", tones.coral)
  );
}

/** Things that live out of doors, or bring their own light. */
export const outside = {
  telescope: { tint: "ember", draw: telescope },
  thermometer: { tint: "ember", draw: thermometer },
  glacier: { tint: "mist", draw: glacier },
  plant: { tint: "moss", draw: plant },
  seeds: { tint: "teal", draw: seeds },
  hive: { tint: "honey", draw: hive },
  anchor: { tint: "navy", draw: anchor },
  binoculars: { tint: "pine", draw: binoculars },
  boots: { tint: "clay", draw: boots },
  umbrella: { tint: "ember", draw: umbrella },
  van: { tint: "teal", draw: van },
} as const satisfies Partial<Record<ItemMotif, Motif>>;
