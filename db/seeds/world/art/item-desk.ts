import type { ItemMotif } from "./art-types.ts";
import { ball, box, gleam, inside, type Motif, shadow, solid, sparkle } from "./item-kit.ts";
import { circle, darker, ellipse, lighter, path, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

function book(tint: string): string {
  const volume = (y: number, x: number, width: number, colour: string) =>
    path(
      `M${x} ${y}H${x + width}V${y + 84}H${x}Q${x - 34} ${y + 84} ${x - 34} ${y + 42}T${x} ${y}Z`,
      colour,
    ) +
    path(
      `M${x + 6} ${y + 14}H${x + width - 10}V${y + 70}H${x + 6}Q${x - 18} ${y + 70} ${x - 18} ${y + 42}T${x + 6} ${y + 14}Z`,
      tones.cream,
    ) +
    repeat(3, (i) => stroke(`M${x} ${y + 28 + i * 14}H${x + width - 14}`, tones.sand, 3)) +
    path(
      `M${x} ${y + 70}H${x + width}V${y + 84}H${x}Q${x - 34} ${y + 84} ${x - 34} ${y + 42}Q${x - 30} ${y + 70} ${x} ${y + 70}Z`,
      darker(colour, 0.24),
    );
  return (
    shadow(300, 486, 214) +
    volume(396, 128, 370, tones.navy) +
    volume(312, 158, 330, tones.mustard) +
    turned(
      volume(226, 138, 340, tint) + path("M400 240H436V330L418 312L400 330Z", tones.ember),
      -5,
      300,
      268,
    ) +
    turned(
      circle(250, 176, 34, "none", { stroke: tones.umber, "stroke-width": 10 }) +
        circle(336, 176, 34, "none", { stroke: tones.umber, "stroke-width": 10 }) +
        stroke("M284 172q9-8 18 0M216 172l-34 14M370 172l30 14", tones.umber, 9) +
        circle(250, 176, 29, tones.snow, { opacity: 0.4 }) +
        circle(336, 176, 29, tones.snow, { opacity: 0.4 }),
      -6,
      290,
      176,
    )
  );
}

function lamp(tint: string): string {
  const shade =
    "M160 284C160 190 200 140 236 132V104Q262 92 288 104V132C324 140 364 190 364 284Q262 310 160 284Z";
  return (
    turned(
      path("M166 288L110 640H414L358 288Z", lighter(tones.butter, 0.5), { opacity: 0.6 }),
      32,
      262,
      210,
    ) +
    shadow(400, 530, 150) +
    ellipse(410, 516, 120, 28, darker(tint, 0.34)) +
    ellipse(410, 504, 120, 28, darker(tint, 0.12)) +
    stroke("M410 498L480 330L330 190", tones.umber, 20) +
    circle(480, 330, 24, tones.honey) +
    turned(
      circle(262, 290, 44, lighter(tones.butter, 0.6)) +
        solid(shade, tint, 300) +
        ellipse(262, 290, 101, 17, lighter(tones.butter, 0.7)),
      32,
      262,
      210,
    ) +
    circle(330, 190, 18, tones.honey)
  );
}

function gpu(tint: string): string {
  const fan = (x: number) =>
    circle(x, 300, 88, tones.ink) +
    repeat(9, (i) =>
      turned(
        path(
          `M${x} 290C${x + 10} 262 ${x + 30} 236 ${x + 46} 226C${x + 58} 244 ${x + 40} 270 ${x + 12} 298Z`,
          tones.slate,
        ),
        i * 40,
        x,
        300,
      ),
    ) +
    circle(x, 300, 22, tint) +
    circle(x, 300, 88, "none", { stroke: tint, "stroke-width": 9 });
  return (
    shadow(310, 470, 236) +
    rect(64, 150, 22, 320, tones.stone, 6) +
    rect(52, 150, 40, 26, tones.stone, 6) +
    rect(130, 410, 260, 34, tones.honey, 4) +
    repeat(12, (i) => rect(140 + i * 21, 410, 6, 34, tones.clay)) +
    box(84, 176, 462, 244, tones.navy, 26, 430) +
    path("M84 200Q84 176 110 176H330L290 214H84Z", tint) +
    path("M546 396Q546 420 520 420H300L340 382H546Z", tint) +
    fan(206) +
    fan(412) +
    sparkle(512, 132, 26, tones.snow) +
    sparkle(470, 96, 14, tones.snow)
  );
}

function server(tint: string): string {
  const unit = (y: number, on: string) =>
    box(120, y, 360, 104, tones.slate, 18, 390) +
    rect(146, y + 28, 150, 14, tones.ink, 7) +
    rect(146, y + 58, 110, 14, tones.ink, 7) +
    circle(352, y + 52, 14, on) +
    circle(394, y + 52, 14, tones.butter) +
    circle(436, y + 52, 14, tones.sage);
  return (
    shadow(300, 510, 206) +
    box(96, 92, 408, 410, tones.navy, 30, 420) +
    unit(120, tint) +
    unit(242, tint) +
    unit(364, tint) +
    gleam(112, 300, 300, 0, 0.2)
  );
}

function keyboard(tint: string): string {
  const rows = repeat(4, (row) =>
    repeat(7, (i) => {
      if (row === 3 && i > 1 && i < 5) return "";
      const colour =
        row === 0 && i === 0
          ? tint
          : row === 3 && i === 6
            ? tones.honey
            : (row + i) % 5 === 3
              ? tones.lagoon
              : tones.cream;
      const [x, y] = [92 + i * 60, 204 + row * 60];
      return rect(x, y + 6, 52, 50, darker(colour, 0.34), 12) + rect(x + 3, y, 46, 44, colour, 11);
    }),
  );
  const space = rect(212, 390, 172, 50, darker(tint, 0.34), 12) + rect(215, 384, 166, 44, tint, 11);
  return (
    shadow(300, 492, 246) +
    turned(
      stroke("M300 176C300 130 350 130 350 90S300 60 310 20", tones.umber, 11) +
        rect(62, 180, 476, 300, tones.umber, 34) +
        box(62, 170, 476, 292, tones.navy, 34, 420) +
        rows +
        space,
      -8,
      300,
      300,
    )
  );
}

function rubberDuck(tint: string): string {
  const shade = darker(tint, 0.2);
  const body =
    "M110 330C90 316 84 276 104 262C140 286 180 290 220 286C290 264 440 270 464 340C486 430 410 478 290 478S120 430 110 330Z";
  return (
    shadow(290, 482, 186) +
    path(body, tint) +
    inside(body, path("M90 420C200 474 420 470 490 350V500H90Z", shade, { opacity: 0.7 })) +
    path("M206 352C240 318 306 322 330 350C316 396 250 412 206 388C222 380 216 366 206 352Z", shade) +
    circle(372, 206, 106, tint) +
    path("M352 104C360 70 404 72 398 104C424 92 434 118 408 126Z", tint) +
    path("M452 208C500 190 536 212 516 230C540 242 514 268 458 248Z", tones.ember) +
    stroke("M460 230Q494 226 514 230", darker(tones.ember, 0.35), 5) +
    circle(398, 184, 20, tones.snow) +
    circle(403, 186, 12, tones.ink) +
    circle(407, 181, 4.5, tones.snow) +
    ellipse(372, 242, 24, 14, tones.coral, { opacity: 0.6 }) +
    gleam(314, 180, 62, 20, 0.6) +
    circle(120, 170, 26, tones.snow, { "fill-opacity": 0.4, stroke: tones.snow, "stroke-width": 6 }) +
    circle(180, 112, 17, tones.snow, { "fill-opacity": 0.4, stroke: tones.snow, "stroke-width": 5 }) +
    circle(202, 196, 11, tones.snow, { "fill-opacity": 0.4, stroke: tones.snow, "stroke-width": 4 })
  );
}

function camera(tint: string): string {
  return (
    shadow(300, 472, 232) +
    box(210, 130, 180, 70, tones.umber, 18) +
    rect(236, 150, 74, 36, tones.sky, 8) +
    rect(110, 150, 66, 34, tones.stone, 10) +
    circle(452, 166, 26, tones.ember) +
    box(72, 176, 456, 284, tint, 40, 420) +
    rect(72, 246, 456, 150, tones.umber) +
    circle(300, 322, 128, tones.stone) +
    circle(300, 322, 110, tones.ink) +
    circle(300, 322, 82, tones.navy) +
    circle(300, 322, 52, tones.denim) +
    circle(300, 322, 24, tones.night) +
    circle(264, 288, 22, tones.snow, { opacity: 0.8 }) +
    circle(332, 356, 11, tones.snow, { opacity: 0.5 }) +
    circle(466, 216, 13, tones.butter) +
    gleam(104, 214, 30, 90, 0.5)
  );
}

function film(tint: string): string {
  const strip = "M330 236C420 200 480 300 540 280V470C470 500 420 390 330 420Z";
  return (
    shadow(270, 520, 200) +
    path(strip, tones.umber) +
    inside(
      strip,
      repeat(
        5,
        (i) =>
          rect(346 + i * 44, 240 + i * 8, 18, 20, tones.sand, 4) +
          rect(346 + i * 44, 404 + i * 12, 18, 20, tones.sand, 4),
      ) +
        rect(352, 282, 66, 100, tones.clay, 6) +
        rect(430, 300, 66, 100, tones.clay, 6) +
        rect(508, 310, 66, 100, tones.clay, 6),
    ) +
    rect(204, 84, 66, 60, tones.umber, 12) +
    box(126, 170, 222, 310, tones.ink, 10, 280) +
    rect(126, 236, 222, 180, tint) +
    path("M126 380L348 272V416H126Z", darker(tint, 0.28)) +
    rect(126, 256, 222, 16, tones.cream) +
    box(106, 134, 262, 48, tones.stone, 18, 290) +
    box(106, 466, 262, 48, tones.stone, 18, 290) +
    gleam(156, 326, 150, 0, 0.45)
  );
}

function lens(tint: string): string {
  return (
    shadow(300, 500, 200) +
    circle(300, 300, 196, tones.ink) +
    repeat(36, (i) => turned(rect(293, 108, 14, 24, tones.slate, 4), i * 10, 300, 300)) +
    circle(300, 300, 164, tones.umber) +
    circle(300, 300, 150, tint) +
    circle(300, 300, 128, tones.night) +
    circle(300, 300, 108, tones.navy) +
    circle(300, 300, 76, tones.violet, { opacity: 0.8 }) +
    circle(300, 300, 42, tones.night) +
    path("M204 246A112 112 0 0 1 268 194L286 232A72 72 0 0 0 244 266Z", tones.snow, { opacity: 0.75 }) +
    circle(352, 354, 22, tones.coral, { opacity: 0.75 }) +
    circle(324, 330, 9, tones.butter, { opacity: 0.9 }) +
    sparkle(470, 130, 30, tones.snow)
  );
}

function pawn(tint: string): string {
  return (
    shadow(300, 516, 156) +
    solid("M240 250C252 330 232 386 190 430H410C368 386 348 330 360 250Z", tint, 326) +
    ball(300, 164, 80, tint) +
    box(212, 234, 176, 36, darker(tint, 0.1), 18) +
    box(176, 418, 248, 44, darker(tint, 0.06), 20) +
    box(146, 456, 308, 54, tint, 22) +
    gleam(262, 350, 110, 4, 0.4)
  );
}

function knight(tint: string): string {
  const horse =
    "M208 430C200 350 226 316 258 284C226 300 186 306 164 290C144 274 152 246 176 226C196 206 208 160 238 136L232 78C262 84 282 104 292 126C378 130 420 204 412 292C408 350 386 386 392 430Z";
  return (
    shadow(300, 526, 160) +
    solid(horse, tint, 330) +
    path(
      "M292 126C330 108 376 132 398 176C438 224 436 308 412 358C398 306 394 262 372 226C352 194 326 144 292 126Z",
      tones.cocoa,
    ) +
    stroke("M330 144C370 176 394 226 398 276", lighter(tones.cocoa, 0.35), 7) +
    circle(246, 196, 12, tones.umber) +
    circle(250, 192, 4, tones.snow) +
    stroke("M168 276q24 8 44-6", tones.cocoa, 7) +
    box(186, 424, 228, 40, tones.cocoa, 18) +
    box(156, 460, 288, 54, tint, 22)
  );
}

function ticket(tint: string): string {
  const card = "M96 180H504V250A42 42 0 0 0 504 334V404H96V334A42 42 0 0 0 96 250Z";
  const carriage =
    rect(146, 234, 170, 92, tones.cream, 22) +
    rect(164, 252, 40, 34, tones.navy, 8) +
    rect(214, 252, 40, 34, tones.navy, 8) +
    rect(264, 252, 36, 34, tones.navy, 8) +
    rect(146, 298, 170, 13, tones.honey) +
    circle(184, 334, 15, tones.umber) +
    circle(278, 334, 15, tones.umber) +
    stroke("M132 354H330", tones.cream, 7);
  return (
    shadow(300, 474, 220) +
    turned(path(card, darker(tint, 0.3), { transform: "translate(10 54) rotate(9 300 300)" }), 4, 300, 300) +
    turned(
      solid(card, tint, 404, 0.12) +
        stroke("M366 196V390", tones.cream, 7, { "stroke-dasharray": "3 19" }) +
        carriage +
        sparkle(434, 254, 34, tones.butter) +
        repeat(3, (i) => rect(396, 312 + i * 24, 74 - i * 16, 11, tones.cream, 5, { opacity: 0.85 })),
      -10,
      300,
      300,
    )
  );
}

/** Things that lie on a desk or a board, or carry one away from it. */
export const desk = {
  book: { tint: "coral", draw: book },
  lamp: { tint: "teal", draw: lamp },
  gpu: { tint: "coral", draw: gpu },
  server: { tint: "coral", draw: server },
  keyboard: { tint: "coral", draw: keyboard },
  "rubber-duck": { tint: "honey", draw: rubberDuck },
  camera: { tint: "stone", draw: camera },
  film: { tint: "honey", draw: film },
  lens: { tint: "honey", draw: lens },
  pawn: { tint: "sand", draw: pawn },
  knight: { tint: "sand", draw: knight },
  ticket: { tint: "ember", draw: ticket },
} as const satisfies Partial<Record<ItemMotif, Motif>>;
