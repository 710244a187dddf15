import type { ItemMotif } from "./art-types.ts";
import { ball, box, gleam, inside, type Motif, shadow, solid } from "./item-kit.ts";
import { circle, darker, ellipse, lighter, path, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

const steam = stroke(
  "M246 176C220 140 272 122 246 82M312 176C286 136 338 116 312 72M376 180C354 150 396 132 376 100",
  tones.snow,
  17,
  { opacity: 0.75 },
);

function coffee(tint: string): string {
  return (
    shadow(296, 486, 196) +
    ellipse(292, 470, 184, 30, lighter(tint, 0.7)) +
    ellipse(292, 462, 184, 28, lighter(tint, 0.85)) +
    path("M414 260C500 250 504 380 400 386L406 350C452 350 450 290 410 296Z", darker(tint, 0.12)) +
    solid("M158 220H428C432 350 408 458 330 464H256C178 458 154 350 158 220Z", tint, 352) +
    ellipse(293, 220, 135, 30, lighter(tint, 0.5)) +
    ellipse(293, 224, 119, 23, tones.cocoa) +
    path(
      "M293 240C262 222 250 214 266 208Q282 204 293 216Q304 204 320 208C336 214 324 222 293 240Z",
      tones.peach,
    ) +
    gleam(196, 320, 100, 4) +
    steam
  );
}

function teapot(tint: string): string {
  const body =
    "M140 330C140 238 210 204 300 204S460 238 460 330C460 410 420 470 370 476H230C180 470 140 410 140 330Z";
  return (
    shadow(300, 484, 190) +
    stroke("M446 280C540 250 548 400 430 416", darker(tint, 0.2), 30) +
    path("M170 400C104 390 96 300 56 262L92 240C134 270 142 320 180 330Z", darker(tint, 0.08)) +
    solid(body, tint, 372) +
    inside(
      body,
      repeat(7, (i) => circle(160 + i * 48, 338 + (i % 2) * 26, 13, lighter(tint, 0.7))) +
        rect(130, 440, 340, 14, darker(tint, 0.2)),
    ) +
    ellipse(300, 212, 88, 18, darker(tint, 0.25)) +
    solid("M214 208C226 166 374 166 386 208Q300 232 214 208Z", lighter(tint, 0.12), 330) +
    ball(300, 158, 22, tones.honey) +
    gleam(186, 320, 84, 14)
  );
}

function pizza(tint: string): string {
  const slice = "M300 520L118 214Q300 130 482 214Z";
  const salami = (x: number, y: number, r: number) =>
    circle(x, y, r, tones.ember) +
    circle(x - r * 0.2, y - r * 0.22, r * 0.74, lighter(tones.ember, 0.16)) +
    circle(x - r * 0.3, y, r * 0.14, tones.peach) +
    circle(x + r * 0.2, y - r * 0.3, r * 0.12, tones.peach);
  return (
    path("M300 540L110 226L482 226Z", tones.umber, { opacity: 0.14 }) +
    solid(slice, tint, 372, 0.1) +
    path("M250 430Q250 470 262 470T274 440L290 500Q300 530 312 500L322 440Q326 480 340 470T350 420Z", tint) +
    inside(
      slice,
      salami(240, 268, 44) +
        salami(366, 286, 46) +
        salami(296, 388, 40) +
        path(
          "M300 226q24-16 44 6q-26 16-44-6ZM196 236q16 20 4 40q-20-18-4-40ZM330 348q26-4 34 18q-26 6-34-18Z",
          tones.moss,
        ) +
        ellipse(420, 236, 20, 14, tones.ink) +
        ellipse(420, 236, 8, 5, tint),
    ) +
    solid(
      "M90 214C92 168 190 118 300 118S508 168 510 214C500 250 470 236 450 226Q300 168 150 226C130 236 100 250 90 214Z",
      tones.clay,
      404,
    ) +
    stroke("M130 192Q300 112 470 192", lighter(tones.clay, 0.4), 9, { opacity: 0.6 })
  );
}

function beer(tint: string): string {
  return (
    shadow(296, 496, 150) +
    stroke("M402 250C486 240 486 420 398 416", lighter(tint, 0.75), 28) +
    solid("M176 190H404L388 480Q386 492 370 492H210Q194 492 192 480Z", lighter(tint, 0.7), 350, 0.08) +
    solid("M190 230H390L376 466Q374 476 362 476H218Q206 476 204 466Z", tint, 340) +
    repeat(9, (i) =>
      circle(226 + ((i * 53) % 130), 440 - i * 22, 5 + (i % 3) * 2, tones.cream, { opacity: 0.75 }),
    ) +
    gleam(226, 350, 150, 3, 0.6) +
    [
      [182, 176, 34],
      [230, 150, 44],
      [292, 138, 46],
      [350, 152, 42],
      [396, 180, 32],
      [300, 186, 50],
      [226, 190, 40],
      [362, 194, 36],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, tones.cream))
      .join("") +
    path("M196 206q14 74 34 0ZM330 208q12 50 30 0Z", tones.cream)
  );
}

function honey(tint: string): string {
  const jar = "M170 236Q150 250 150 280V448Q150 484 186 484H394Q430 484 430 448V280Q430 250 410 236Z";
  return (
    shadow(290, 486, 170) +
    solid(jar, tint, 356) +
    inside(jar, path("M140 230H440V276Q300 300 140 276Z", tones.cream, { opacity: 0.75 })) +
    rect(206, 322, 168, 110, tones.cream, 16) +
    path("M290 336L326 356V398L290 418L254 398V356Z", "none", {
      stroke: tones.clay,
      "stroke-width": 9,
      "stroke-linejoin": "round",
    }) +
    circle(290, 377, 13, tones.honey) +
    box(160, 176, 260, 62, tones.sand, 18) +
    stroke("M188 206H392", darker(tones.sand, 0.16), 6, { "stroke-dasharray": "22 16" }) +
    turned(
      rect(418, 62, 22, 190, tones.clay, 11) +
        repeat(4, (i) => rect(396, 246 + i * 24, 66, 18, darker(tones.clay, 0.12 + (i % 2) * 0.1), 9)),
      26,
      430,
      240,
    ) +
    path("M372 318C392 344 398 362 386 380C374 384 362 374 364 356Z", tint) +
    gleam(182, 350, 130, 0, 0.5)
  );
}

function catFood(tint: string): string {
  const fish =
    path(
      "M208 376C240 336 304 332 340 372L384 344Q378 380 384 414L340 384C304 424 240 418 208 376Z",
      tones.cream,
    ) +
    circle(246, 370, 7, tint) +
    stroke("M282 356q12 20 0 40", tint, 5);
  return (
    shadow(296, 480, 182) +
    solid("M130 262V424C130 494 462 494 462 424V262Z", tint, 372) +
    path("M130 306Q296 366 462 306V322Q296 382 130 322Z", darker(tint, 0.2)) +
    fish +
    ellipse(296, 262, 166, 56, tones.mist) +
    ellipse(296, 264, 144, 44, tones.stone) +
    path(
      "M160 262C170 226 210 238 232 220C262 196 300 214 322 216C356 204 390 222 404 244C430 246 440 262 430 274C380 312 212 312 166 280Z",
      tones.clay,
    ) +
    [
      [210, 256],
      [258, 240],
      [312, 250],
      [364, 248],
      [286, 278],
      [238, 284],
      [344, 282],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 24, 15, tones.cocoa, { opacity: 0.75 }))
      .join("") +
    path("M338 214C350 176 364 152 384 128L410 146C398 166 390 190 388 222Z", tones.sage) +
    stroke("M364 212C370 184 380 160 394 142", darker(tones.sage, 0.25), 4) +
    gleam(160, 400, 74, -4, 0.5)
  );
}

function mushroom(tint: string): string {
  const basket = "M110 330H490L452 470Q448 488 428 488H172Q152 488 148 470Z";
  const cap = (x: number, y: number, size: number, colour: string) =>
    path(
      `M${x - size * 0.34} ${y}Q${x - size * 0.3} ${y + size} ${x - size * 0.4} ${y + size * 1.1}H${x + size * 0.4}Q${x + size * 0.3} ${y + size} ${x + size * 0.34} ${y}Z`,
      tones.cream,
    ) +
    solid(
      `M${x - size} ${y + 8}C${x - size} ${y - size * 1.1} ${x + size} ${y - size * 1.1} ${x + size} ${y + 8}Q${x} ${y + 34} ${x - size} ${y + 8}Z`,
      colour,
      x + size * 0.3,
    );
  return (
    shadow(300, 488, 186) +
    stroke("M128 336C128 60 472 60 472 336", tones.clay, 24) +
    cap(208, 262, 78, tint) +
    cap(396, 268, 72, tones.mustard) +
    cap(304, 236, 88, tones.ember) +
    circle(276, 206, 12, tones.cream) +
    circle(316, 190, 10, tones.cream) +
    circle(346, 220, 11, tones.cream) +
    solid(basket, tones.clay, 390) +
    inside(
      basket,
      repeat(6, (row) =>
        repeat(10, (i) =>
          rect(96 + i * 44 + (row % 2) * 22, 336 + row * 27, 34, 17, row % 2 ? tones.honey : tones.sand, 8, {
            opacity: 0.55,
          }),
        ),
      ),
    ) +
    rect(98, 318, 404, 30, darker(tones.clay, 0.2), 15)
  );
}

function candle(tint: string): string {
  return (
    circle(300, 190, 170, tones.butter, { opacity: 0.25 }) +
    circle(300, 190, 110, tones.butter, { opacity: 0.4 }) +
    shadow(300, 522, 190) +
    ellipse(300, 500, 186, 40, darker(tones.honey, 0.3)) +
    ellipse(300, 490, 186, 40, tones.honey) +
    ellipse(300, 486, 140, 26, darker(tones.honey, 0.2)) +
    stroke("M476 480C550 470 550 400 490 420", tones.honey, 17) +
    solid("M212 290Q212 264 300 264T388 290V470Q388 496 300 496T212 470Z", tint, 326) +
    ellipse(300, 290, 88, 24, lighter(tint, 0.4)) +
    path("M218 296Q240 320 246 360Q250 392 262 392T276 350Q280 318 300 316H240Z", lighter(tint, 0.5)) +
    stroke("M300 292V250", tones.umber, 9) +
    path("M300 110C340 170 354 200 342 232C330 262 270 262 258 232C246 200 270 180 300 110Z", tones.coral) +
    path("M302 168C322 200 330 216 322 234C312 252 288 252 280 234C272 216 288 204 302 168Z", tones.butter)
  );
}

/** Things from the kitchen and the table. */
export const kitchen = {
  coffee: { tint: "coral", draw: coffee },
  teapot: { tint: "teal", draw: teapot },
  pizza: { tint: "honey", draw: pizza },
  beer: { tint: "honey", draw: beer },
  honey: { tint: "mustard", draw: honey },
  candle: { tint: "cream", draw: candle },
  "cat-food": { tint: "teal", draw: catFood },
  mushroom: { tint: "cocoa", draw: mushroom },
} as const satisfies Partial<Record<ItemMotif, Motif>>;
