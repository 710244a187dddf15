import type { ItemMotif } from "./art-types.ts";
import { box, gleam, inside, type Motif, shadow, solid, sparkle } from "./item-kit.ts";
import { circle, darker, ellipse, lighter, mirrored, path, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

function strings(tint: string): string {
  const head = "M236 80Q300 56 364 80L382 250Q386 300 346 316V560H254V316Q214 300 218 250Z";
  const peg = (y: number) =>
    rect(172, y - 7, 60, 14, tones.stone, 7) +
    ellipse(160, y, 26, 18, tones.cream) +
    ellipse(156, y - 4, 14, 8, tones.snow);
  const pegs = peg(126) + peg(190) + peg(254);
  return (
    pegs +
    mirrored(pegs, 300) +
    solid(head, tint, 322) +
    rect(254, 316, 92, 284, tones.umber) +
    rect(246, 306, 108, 20, tones.cream, 6) +
    repeat(3, (i) => rect(254, 380 + i * 74, 92, 8, tones.honey)) +
    circle(300, 494, 11, tones.cream) +
    repeat(6, (i) => {
      const x = 264 + i * 14.4;
      const peak = [254, 190, 126, 126, 190, 254][i] as number;
      const at = i < 3 ? 248 : 352;
      return stroke(`M${x} 600V316L${at} ${peak}`, tones.mist, 3.4 - Math.abs(i - 2.5) * 0.2);
    }) +
    [126, 190, 254].map((y) => circle(248, y, 11, tones.mist) + circle(352, y, 11, tones.mist)).join("") +
    stroke("M352 126C420 60 500 80 506 150S446 232 462 300S540 340 520 400", tones.snow, 5)
  );
}

function microphone(tint: string): string {
  const basket = "M206 214C206 84 394 84 394 214V262Q300 292 206 262Z";
  return (
    shadow(300, 534, 120) +
    rect(288, 440, 24, 90, tones.slate, 8) +
    ellipse(300, 526, 100, 20, tones.ink) +
    stroke("M160 262C160 500 440 500 440 262", tones.slate, 20) +
    circle(160, 262, 18, tones.ink) +
    circle(440, 262, 18, tones.ink) +
    solid("M206 262Q300 292 394 262V340C394 430 206 430 206 340Z", tint, 338) +
    solid(basket, tones.stone, 338) +
    inside(
      basket,
      repeat(9, (i) => stroke(`M${196 + i * 26} 80V300`, tones.slate, 4)) +
        repeat(7, (i) =>
          stroke(`M196 ${112 + i * 26}Q300 ${132 + i * 26} 404 ${112 + i * 26}`, tones.slate, 4),
        ),
    ) +
    stroke("M204 264Q300 294 396 264", tones.ink, 16) +
    circle(300, 350, 19, tones.butter) +
    gleam(238, 186, 90, 8, 0.6)
  );
}

function headphones(tint: string): string {
  const cup = box(94, 300, 76, 170, darker(tint, 0.12), 34) + box(142, 312, 66, 146, tones.umber, 30);
  return (
    shadow(300, 500, 190) +
    stroke("M140 340C120 60 480 60 460 340", darker(tint, 0.3), 40) +
    stroke("M140 340C120 60 480 60 460 340", tint, 26) +
    stroke("M190 182Q300 90 410 182", lighter(tint, 0.5), 9) +
    cup +
    mirrored(cup, 300) +
    gleam(118, 370, 76, 0, 0.5) +
    stroke("M132 468C140 540 240 470 300 510S420 560 520 500", tones.umber, 9)
  );
}

function trumpet(tint: string): string {
  const deep = darker(tint, 0.32);
  const horn =
    stroke("M96 250H350", deep, 30) +
    stroke("M96 250H350", tint, 20) +
    path("M330 238C420 236 470 200 520 130V390C470 310 420 266 330 264Z", tint) +
    path("M330 252C420 256 470 300 520 390V260Z", deep, { opacity: 0.6 }) +
    ellipse(520, 260, 26, 130, deep) +
    ellipse(522, 260, 17, 112, tones.umber) +
    stroke("M180 250C100 250 100 356 180 356H370C440 356 440 256 370 252", deep, 30) +
    stroke("M180 250C100 250 100 356 180 356H370C440 356 440 256 370 252", tint, 20) +
    path("M52 228Q80 236 100 240V260Q80 264 52 272Z", tones.stone) +
    repeat(
      3,
      (i) =>
        rect(216 + i * 54, 214, 40, 168, deep, 12) +
        rect(219 + i * 54, 214, 30, 164, lighter(tint, 0.16), 10) +
        rect(230 + i * 54, 172, 12, 46, tones.stone, 4) +
        ellipse(236 + i * 54, 170, 20, 10, tones.cream),
    ) +
    gleam(228, 300, 100, 0, 0.6);
  return (
    shadow(300, 500, 200) +
    turned(horn, -14, 300, 300) +
    sparkle(470, 110, 26, tones.snow) +
    sparkle(120, 130, 18, tones.snow)
  );
}

function piano(tint: string): string {
  const white = (i: number) =>
    rect(76 + i * 64, 250, 60, 230, tones.cream, 10) + rect(76 + i * 64, 462, 60, 18, tones.sand, 8);
  const black = [0, 1, 3, 4, 5]
    .map(
      (i) => box(118 + i * 64, 246, 40, 140, tones.ink, 8) + rect(124 + i * 64, 246, 10, 118, tones.slate, 4),
    )
    .join("");
  return (
    shadow(300, 504, 250) +
    box(40, 130, 520, 126, tint, 18, 440) +
    rect(40, 236, 520, 20, darker(tint, 0.35)) +
    rect(64, 250, 472, 240, tones.umber, 10) +
    repeat(7, white) +
    black +
    box(40, 246, 30, 254, darker(tint, 0.12), 10) +
    box(530, 246, 30, 254, darker(tint, 0.2), 10) +
    path("M206 196V116L290 96V176", "none", {
      stroke: tones.butter,
      "stroke-width": 11,
      "stroke-linejoin": "round",
    }) +
    turned(ellipse(190, 198, 24, 17, tones.butter), -18, 190, 198) +
    turned(ellipse(274, 178, 24, 17, tones.butter), -18, 274, 178) +
    gleam(420, 190, 90, 74, 0.3)
  );
}

function rosin(tint: string): string {
  const amber = "M174 330C174 250 426 250 426 330V400C426 478 174 478 174 400Z";
  return (
    shadow(300, 490, 210) +
    path(
      "M100 410C150 340 240 350 300 356S470 330 506 400C520 470 430 500 300 496S84 470 100 410Z",
      tones.denim,
    ) +
    path(
      "M100 410C150 380 240 400 300 404S470 370 506 400C500 440 420 430 300 446S110 450 100 410Z",
      lighter(tones.denim, 0.22),
    ) +
    solid(amber, tint, 344) +
    ellipse(300, 330, 126, 58, lighter(tint, 0.34)) +
    ellipse(300, 332, 98, 40, tint) +
    stroke("M222 344Q300 316 378 324", lighter(tint, 0.65), 10) +
    turned(
      stroke("M70 196H560", tones.cocoa, 15) +
        stroke("M84 222H540", tones.cream, 8) +
        rect(512, 190, 54, 40, tones.ink, 8) +
        path("M66 190q-20 18 8 36Z", tones.umber),
      -16,
      300,
      200,
    ) +
    gleam(208, 392, 62, 4, 0.6) +
    sparkle(416, 286, 24, tones.snow)
  );
}

function violin(tint: string): string {
  const body =
    "M300 238C366 226 404 262 396 306C390 334 362 342 364 366C368 392 424 398 424 452C424 516 366 544 300 544S176 516 176 452C176 398 232 392 236 366C238 342 210 334 204 306C196 262 234 226 300 238Z";
  const hole =
    stroke("M250 366C262 380 240 404 252 424", tones.umber, 8) +
    circle(248, 362, 6, tones.umber) +
    circle(254, 428, 6, tones.umber);
  const instrument =
    rect(284, 82, 32, 190, tones.umber, 8) +
    circle(300, 66, 28, darker(tint, 0.2)) +
    circle(300, 66, 13, tones.umber) +
    repeat(2, (i) => rect(246, 102 + i * 34, 108, 12, tones.umber, 6)) +
    solid(body, tint, 334) +
    stroke("M300 250C354 240 388 266 382 304M218 304C214 268 246 242 300 250", lighter(tint, 0.4), 5) +
    hole +
    mirrored(hole, 300) +
    path("M276 230H324L318 470Q300 482 282 470Z", tones.umber) +
    rect(252, 398, 96, 14, tones.cream, 5) +
    path("M282 452H318L326 524Q300 536 274 524Z", tones.ink) +
    repeat(4, (i) => stroke(`M${288 + i * 8} 90L${286 + i * 9.4} 470`, tones.mist, 2.4));
  return (
    shadow(330, 540, 170) +
    turned(instrument, 18, 300, 300) +
    turned(
      stroke("M470 70V540", tones.cocoa, 12) +
        stroke("M488 92V520", tones.cream, 7) +
        rect(462, 508, 34, 44, tones.ink, 6),
      -14,
      470,
      300,
    )
  );
}

function vinyl(tint: string): string {
  return (
    shadow(300, 516, 220) +
    circle(344, 292, 206, tones.ink) +
    [182, 158, 134, 110]
      .map((r) => circle(344, 292, r, "none", { stroke: tones.slate, "stroke-width": 3, opacity: 0.7 }))
      .join("") +
    path("M344 292L500 150A206 206 0 0 1 540 226Z", tones.snow, { opacity: 0.16 }) +
    path("M344 292L188 434A206 206 0 0 1 148 358Z", tones.snow, { opacity: 0.12 }) +
    circle(344, 292, 78, tones.butter) +
    circle(344, 292, 58, tint) +
    circle(344, 292, 12, tones.ink) +
    solid("M56 116H330Q286 200 286 292T330 500H56Q44 500 44 488V128Q44 116 56 116Z", tint, 250) +
    circle(150, 330, 74, tones.butter) +
    path("M44 400Q110 350 170 400T300 396Q306 460 330 500H56Q44 500 44 488Z", darker(tint, 0.34)) +
    repeat(5, (i) => stroke(`M${92 + i * 30} ${212 - i * 4}V${176 - (i % 2) * 20}`, tones.cream, 12))
  );
}

function cassette(tint: string): string {
  const reel = (x: number) =>
    circle(x, 296, 52, tones.cream) +
    repeat(6, (i) => turned(rect(x - 7, 250, 14, 24, tones.ink, 3), i * 60, x, 296)) +
    circle(x, 296, 22, tones.slate);
  return (
    shadow(300, 474, 236) +
    box(62, 140, 476, 320, tones.ink, 34, 420) +
    rect(98, 168, 404, 206, tint, 22) +
    rect(98, 204, 404, 20, tones.butter) +
    rect(98, 332, 404, 20, tones.rose) +
    rect(150, 238, 300, 116, tones.slate, 58) +
    reel(214) +
    reel(386) +
    rect(270, 268, 60, 56, tones.umber, 8) +
    solid("M160 460L190 396H410L440 460Z", tones.slate, 340) +
    circle(230, 434, 11, tones.ink) +
    circle(370, 434, 11, tones.ink) +
    circle(94, 430, 9, tones.stone) +
    circle(506, 430, 9, tones.stone) +
    gleam(132, 250, 60, 30, 0.4)
  );
}

function discoBall(tint: string): string {
  const globe = "M110 322A190 190 0 1 1 490 322A190 190 0 1 1 110 322Z";
  const palette = [tones.lilac, tones.rose, tones.sky, tint, tones.snow, tones.lagoon, tones.apricot];
  const mirrors = repeat(11, (row) =>
    repeat(13, (i) => {
      const y = 140 + row * 35;
      const half = Math.sqrt(Math.max(0, 190 ** 2 - (y + 16 - 322) ** 2));
      const x = 300 - half + (i * 2 * half) / 13;
      return rect(
        x + 1.5,
        y,
        (2 * half) / 13 - 3,
        31,
        palette[(row * 5 + i * 3 + ((i * row) % 4)) % palette.length] as string,
        3,
      );
    }),
  );
  return (
    stroke("M300 0V130", tones.stone, 8) +
    rect(262, 112, 76, 34, tones.stone, 10) +
    path(globe, tones.slate) +
    inside(
      globe,
      mirrors + path("M400 100C500 260 450 430 300 520H560V100Z", tones.night, { opacity: 0.28 }),
    ) +
    circle(232, 244, 40, tones.snow, { opacity: 0.5 }) +
    sparkle(206, 220, 54, tones.snow) +
    sparkle(420, 400, 34, tones.snow) +
    sparkle(500, 160, 26, tones.butter) +
    sparkle(86, 440, 22, tones.butter)
  );
}

/** Things that sound, and the ball that turns above the stage. */
export const music = {
  strings: { tint: "clay", draw: strings },
  microphone: { tint: "ember", draw: microphone },
  headphones: { tint: "teal", draw: headphones },
  trumpet: { tint: "honey", draw: trumpet },
  piano: { tint: "berry", draw: piano },
  rosin: { tint: "mustard", draw: rosin },
  violin: { tint: "clay", draw: violin },
  vinyl: { tint: "teal", draw: vinyl },
  cassette: { tint: "coral", draw: cassette },
  "disco-ball": { tint: "rose", draw: discoBall },
} as const satisfies Partial<Record<ItemMotif, Motif>>;
