import type { ItemMotif } from "./art-types.ts";
import { ball, box, gleam, inside, type Motif, shadow, solid } from "./item-kit.ts";
import { chance, circle, darker, lighter, path, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

function brush(tint: string): string {
  const one = (angle: number, handle: string, hair: string, reach: number) =>
    turned(
      rect(291, 300 - reach, 18, 200 + reach, handle, 8) +
        rect(280, 214 - reach, 40, 92, tones.stone, 6) +
        rect(280, 284 - reach, 40, 8, tones.slate) +
        path(
          `M278 ${218 - reach}C262 ${150 - reach} 292 ${130 - reach} 302 ${76 - reach}C314 ${130 - reach} 338 ${150 - reach} 322 ${218 - reach}Z`,
          tones.cocoa,
        ) +
        path(
          `M284 ${160 - reach}C288 ${130 - reach} 298 ${112 - reach} 302 ${76 - reach}C310 ${112 - reach} 322 ${132 - reach} 322 ${168 - reach}Q302 ${188 - reach} 284 ${160 - reach}Z`,
          hair,
        ),
      angle,
      300,
      460,
    );
  const jar = "M176 330H424L410 486Q408 510 384 510H216Q192 510 190 486Z";
  return (
    shadow(300, 514, 170) +
    one(-24, tones.ember, tones.honey, -30) +
    one(24, tones.teal, tones.coral, -20) +
    one(0, tones.umber, tint, 14) +
    solid(jar, tones.cream, 350, 0.12) +
    inside(
      jar,
      path("M160 410Q230 390 300 410T440 410V440Q370 460 300 440T160 440Z", tint) +
        circle(236, 376, 13, tones.coral) +
        circle(300, 366, 13, tones.honey) +
        circle(362, 376, 13, tones.lagoon),
    ) +
    rect(166, 322, 268, 24, tones.snow, 12) +
    gleam(210, 440, 80, -5, 0.8)
  );
}

function paint(tint: string): string {
  const tube = (angle: number, x: number, colour: string) =>
    turned(
      solid(
        `M${x - 62} 226L${x - 56} 470H${x + 56}L${x + 62} 226Q${x} 196 ${x - 62} 226Z`,
        tones.cream,
        x + 24,
      ) +
        path(`M${x - 61} 270H${x + 61}L${x + 58} 400H${x - 58}Z`, colour) +
        box(x - 62, 464, 124, 34, tones.stone, 6) +
        path(`M${x - 40} 216L${x - 22} 170H${x + 22}L${x + 40} 216Z`, tones.stone) +
        rect(x - 24, 146, 48, 34, tones.slate, 6) +
        gleam(x - 36, 340, 130, 0, 0.5),
      angle,
      x,
      340,
    );
  return (
    shadow(300, 510, 224) +
    path(
      "M70 150C110 80 210 120 260 90S420 70 440 120S380 190 300 176S230 210 170 222S40 210 70 150Z",
      tint,
    ) +
    path("M110 156C140 120 210 146 250 122", "none", {
      stroke: lighter(tint, 0.5),
      "stroke-width": 13,
      "stroke-linecap": "round",
    }) +
    circle(492, 150, 24, tint) +
    circle(526, 196, 11, tint) +
    tube(-16, 160, tones.honey) +
    tube(14, 440, tones.ember) +
    tube(0, 300, tint)
  );
}

function ink(tint: string): string {
  return (
    shadow(290, 508, 180) +
    solid(
      "M150 300Q150 250 210 240H370Q430 250 430 300V462Q430 506 386 506H194Q150 506 150 462Z",
      lighter(tones.denim, 0.62),
      360,
      0.1,
    ) +
    solid("M172 340Q230 320 290 340T408 340V454Q408 484 378 484H202Q172 484 172 454Z", tint, 350) +
    rect(212, 196, 156, 54, lighter(tones.denim, 0.5), 10) +
    rect(200, 196, 180, 22, tones.denim, 10) +
    gleam(186, 400, 120, 0, 0.6) +
    turned(
      path("M300 60C350 130 350 260 304 366L292 366C252 260 250 140 300 60Z", tones.cream) +
        path("M300 60C350 130 350 260 304 366L298 366Z", tones.sand) +
        stroke("M298 100V380", tones.stone, 6) +
        stroke(
          "M300 150l30-24M300 190l34-26M300 230l32-26M298 170l-30-24M298 210l-34-26M298 250l-30-24",
          tones.stone,
          3,
        ) +
        path("M290 360H308L299 420Z", tones.umber),
      26,
      300,
      240,
    ) +
    path("M470 420C500 460 506 486 484 500C456 506 446 480 470 420Z", tint) +
    circle(520, 520, 13, tint)
  );
}

function notebook(tint: string): string {
  return (
    shadow(310, 516, 210) +
    turned(
      rect(146, 108, 320, 400, darker(tint, 0.35), 22) +
        rect(152, 104, 316, 394, tones.cream, 18) +
        box(140, 96, 316, 394, tint, 22, 380) +
        rect(140, 96, 56, 394, darker(tint, 0.24), 22) +
        rect(388, 96, 17, 394, tones.umber) +
        path("M300 220c-40-30-90 10-60 56l60 56l60-56c30-46-20-86-60-56Z", lighter(tint, 0.72)),
      -7,
      300,
      300,
    ) +
    turned(
      rect(430, 110, 34, 330, tones.honey, 4) +
        rect(430, 110, 11, 330, lighter(tones.honey, 0.4)) +
        path("M430 440H464L447 496Z", tones.peach) +
        path("M440 474H454L447 496Z", tones.umber) +
        rect(430, 84, 34, 34, tones.rose, 8) +
        rect(430, 112, 34, 18, tones.stone),
      20,
      447,
      300,
    )
  );
}

function plane(tint: string): string {
  const next = chance(6);
  const curl = (x: number, y: number, r: number) =>
    path(
      `M${x} ${y}a${r} ${r} 0 1 1 ${r * 1.6} ${r * 0.6}a${r * 0.62} ${r * 0.62} 0 1 1 ${-r * 1.1} ${-r * 0.5}`,
      "none",
      { stroke: tones.peach, "stroke-width": 15, "stroke-linecap": "round" },
    ) +
    path(`M${x} ${y}a${r} ${r} 0 0 1 ${r} ${-r}`, "none", {
      stroke: tones.cream,
      "stroke-width": 6,
      "stroke-linecap": "round",
    });
  return (
    path("M0 446H600V600H0Z", tones.clay, { opacity: 0.55 }) +
    repeat(4, (i) => stroke(`M0 ${476 + i * 34}H600`, tones.cocoa, 3, { opacity: 0.25 + next() * 0.2 })) +
    path("M80 446H540V462H80Z", tones.slate) +
    solid("M76 380Q76 350 110 350H210L250 300H310L330 350H470Q540 350 540 420V446H76Z", tint, 400) +
    turned(rect(240, 160, 56, 210, tones.mist, 8) + rect(240, 160, 18, 210, tones.snow, 8), 30, 268, 270) +
    path("M230 352L300 262L340 352Z", tones.umber) +
    solid(
      "M400 352C396 290 420 240 470 214C500 206 512 226 500 246C480 276 476 310 484 352Z",
      tones.cocoa,
      446,
    ) +
    ball(138, 314, 44, tones.cocoa) +
    rect(120, 340, 36, 20, tones.umber, 6) +
    curl(216, 216, 46) +
    curl(90, 214, 34) +
    curl(312, 132, 38) +
    gleam(170, 394, 130, 90, 0.35)
  );
}

/** Things for painting, drawing and building. */
export const atelier = {
  brush: { tint: "denim", draw: brush },
  paint: { tint: "teal", draw: paint },
  ink: { tint: "navy", draw: ink },
  notebook: { tint: "teal", draw: notebook },
  plane: { tint: "mustard", draw: plane },
} as const satisfies Partial<Record<ItemMotif, Motif>>;
