import { AXIS, both } from "./avatar-head.ts";
import { circle, clipped, darker, ellipse, lighter, path, polygon, rect, repeat, stroke } from "./svg.ts";
import { tones } from "./tones.ts";

/** Two bright eyes and a smile make a face out of anything. */
function friendlyFace(y: number, apart: number, colour: string, r = 9): string {
  return (
    both(
      circle(AXIS - apart, y, r, colour) +
        circle(AXIS - apart + r * 0.35, y - r * 0.35, r * 0.32, tones.snow),
    ) +
    stroke(
      `M${AXIS - apart * 0.45} ${y + r * 1.5}q${apart * 0.45} ${r * 1.9} ${apart * 0.9} 0`,
      colour,
      r * 0.6,
    )
  );
}

export function sousaphone(): string {
  const brass = tones.honey;
  const [deep, shine] = [darker(brass, 0.34), lighter(brass, 0.55)];
  const coil =
    circle(AXIS, 372, 116, "none", { stroke: deep, "stroke-width": 46 }) +
    circle(AXIS, 372, 116, "none", { stroke: brass, "stroke-width": 36 }) +
    stroke("M160 330A104 104 0 0 1 214 274", shine, 8) +
    stroke("M300 470V372", deep, 34) +
    stroke("M300 470V372", brass, 24);
  const valves = repeat(
    3,
    (i) =>
      rect(212 + i * 30, 348, 22, 76, deep, 8) +
      rect(214 + i * 30, 336, 18, 60, lighter(brass, 0.2), 6) +
      circle(223 + i * 30, 330, 11, tones.cream),
  );
  const bell =
    path("M206 230L236 320H276L306 230Z", deep) +
    circle(AXIS, 176, 136, deep) +
    circle(AXIS, 176, 130, brass) +
    circle(AXIS, 176, 108, lighter(brass, 0.22)) +
    circle(AXIS, 178, 84, brass) +
    circle(AXIS, 182, 56, deep) +
    circle(AXIS, 186, 34, tones.umber) +
    stroke("M150 136A118 118 0 0 1 214 72", tones.snow, 9, { opacity: 0.85 });
  const bubbles = [
    [150, 96, 14],
    [352, 66, 20],
    [386, 122, 11],
    [318, 34, 10],
    [186, 48, 9],
  ].map(
    ([x = 0, y = 0, r = 0]) =>
      circle(x, y, r, tones.cream, { "fill-opacity": 0.3, stroke: tones.cream, "stroke-width": 4 }) +
      circle(x - r * 0.3, y - r * 0.35, r * 0.22, tones.snow),
  );
  return coil + valves + bell + bubbles.join("");
}

export function kettle(): string {
  const coat = tones.ember;
  const steam = stroke(
    "M404 172C384 148 420 134 402 108S412 76 402 56M436 156C424 138 446 128 436 108",
    tones.snow,
    13,
    { opacity: 0.85 },
  );
  return (
    ellipse(AXIS, 446, 176, 22, tones.pine, { opacity: 0.25 }) +
    stroke("M150 236C140 90 372 90 362 236", tones.umber, 20) +
    stroke("M196 134Q256 104 316 134", tones.clay, 30) +
    path("M356 300C400 292 396 210 420 188L448 202C436 250 440 330 366 372Z", darker(coat, 0.16)) +
    path("M104 428C76 300 150 214 256 214S436 300 408 428Q404 446 384 446H128Q108 446 104 428Z", coat) +
    clipped(
      "kettle",
      path("M104 428C76 300 150 214 256 214S436 300 408 428Q404 446 384 446H128Q108 446 104 428Z", "#000"),
      path("M312 200C420 240 400 420 330 460H460V200Z", darker(coat, 0.2), { opacity: 0.6 }) +
        rect(60, 404, 400, 60, darker(coat, 0.26)),
    ) +
    stroke("M132 356C130 300 160 262 200 246", lighter(coat, 0.5), 13) +
    ellipse(AXIS, 220, 82, 20, darker(coat, 0.22)) +
    path("M182 216Q256 172 330 216Q256 236 182 216Z", lighter(coat, 0.16)) +
    circle(AXIS, 186, 17, tones.umber) +
    friendlyFace(316, 44, tones.umber, 11) +
    both(ellipse(AXIS - 84, 340, 19, 12, lighter(coat, 0.4), { opacity: 0.7 })) +
    steam
  );
}

export function robot(): string {
  const shell = tones.mint;
  const side = darker(shell, 0.2);
  return (
    stroke(`M${AXIS} 128V84`, side, 10) +
    circle(AXIS, 76, 18, tones.coral) +
    circle(AXIS - 5, 71, 5, tones.peach) +
    path("M120 524C120 456 160 430 216 424H296C352 430 392 456 392 524Z", tones.lagoon) +
    rect(220, 398, 72, 44, side, 10) +
    rect(226, 462, 60, 50, tones.cream, 12) +
    both(circle(AXIS - 82, 486, 9, tones.butter)) +
    path("M256 500c-20-14-22-30-11-31q8 0 11 8q3-8 11-8c11 1 9 17-11 31Z", tones.coral) +
    both(
      path("M112 154L140 84Q150 72 162 84L206 138Z", shell) + path("M140 142L152 108L178 138Z", tones.rose),
    ) +
    both(rect(76, 230, 40, 88, side, 14) + rect(92, 222, 30, 104, tones.coral, 12)) +
    rect(106, 128, 300, 282, shell, 74) +
    clipped(
      "shell",
      rect(106, 128, 300, 282, "#000", 74),
      path("M330 120C390 220 370 360 290 420H420V120Z", side, { opacity: 0.5 }),
    ) +
    rect(140, 176, 232, 186, tones.navy, 50) +
    both(
      path(`M${AXIS - 74} 262Q${AXIS - 74} 228 ${AXIS - 50} 228T${AXIS - 26} 262`, "none", {
        stroke: tones.butter,
        "stroke-width": 14,
        "stroke-linecap": "round",
      }),
    ) +
    stroke("M224 300q16 20 32 0q16 20 32 0", tones.butter, 11) +
    both(repeat(2, (i) => circle(AXIS - 92 + i * 18, 304, 5, tones.coral))) +
    stroke("M168 214Q178 196 200 194", tones.sky, 7, { opacity: 0.7 })
  );
}

export function knight(): string {
  const wood = tones.sand;
  const [dark, deep] = [darker(wood, 0.24), tones.cocoa];
  const horse =
    "M176 416C168 350 196 318 224 284C196 300 158 306 138 292C120 278 128 250 148 232C168 212 176 170 204 146L196 96C222 100 240 116 250 134C330 136 372 204 366 288C362 340 344 376 348 416Z";
  return (
    ellipse(AXIS, 478, 160, 16, tones.night, { opacity: 0.25 }) +
    path(horse, wood) +
    clipped(
      "horse",
      path(horse, "#000"),
      path("M262 130C300 190 250 250 276 330C286 370 280 400 276 430H400V110Z", dark) +
        path("M140 300C170 300 200 296 224 284C214 312 190 318 170 312Z", dark),
    ) +
    path(
      "M250 134C286 116 330 136 352 176C392 220 392 300 368 350C356 300 352 256 330 222C312 192 286 150 250 134Z",
      deep,
    ) +
    stroke("M284 142C330 168 350 220 356 268M316 150C356 184 376 240 370 300", lighter(deep, 0.3), 7) +
    path("M204 146L196 96C222 100 240 116 250 134Q226 134 204 146Z", dark) +
    circle(212, 200, 11, tones.umber) +
    circle(215, 196, 4, tones.snow) +
    stroke("M194 182q14-14 32-6", deep, 6) +
    circle(148, 264, 6, tones.umber) +
    stroke("M142 286q20 4 34-6", deep, 6) +
    rect(160, 408, 204, 30, deep, 15) +
    path("M146 474C146 446 166 436 176 436H348C358 436 378 446 378 474Z", wood) +
    path("M290 436H348C358 436 378 446 378 474H300Z", dark) +
    rect(130, 466, 264, 26, deep, 13)
  );
}

export function train(): string {
  const coat = tones.teal;
  return (
    polygon(
      [
        [196, 400],
        [316, 400],
        [420, 524],
        [92, 524],
      ],
      tones.stone,
    ) +
    repeat(4, (i) => rect(170 - i * 22, 416 + i * 28, 172 + i * 44, 11, tones.cocoa, 3)) +
    both(stroke("M214 400L140 524", tones.slate, 9)) +
    rect(122, 96, 268, 304, coat, 54) +
    clipped(
      "coach",
      rect(122, 96, 268, 304, "#000", 54),
      rect(122, 262, 268, 150, tones.cream) +
        rect(122, 262, 268, 16, tones.ember) +
        path("M330 80H400V420H300C340 330 346 190 330 80Z", tones.night, { opacity: 0.14 }),
    ) +
    rect(150, 134, 98, 98, tones.navy, 20) +
    rect(264, 134, 98, 98, tones.navy, 20) +
    stroke("M170 206L206 152M192 212L218 174M284 206L320 152M306 212L332 174", tones.sky, 8, {
      opacity: 0.55,
    }) +
    rect(222, 104, 68, 20, tones.butter, 8) +
    both(
      circle(172, 322, 26, tones.slate) +
        circle(172, 322, 19, tones.butter) +
        circle(166, 316, 6, tones.snow),
    ) +
    stroke("M226 330q30 26 60 0", tones.umber, 8) +
    rect(112, 378, 288, 26, tones.ink, 12) +
    rect(228, 384, 56, 30, tones.slate, 8) +
    stroke("M196 96L176 58H336L316 96M216 58L256 32L296 58", tones.ink, 7)
  );
}
