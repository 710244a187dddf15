import type { ItemMotif } from "./art-types.ts";
import { ball, box, gleam, inside, type Motif, shadow, solid, sparkle } from "./item-kit.ts";
import { circle, darker, ellipse, lighter, mirrored, path, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

function scissors(tint: string): string {
  const blade =
    path("M288 300L226 60C206 76 204 120 214 160L270 330Z", tones.mist) +
    path("M288 300L226 60L244 180L276 312Z", tones.stone);
  const handle =
    stroke("M286 316C300 360 312 384 336 410", tint, 32) +
    ellipse(384, 462, 66, 78, "none", {
      stroke: tint,
      "stroke-width": 32,
      transform: "rotate(-32 384 462)",
    }) +
    stroke("M336 424C346 408 366 396 384 396", lighter(tint, 0.4), 8);
  const half = blade + handle;
  return (
    shadow(300, 556, 190) +
    mirrored(half, 300) +
    half +
    circle(300, 318, 19, tones.honey) +
    stroke("M291 318H309", tones.clay, 5)
  );
}

function spool(tint: string): string {
  const reel = "M190 200H410V416H190Z";
  return (
    shadow(300, 506, 170) +
    solid("M150 416H450V462C450 500 150 500 150 462Z", tones.clay, 370) +
    ellipse(300, 418, 150, 32, lighter(tones.clay, 0.24)) +
    solid(reel, tint, 346) +
    inside(
      reel,
      repeat(11, (i) =>
        stroke(`M180 ${196 + i * 22}Q300 ${228 + i * 22} 420 ${196 + i * 22}`, darker(tint, 0.2), 4),
      ) + gleam(230, 310, 220, 0, 0.4),
    ) +
    solid("M150 150H450V178C450 222 150 222 150 178Z", tones.clay, 370) +
    ellipse(300, 150, 150, 36, lighter(tones.clay, 0.3)) +
    ellipse(300, 150, 34, 11, tones.umber) +
    stroke("M408 380C470 372 500 420 470 452S420 520 500 530", tint, 7) +
    turned(rect(470, 150, 10, 300, tones.stone, 5) + ellipse(475, 172, 9, 20, tones.slate), 24, 475, 300)
  );
}

function buttons(tint: string): string {
  const button = (x: number, y: number, r: number, colour: string, holes: number) =>
    circle(x + 5, y + 11, r, darker(colour, 0.4)) +
    ball(x, y, r, colour) +
    circle(x, y, r * 0.7, "none", { stroke: darker(colour, 0.14), "stroke-width": 6 }) +
    repeat(holes, (i) => {
      const angle = (i / holes) * 6.283 + 0.78;
      return circle(
        x + Math.cos(angle) * r * 0.24,
        y + Math.sin(angle) * r * 0.24,
        r * 0.11,
        darker(colour, 0.6),
      );
    });
  return (
    shadow(300, 500, 210) +
    button(232, 234, 116, tint, 4) +
    button(406, 344, 96, tones.rose, 2) +
    button(226, 420, 80, tones.lagoon, 4) +
    button(416, 168, 58, tones.mustard, 2) +
    button(356, 476, 46, tones.lilac, 2)
  );
}

function fabric(tint: string): string {
  const fold = (y: number, colour: string) =>
    path(`M110 ${y}H430Q490 ${y} 490 ${y + 34}T430 ${y + 68}H110Z`, colour) +
    path(
      `M110 ${y + 46}H450Q480 ${y + 44} 488 ${y + 26}Q494 ${y + 68} 430 ${y + 68}H110Z`,
      darker(colour, 0.18),
    ) +
    path(`M430 ${y + 10}Q472 ${y + 10} 472 ${y + 34}T430 ${y + 58}`, "none", {
      stroke: lighter(colour, 0.4),
      "stroke-width": 5,
    });
  const cloth = "M110 160H420Q476 160 476 198V300L430 560L96 520Z";
  return (
    shadow(300, 532, 220) +
    fold(440, tones.mustard) +
    fold(374, tones.cream) +
    fold(308, tones.denim) +
    solid(cloth.replace("V300L430 560L96 520Z", "V300Q470 330 430 330H110Z"), tint, 380) +
    inside(
      "M110 160H420Q476 160 476 198V300Q470 330 430 330H110Z",
      repeat(5, (row) =>
        repeat(7, (i) => circle(140 + i * 54 + (row % 2) * 27, 182 + row * 34, 8, lighter(tint, 0.65))),
      ),
    ) +
    path("M110 160L130 160L118 184L130 208L118 232L130 256L118 280L130 306L110 330Z", darker(tint, 0.25)) +
    turned(
      rect(180, 100, 300, 34, tones.butter, 4) +
        repeat(14, (i) => rect(194 + i * 20, 100, 4, i % 5 ? 11 : 20, tones.umber)),
      -7,
      300,
      116,
    )
  );
}

function sewingMachine(tint: string): string {
  const machine =
    "M90 436V416Q90 400 106 400H380V250H200V300Q200 318 182 318H150Q132 318 132 300V196Q132 130 198 130H424Q500 130 500 206V436Z";
  return (
    shadow(300, 508, 244) +
    box(60, 430, 484, 66, tones.clay, 16, 400) +
    solid(machine, tint, 424) +
    stroke("M166 166Q176 154 200 152H400", lighter(tint, 0.5), 10) +
    rect(148, 318, 34, 26, tones.stone, 4) +
    rect(160, 340, 9, 66, tones.slate, 3) +
    path("M146 392H184V402H146Z", tones.stone) +
    circle(520, 250, 56, tones.umber) +
    circle(520, 250, 42, tones.honey) +
    circle(520, 250, 16, tones.umber) +
    stroke("M420 176C470 180 470 240 430 250S400 320 450 340", tones.butter, 8) +
    circle(420, 176, 9, tones.butter) +
    circle(450, 340, 9, tones.butter) +
    rect(236, 76, 16, 60, tones.stone, 5) +
    rect(222, 70, 44, 50, tones.berry, 8) +
    stroke("M224 84H264M224 98H264", darker(tones.berry, 0.3), 4) +
    stroke("M244 80C200 60 170 90 166 130S164 300 164 340", tones.berry, 4) +
    path("M96 400C150 380 240 396 360 400V416H96Z", tones.cream) +
    stroke("M176 408H350", tones.berry, 4, { "stroke-dasharray": "14 10" })
  );
}

function yarn(tint: string): string {
  const ballOf = "M120 300A180 180 0 1 1 480 300A180 180 0 1 1 120 300Z";
  const thread = (d: string, share: number) =>
    stroke(d, share > 0 ? darker(tint, share) : lighter(tint, -share), 9);
  return (
    shadow(300, 492, 190) +
    turned(rect(292, 30, 18, 440, tones.clay, 9) + circle(301, 30, 22, tones.ember), 40, 300, 300) +
    turned(rect(292, 30, 18, 440, tones.sand, 9) + circle(301, 30, 22, tones.ember), -40, 300, 300) +
    solid(ballOf, tint, 400, 0.12) +
    inside(
      ballOf,
      repeat(5, (i) =>
        thread(
          `M${90 + i * 8} ${250 + i * 34}C${200 + i * 20} ${150 + i * 30} ${330 + i * 16} ${130 + i * 34} ${470 + i * 6} ${170 + i * 34}`,
          0.2,
        ),
      ) +
        repeat(5, (i) =>
          thread(
            `M${150 + i * 30} ${110 - i * 4}C${230 + i * 34} ${200 + i * 6} ${260 + i * 36} ${330 + i * 4} ${220 + i * 44} ${480 + i * 2}`,
            i % 2 ? -0.3 : -0.12,
          ),
        ) +
        repeat(4, (i) =>
          thread(
            `M${120 + i * 10} ${360 + i * 26}C${230 + i * 10} ${400 + i * 22} ${330 + i * 10} ${390 + i * 20} ${460} ${330 + i * 32}`,
            0.3,
          ),
        ),
    ) +
    stroke("M430 424C500 470 420 520 340 510S180 500 96 540", tint, 11)
  );
}

function wig(tint: string): string {
  return (
    shadow(300, 532, 130) +
    path("M262 430H338L352 520Q300 540 248 520Z", tones.clay) +
    ellipse(300, 520, 96, 20, tones.cocoa) +
    path("M220 250C216 400 256 450 300 450S384 400 380 250Z", tones.blush) +
    path("M304 330q-12 34 4 40", "none", {
      stroke: tones.rose,
      "stroke-width": 6,
      "stroke-linecap": "round",
    }) +
    stroke("M252 338q14 10 28 0M320 338q14 10 28 0M278 404q22 14 44 0", tones.cocoa, 7) +
    path(
      "M200 300C120 340 130 430 180 462C160 400 210 380 216 330ZM400 300C480 340 470 430 420 462C440 400 390 380 384 330Z",
      darker(tint, 0.2),
    ) +
    solid(
      "M196 320C140 240 160 130 236 100C260 50 350 44 378 96C450 124 462 240 404 320C404 270 360 250 300 232C240 250 196 270 196 320Z",
      tint,
      360,
    ) +
    stroke(
      "M220 262C186 200 220 140 256 124M262 240C224 180 270 110 300 84M330 238C360 180 330 120 352 100M378 262C414 210 388 150 380 132",
      lighter(tint, 0.45),
      9,
    ) +
    ball(180, 330, 34, tint) +
    ball(420, 330, 34, tint) +
    ball(172, 400, 28, tint) +
    ball(428, 400, 28, tint) +
    sparkle(470, 110, 30, tones.snow) +
    sparkle(120, 170, 22, tones.snow)
  );
}

function lipstick(tint: string): string {
  return (
    shadow(320, 510, 190) +
    box(180, 300, 130, 210, tones.plum, 16) +
    rect(180, 300, 130, 26, tones.honey) +
    box(196, 236, 98, 70, tones.honey, 8) +
    solid("M206 240V150Q208 100 262 78Q284 74 284 110V240Z", tint, 254) +
    path("M206 150Q212 108 262 82Q240 130 206 150Z", lighter(tint, 0.4)) +
    gleam(206, 400, 150, 0, 0.4) +
    turned(
      box(370, 280, 124, 220, tones.plum, 18) +
        rect(370, 474, 124, 26, tones.honey, 6) +
        gleam(394, 380, 140, 0, 0.4),
      16,
      430,
      400,
    ) +
    path("M420 130C440 104 456 106 466 118C476 106 494 104 512 130C490 168 442 168 420 130Z", tint) +
    path("M426 130Q466 144 506 130Q466 124 426 130Z", darker(tint, 0.35)) +
    sparkle(112, 150, 24, tones.snow)
  );
}

/** Things for sewing, knitting and dressing up. */
export const craft = {
  scissors: { tint: "ember", draw: scissors },
  spool: { tint: "rose", draw: spool },
  buttons: { tint: "cream", draw: buttons },
  fabric: { tint: "berry", draw: fabric },
  "sewing-machine": { tint: "teal", draw: sewingMachine },
  yarn: { tint: "berry", draw: yarn },
  wig: { tint: "coral", draw: wig },
  lipstick: { tint: "ember", draw: lipstick },
} as const satisfies Partial<Record<ItemMotif, Motif>>;
