import type { ItemMotif } from "./art-types.ts";
import { ball, box, gleam, inside, type Motif, shadow, solid } from "./item-kit.ts";
import { chance, circle, darker, ellipse, lighter, path, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

const steam = stroke("M246 176C220 140 272 122 246 82M312 176C286 136 338 116 312 72M376 180C354 150 396 132 376 100", tones.snow, 17, { opacity: 0.75 });

function coffee(tint: string): string {
  return (
    shadow(296, 486, 196) +
    ellipse(292, 470, 184, 30, lighter(tint, 0.7)) +
    ellipse(292, 462, 184, 28, lighter(tint, 0.85)) +
    path("M414 260C500 250 504 380 400 386L406 350C452 350 450 290 410 296Z", darker(tint, 0.12)) +
    solid("M158 220H428C432 350 408 458 330 464H256C178 458 154 350 158 220Z", tint, 352) +
    ellipse(293, 220, 135, 30, lighter(tint, 0.5)) +
    ellipse(293, 224, 119, 23, tones.cocoa) +
    path("M293 240C262 222 250 214 266 208Q282 204 293 216Q304 204 320 208C336 214 324 222 293 240Z", tones.peach) +
    gleam(196, 320, 100, 4) +
    steam
  );
}

function teapot(tint: string): string {
  const body = "M140 330C140 238 210 204 300 204S460 238 460 330C460 410 420 470 370 476H230C180 470 140 410 140 330Z";
  return (
    shadow(300, 484, 190) +
    stroke("M446 280C540 250 548 400 430 416", darker(tint, 0.2), 30) +
    path("M170 400C104 390 96 300 56 262L92 240C134 270 142 320 180 330Z", darker(tint, 0.08)) +
    solid(body, tint, 372) +
    inside(body, repeat(7, (i) => circle(160 + i * 48, 338 + (i % 2) * 26, 13, lighter(tint, 0.7))) + rect(130, 440, 340, 14, darker(tint, 0.2))) +
    ellipse(300, 212, 88, 18, darker(tint, 0.25)) +
    solid("M214 208C226 166 374 166 386 208Q300 232 214 208Z", lighter(tint, 0.12), 330) +
    ball(300, 158, 22, tones.honey) +
    gleam(186, 320, 84, 14)
  );
}

function bread(tint: string): string {
  const loaf = "M96 372C84 250 190 176 300 176S516 250 504 372C500 446 430 462 300 462S100 446 96 372Z";
  const cut = (x: number) => path(`M${x} 226C${x + 50} 240 ${x + 62} 300 ${x + 54} 350C${x + 16} 330 ${x - 14} 280 ${x} 226Z`, tones.peach) + stroke(`M${x} 226C${x - 14} 280 ${x + 16} 330 ${x + 54} 350`, darker(tint, 0.4), 7);
  const next = chance(4);
  return (
    shadow(300, 458, 212) +
    solid(loaf, tint, 408) +
    inside(loaf, path("M80 400C200 450 420 450 520 390V480H80Z", darker(tint, 0.25), { opacity: 0.7 })) +
    cut(176) +
    cut(266) +
    cut(356) +
    repeat(16, () => circle(130 + next() * 330, 200 + next() * 80, 2 + next() * 3, tones.cream, { opacity: 0.75 })) +
    gleam(132, 316, 70, 22, 0.4)
  );
}

function pastry(tint: string): string {
  const fold = (x: number, y: number, w: number, h: number, angle: number, share: number) => turned(ellipse(x, y, w, h, darker(tint, share)) + ellipse(x - 4, y - 12, w * 0.86, h * 0.62, lighter(tint, 0.16 - share * 0.3)), angle, x, y);
  return (
    shadow(300, 452, 206) +
    fold(116, 400, 60, 36, -54, 0.22) +
    fold(484, 400, 60, 36, 54, 0.26) +
    fold(162, 342, 84, 62, -48, 0.14) +
    fold(438, 342, 84, 62, 48, 0.2) +
    fold(232, 290, 92, 94, -20, 0.06) +
    fold(368, 290, 92, 94, 20, 0.14) +
    fold(300, 274, 86, 106, 0, 0) +
    stroke("M300 180V362M218 210C208 260 220 330 244 362M382 210C392 260 380 330 356 362M146 286C146 330 160 366 184 384M454 286C454 330 440 366 416 384", darker(tint, 0.3), 6, { opacity: 0.55 }) +
    gleam(274, 240, 62, 8, 0.5)
  );
}

function cake(tint: string): string {
  return (
    shadow(304, 474, 210) +
    ellipse(300, 464, 216, 30, tones.snow) +
    ellipse(300, 458, 176, 20, tones.mist) +
    path("M120 300L452 300V444Q300 470 120 444Z", tones.peach) +
    path("M452 300L486 236V396L452 444Z", tones.clay) +
    path("M120 346H452V372H120ZM452 346L486 288V314L452 372Z", tones.cream) +
    rect(120, 396, 332, 14, darker(tones.peach, 0.14)) +
    path("M104 262L470 262L500 196L252 196Z", lighter(tint, 0.5)) +
    path("M110 262H464V316Q440 350 418 316Q396 296 376 330Q352 362 330 318Q308 296 286 322Q262 352 238 316Q214 296 192 332Q168 360 146 314Q126 304 110 316Z", tint) +
    path("M464 262L500 196V252L464 316Z", darker(tint, 0.22)) +
    path("M110 262L250 196H500L464 262Z", lighter(tint, 0.28)) +
    ball(316, 188, 38, tones.ember) +
    stroke("M318 152C324 120 346 108 372 110", tones.moss, 8)
  );
}

function biscuits(tint: string): string {
  const biscuit = (x: number, y: number, seed: number) => {
    const next = chance(seed);
    const chips = repeat(9, () => {
      const [angle, reach] = [next() * 6.28, 20 + next() * 74];
      return ellipse(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.92, 13, 10, tones.umber);
    });
    return circle(x, y + 12, 118, darker(tint, 0.34)) + ball(x, y, 118, tint) + chips;
  };
  return shadow(300, 486, 208) + biscuit(208, 236, 3) + biscuit(384, 262, 11) + biscuit(276, 370, 8) + circle(432, 160, 20, tones.umber) + circle(432, 158, 17, tones.cocoa) + circle(476, 446, 12, tint) + circle(500, 424, 7, tint);
}

function pizza(tint: string): string {
  const slice = "M300 520L118 214Q300 130 482 214Z";
  const salami = (x: number, y: number, r: number) => circle(x, y, r, tones.ember) + circle(x - r * 0.2, y - r * 0.22, r * 0.74, lighter(tones.ember, 0.16)) + circle(x - r * 0.3, y, r * 0.14, tones.peach) + circle(x + r * 0.2, y - r * 0.3, r * 0.12, tones.peach);
  return (
    path("M300 540L110 226L482 226Z", tones.umber, { opacity: 0.14 }) +
    solid(slice, tint, 372, 0.1) +
    path("M250 430Q250 470 262 470T274 440L290 500Q300 530 312 500L322 440Q326 480 340 470T350 420Z", tint) +
    inside(slice, salami(240, 268, 44) + salami(366, 286, 46) + salami(296, 388, 40) + path("M300 226q24-16 44 6q-26 16-44-6ZM196 236q16 20 4 40q-20-18-4-40ZM330 348q26-4 34 18q-26 6-34-18Z", tones.moss) + ellipse(420, 236, 20, 14, tones.ink) + ellipse(420, 236, 8, 5, tint)) +
    solid("M90 214C92 168 190 118 300 118S508 168 510 214C500 250 470 236 450 226Q300 168 150 226C130 236 100 250 90 214Z", tones.clay, 404) +
    stroke("M130 192Q300 112 470 192", lighter(tones.clay, 0.4), 9, { opacity: 0.6 })
  );
}

function beer(tint: string): string {
  return (
    shadow(296, 496, 150) +
    stroke("M402 250C486 240 486 420 398 416", lighter(tint, 0.75), 28) +
    solid("M176 190H404L388 480Q386 492 370 492H210Q194 492 192 480Z", lighter(tint, 0.7), 350, 0.08) +
    solid("M190 230H390L376 466Q374 476 362 476H218Q206 476 204 466Z", tint, 340) +
    repeat(9, (i) => circle(226 + ((i * 53) % 130), 440 - i * 22, 5 + (i % 3) * 2, tones.cream, { opacity: 0.75 })) +
    gleam(226, 350, 150, 3, 0.6) +
    [[182, 176, 34], [230, 150, 44], [292, 138, 46], [350, 152, 42], [396, 180, 32], [300, 186, 50], [226, 190, 40], [362, 194, 36]].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, tones.cream)).join("") +
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
    path("M290 336L326 356V398L290 418L254 398V356Z", "none", { stroke: tones.clay, "stroke-width": 9, "stroke-linejoin": "round" }) +
    circle(290, 377, 13, tones.honey) +
    box(160, 176, 260, 62, tones.sand, 18) +
    stroke("M188 206H392", darker(tones.sand, 0.16), 6, { "stroke-dasharray": "22 16" }) +
    turned(rect(418, 62, 22, 190, tones.clay, 11) + repeat(4, (i) => rect(396, 246 + i * 24, 66, 18, darker(tones.clay, 0.12 + (i % 2) * 0.1), 9)), 26, 430, 240) +
    path("M372 318C392 344 398 362 386 380C374 384 362 374 364 356Z", tint) +
    gleam(182, 350, 130, 0, 0.5)
  );
}

function flour(tint: string): string {
  const sack = "M176 206C150 260 136 400 160 470Q166 490 196 490H404Q434 490 440 470C464 400 450 260 424 206Z";
  const ear = path("M300 330V440", "none", { stroke: tones.clay, "stroke-width": 8, "stroke-linecap": "round" }) + repeat(4, (i) => turned(ellipse(278, 338 + i * 24, 10, 20, tones.mustard), -38, 278, 338 + i * 24) + turned(ellipse(322, 338 + i * 24, 10, 20, tones.mustard), 38, 322, 338 + i * 24)) + ellipse(300, 316, 10, 22, tones.mustard);
  return (
    shadow(300, 490, 168) +
    solid(sack, tint, 384, 0.12) +
    circle(300, 376, 92, lighter(tint, 0.6)) +
    ear +
    solid("M150 150Q166 130 184 152Q204 128 226 150Q250 128 274 150Q300 128 326 150Q350 128 374 150Q396 128 416 152Q434 130 450 150L426 216Q300 238 174 216Z", lighter(tint, 0.2), 392, 0.12) +
    stroke("M170 214Q300 240 430 214", tones.ember, 13) +
    stroke("M410 222q34 30 22 62M410 222q44 8 56 36", tones.ember, 9) +
    ellipse(470, 486, 54, 14, tones.snow) +
    circle(506, 456, 6, tones.snow) +
    circle(524, 474, 4, tones.snow)
  );
}

function sourdough(tint: string): string {
  const glass = "M168 184H432V440Q432 488 384 488H216Q168 488 168 440Z";
  const bubbles: readonly (readonly [number, number, number])[] = [[214, 330, 13], [262, 362, 19], [330, 336, 15], [380, 376, 20], [230, 420, 17], [306, 430, 12], [366, 446, 15], [196, 380, 8], [288, 392, 8], [340, 398, 9]];
  return (
    shadow(300, 490, 158) +
    path(glass, tones.mist) +
    inside(glass, path("M150 286Q190 250 234 268Q270 236 316 262Q360 242 400 268Q430 256 450 282V500H150Z", tint) + path("M370 240H460V500H340Q390 380 370 240Z", darker(tint, 0.14), { opacity: 0.7 }) + bubbles.map(([x, y, r]) => circle(x, y, r, lighter(tint, 0.55)) + circle(x - r * 0.25, y - r * 0.25, r * 0.3, tones.snow)).join("")) +
    stroke("M164 316H436", tones.ember, 12) +
    turned(solid("M156 128H444Q456 128 456 142V176Q456 190 444 190H156Q144 190 144 176V142Q144 128 156 128Z", tones.clay, 380), -5, 300, 160) +
    stroke("M256 452q44 26 88 0", tones.cocoa, 8) +
    circle(262, 424, 0, tones.cocoa) +
    gleam(196, 330, 190, 0, 0.7)
  );
}

function catFood(tint: string): string {
  const fish = path("M208 376C240 336 304 332 340 372L384 344Q378 380 384 414L340 384C304 424 240 418 208 376Z", tones.cream) + circle(246, 370, 7, tint) + stroke("M282 356q12 20 0 40", tint, 5);
  return (
    shadow(296, 480, 182) +
    solid("M130 262V424C130 494 462 494 462 424V262Z", tint, 372) +
    path("M130 306Q296 366 462 306V322Q296 382 130 322Z", darker(tint, 0.2)) +
    fish +
    ellipse(296, 262, 166, 56, tones.mist) +
    ellipse(296, 264, 144, 44, tones.stone) +
    path("M160 262C170 226 210 238 232 220C262 196 300 214 322 216C356 204 390 222 404 244C430 246 440 262 430 274C380 312 212 312 166 280Z", tones.clay) +
    [[210, 256], [258, 240], [312, 250], [364, 248], [286, 278], [238, 284], [344, 282]].map(([x = 0, y = 0]) => ellipse(x, y, 24, 15, tones.cocoa, { opacity: 0.75 })).join("") +
    path("M338 214C350 176 364 152 384 128L410 146C398 166 390 190 388 222Z", tones.sage) +
    stroke("M364 212C370 184 380 160 394 142", darker(tones.sage, 0.25), 4) +
    gleam(160, 400, 74, -4, 0.5)
  );
}

function mushroom(tint: string): string {
  const basket = "M110 330H490L452 470Q448 488 428 488H172Q152 488 148 470Z";
  const cap = (x: number, y: number, size: number, colour: string) => path(`M${x - size * 0.34} ${y}Q${x - size * 0.3} ${y + size} ${x - size * 0.4} ${y + size * 1.1}H${x + size * 0.4}Q${x + size * 0.3} ${y + size} ${x + size * 0.34} ${y}Z`, tones.cream) + solid(`M${x - size} ${y + 8}C${x - size} ${y - size * 1.1} ${x + size} ${y - size * 1.1} ${x + size} ${y + 8}Q${x} ${y + 34} ${x - size} ${y + 8}Z`, colour, x + size * 0.3);
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
    inside(basket, repeat(6, (row) => repeat(10, (i) => rect(96 + i * 44 + (row % 2) * 22, 336 + row * 27, 34, 17, row % 2 ? tones.honey : tones.sand, 8, { opacity: 0.55 })))) +
    rect(98, 318, 404, 30, darker(tones.clay, 0.2), 15)
  );
}

/** Things from the kitchen and the table. */
export const kitchen = {
  coffee: { tint: "coral", draw: coffee },
  teapot: { tint: "teal", draw: teapot },
  bread: { tint: "clay", draw: bread },
  pastry: { tint: "mustard", draw: pastry },
  cake: { tint: "rose", draw: cake },
  biscuits: { tint: "mustard", draw: biscuits },
  pizza: { tint: "honey", draw: pizza },
  beer: { tint: "honey", draw: beer },
  honey: { tint: "mustard", draw: honey },
  flour: { tint: "sand", draw: flour },
  sourdough: { tint: "peach", draw: sourdough },
  "cat-food": { tint: "teal", draw: catFood },
  mushroom: { tint: "cocoa", draw: mushroom },
} as const satisfies Partial<Record<ItemMotif, Motif>>;
