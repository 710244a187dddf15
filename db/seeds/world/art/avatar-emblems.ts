import type { EmblemMotif } from "./art-types.ts";
import { circle, clipped, darker, ellipse, lighter, mirrored, path, polygon, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

const AXIS = 256;

function both(half: string): string {
  return half + mirrored(half, AXIS);
}

/** Two bright eyes and a smile make a face out of anything. */
function friendlyFace(y: number, apart: number, colour: string, r = 9): string {
  return both(circle(AXIS - apart, y, r, colour) + circle(AXIS - apart + r * 0.35, y - r * 0.35, r * 0.32, tones.snow)) + stroke(`M${AXIS - apart * 0.45} ${y + r * 1.5}q${apart * 0.45} ${r * 1.9} ${apart * 0.9} 0`, colour, r * 0.6);
}

function sousaphone(): string {
  const brass = tones.honey;
  const [deep, shine] = [darker(brass, 0.34), lighter(brass, 0.55)];
  const coil =
    circle(AXIS, 372, 116, "none", { stroke: deep, "stroke-width": 46 }) +
    circle(AXIS, 372, 116, "none", { stroke: brass, "stroke-width": 36 }) +
    stroke("M160 330A104 104 0 0 1 214 274", shine, 8) +
    stroke("M300 470V372", deep, 34) +
    stroke("M300 470V372", brass, 24);
  const valves = repeat(3, (i) => rect(212 + i * 30, 348, 22, 76, deep, 8) + rect(214 + i * 30, 336, 18, 60, lighter(brass, 0.2), 6) + circle(223 + i * 30, 330, 11, tones.cream));
  const bell =
    path("M206 230L236 320H276L306 230Z", deep) +
    circle(AXIS, 176, 136, deep) +
    circle(AXIS, 176, 130, brass) +
    circle(AXIS, 176, 108, lighter(brass, 0.22)) +
    circle(AXIS, 178, 84, brass) +
    circle(AXIS, 182, 56, deep) +
    circle(AXIS, 186, 34, tones.umber) +
    stroke("M150 136A118 118 0 0 1 214 72", tones.snow, 9, { opacity: 0.85 });
  const bubbles = [[150, 96, 14], [352, 66, 20], [386, 122, 11], [318, 34, 10], [186, 48, 9]].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, tones.cream, { "fill-opacity": 0.3, stroke: tones.cream, "stroke-width": 4 }) + circle(x - r * 0.3, y - r * 0.35, r * 0.22, tones.snow));
  return coil + valves + bell + bubbles.join("");
}

function kettle(): string {
  const coat = tones.ember;
  const steam = stroke("M404 172C384 148 420 134 402 108S412 76 402 56M436 156C424 138 446 128 436 108", tones.snow, 13, { opacity: 0.85 });
  return (
    ellipse(AXIS, 446, 176, 22, tones.pine, { opacity: 0.25 }) +
    stroke("M150 236C140 90 372 90 362 236", tones.umber, 20) +
    stroke("M196 134Q256 104 316 134", tones.clay, 30) +
    path("M356 300C400 292 396 210 420 188L448 202C436 250 440 330 366 372Z", darker(coat, 0.16)) +
    path("M104 428C76 300 150 214 256 214S436 300 408 428Q404 446 384 446H128Q108 446 104 428Z", coat) +
    clipped("kettle", path("M104 428C76 300 150 214 256 214S436 300 408 428Q404 446 384 446H128Q108 446 104 428Z", "#000"), path("M312 200C420 240 400 420 330 460H460V200Z", darker(coat, 0.2), { opacity: 0.6 }) + rect(60, 404, 400, 60, darker(coat, 0.26))) +
    stroke("M132 356C130 300 160 262 200 246", lighter(coat, 0.5), 13) +
    ellipse(AXIS, 220, 82, 20, darker(coat, 0.22)) +
    path("M182 216Q256 172 330 216Q256 236 182 216Z", lighter(coat, 0.16)) +
    circle(AXIS, 186, 17, tones.umber) +
    friendlyFace(316, 44, tones.umber, 11) +
    both(ellipse(AXIS - 84, 340, 19, 12, lighter(coat, 0.4), { opacity: 0.7 })) +
    steam
  );
}

function moth(): string {
  const upper = "M250 250C214 160 130 108 64 128C46 190 92 288 250 290Z";
  const lower = "M250 288C170 292 108 330 116 406C186 432 246 372 252 310Z";
  const wing =
    path(lower, tones.clay) +
    path("M246 304C190 310 140 340 142 392C194 404 238 360 246 304Z", tones.apricot) +
    circle(180, 364, 17, tones.cream) +
    circle(180, 364, 9, tones.plum) +
    path(upper, tones.sand) +
    clipped("wing", path(upper, "#000"), path("M40 120C120 110 200 160 250 262L230 290C150 250 90 190 50 180Z", tones.peach) + stroke("M74 206C130 214 190 240 236 276M92 236C140 244 190 262 232 284", tones.clay, 6) + path("M40 100L92 124L70 160L80 200L40 200Z", tones.clay)) +
    circle(142, 180, 27, tones.cream) +
    circle(142, 180, 18, tones.ember) +
    circle(142, 180, 9, tones.umber) +
    circle(136, 174, 4, tones.cream) +
    stroke("M252 216C236 168 210 150 178 152M238 188l-18 0M228 172l-16-6M216 162l-10-10", tones.umber, 6);
  const body =
    path("M256 206C294 206 296 300 284 356C276 394 264 410 256 410S236 394 228 356C216 300 218 206 256 206Z", tones.cocoa) +
    repeat(4, (i) => stroke(`M${230 + i * 2} ${318 + i * 21}Q256 ${332 + i * 21} ${282 - i * 2} ${318 + i * 21}`, tones.sand, 6)) +
    ellipse(AXIS, 252, 42, 36, tones.cream) +
    repeat(9, (i) => circle(220 + i * 9, 278 + Math.sin((i / 8) * Math.PI) * 10, 9, tones.cream)) +
    both(circle(AXIS - 17, 240, 10, tones.umber) + circle(AXIS - 14, 237, 3, tones.snow)) +
    stroke("M249 258q7 6 14 0", tones.umber, 4);
  return both(wing) + body;
}

function robot(): string {
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
    both(path("M112 154L140 84Q150 72 162 84L206 138Z", shell) + path("M140 142L152 108L178 138Z", tones.rose)) +
    both(rect(76, 230, 40, 88, side, 14) + rect(92, 222, 30, 104, tones.coral, 12)) +
    rect(106, 128, 300, 282, shell, 74) +
    clipped("shell", rect(106, 128, 300, 282, "#000", 74), path("M330 120C390 220 370 360 290 420H420V120Z", side, { opacity: 0.5 })) +
    rect(140, 176, 232, 186, tones.navy, 50) +
    both(path(`M${AXIS - 74} 262Q${AXIS - 74} 228 ${AXIS - 50} 228T${AXIS - 26} 262`, "none", { stroke: tones.butter, "stroke-width": 14, "stroke-linecap": "round" })) +
    stroke("M224 300q16 20 32 0q16 20 32 0", tones.butter, 11) +
    both(repeat(2, (i) => circle(AXIS - 92 + i * 18, 304, 5, tones.coral))) +
    stroke("M168 214Q178 196 200 194", tones.sky, 7, { opacity: 0.7 })
  );
}

function knight(): string {
  const wood = tones.sand;
  const [dark, deep] = [darker(wood, 0.24), tones.cocoa];
  const horse = "M176 416C168 350 196 318 224 284C196 300 158 306 138 292C120 278 128 250 148 232C168 212 176 170 204 146L196 96C222 100 240 116 250 134C330 136 372 204 366 288C362 340 344 376 348 416Z";
  return (
    ellipse(AXIS, 478, 160, 16, tones.night, { opacity: 0.25 }) +
    path(horse, wood) +
    clipped("horse", path(horse, "#000"), path("M262 130C300 190 250 250 276 330C286 370 280 400 276 430H400V110Z", dark) + path("M140 300C170 300 200 296 224 284C214 312 190 318 170 312Z", dark)) +
    path("M250 134C286 116 330 136 352 176C392 220 392 300 368 350C356 300 352 256 330 222C312 192 286 150 250 134Z", deep) +
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

function duck(): string {
  const [yellow, shade] = [tones.honey, "#d9922e"];
  const water = path("M0 404Q42 386 84 404T168 404T252 404T336 404T420 404T504 404T588 404V512H0Z", tones.denim, { opacity: 0.85 }) + stroke("M110 452q22-14 44 0t44 0M300 470q22-14 44 0t44 0", tones.sky, 6, { opacity: 0.8 });
  return (
    path("M96 300C70 290 62 250 80 240C120 262 150 270 190 268C260 250 400 250 424 320C446 400 380 436 270 436S100 400 96 300Z", yellow) +
    clipped("duck", path("M96 300C70 290 62 250 80 240C120 262 150 270 190 268C260 250 400 250 424 320C446 400 380 436 270 436S100 400 96 300Z", "#000"), path("M80 380C180 440 380 430 440 320V470H80Z", shade, { opacity: 0.6 })) +
    path("M170 330C200 300 260 304 280 326C270 366 220 380 176 364C190 356 184 344 170 330Z", shade, { opacity: 0.8 }) +
    circle(320, 192, 96, yellow) +
    path("M262 268C300 300 370 290 388 256L400 300H250Z", yellow) +
    path("M300 100C310 70 350 70 344 98C368 90 376 112 352 118Z", yellow) +
    path("M392 196C440 180 470 200 452 216C474 226 452 250 396 232Z", tones.coral) +
    stroke("M398 216Q430 212 450 216", darker(tones.coral, 0.3), 4) +
    circle(300, 184, 35, tones.snow, { "fill-opacity": 0.3, stroke: tones.ink, "stroke-width": 8 }) +
    circle(376, 184, 27, tones.snow, { "fill-opacity": 0.3, stroke: tones.ink, "stroke-width": 8 }) +
    stroke("M335 178q8-6 14 0M266 176L228 168", tones.ink, 7) +
    circle(308, 186, 11, tones.ink) +
    circle(312, 182, 4, tones.snow) +
    circle(380, 186, 10, tones.ink) +
    circle(384, 182, 3.5, tones.snow) +
    ellipse(284, 232, 20, 11, tones.coral, { opacity: 0.55 }) +
    water
  );
}

function owl(): string {
  const body = "M256 118C372 118 410 220 404 340C400 440 340 500 256 500S112 440 108 340C102 220 140 118 256 118Z";
  const feathers = repeat(4, (row) => repeat(5 - (row % 2), (i) => path(`M${186 + i * 35 + (row % 2) * 17} ${334 + row * 34}q0 26 17 26t17-26Z`, row % 2 ? tones.apricot : tones.clay)));
  const eye = circle(196, 222, 66, tones.cream) + circle(196, 222, 50, tones.honey) + circle(200, 222, 31, tones.night) + circle(212, 208, 11, tones.snow) + circle(190, 236, 5, tones.snow);
  return (
    both(path("M128 196C104 150 104 108 118 84C150 100 186 116 206 136Z", tones.cocoa) + path("M134 176C122 148 120 126 126 110C146 120 166 132 176 144Z", tones.clay)) +
    path(body, tones.cocoa) +
    clipped("owl", path(body, "#000"), ellipse(AXIS, 420, 104, 130, tones.sand) + feathers + both(path("M100 280C150 300 172 380 150 480L80 500V280Z", tones.umber))) +
    both(eye) +
    path("M256 236L234 262Q256 306 278 262Z", tones.coral) +
    path("M256 236L234 262Q244 270 256 270Z", lighter(tones.coral, 0.3)) +
    both(stroke("M140 166Q190 128 244 186", tones.umber, 14)) +
    turned(rect(300, 372, 150, 34, tones.honey, 6) + rect(438, 364, 30, 50, darker(tones.honey, 0.3), 6) + rect(286, 376, 20, 26, tones.umber, 4) + rect(346, 370, 12, 38, darker(tones.honey, 0.3)), -30, 340, 390) +
    path("M300 430C320 400 356 398 372 420C360 452 320 462 300 430Z", tones.umber)
  );
}

function cat(): string {
  const fur = tones.ink;
  const light = lighter(fur, 0.16);
  return (
    path("M80 524C84 430 150 396 256 396S428 430 432 524Z", tones.cream) +
    clipped("jersey", path("M80 524C84 430 150 396 256 396S428 430 432 524Z", "#000"), repeat(4, (i) => stroke(`M60 ${440 + i * 28}Q256 ${412 + i * 28} 452 ${440 + i * 28}`, tones.denim, 11))) +
    path("M186 404Q256 446 326 404L312 384H200Z", tones.ember) +
    path("M256 424l-34 30l8-40ZM256 424l34 30l-8-40Z", darker(tones.ember, 0.14)) +
    both(path("M120 250C104 180 112 120 132 108C166 118 196 144 214 168Z", fur) + path("M136 200C130 168 134 146 142 138C158 146 172 158 182 170Z", tones.rose)) +
    path("M256 148C360 148 410 210 408 286C404 362 340 404 256 404S108 362 104 286C102 210 152 148 256 148Z", fur) +
    path("M256 300C300 300 326 326 322 354C310 386 286 398 256 398S202 386 190 354C186 326 212 300 256 300Z", light) +
    both(path("M152 262C166 232 206 232 222 268C204 284 168 286 152 262Z", tones.butter) + ellipse(190, 260, 9, 18, fur) + circle(194, 252, 4, tones.snow)) +
    path("M240 306Q256 298 272 306L256 324Z", tones.rose) +
    stroke("M256 324V338M256 338q-14 18-32 8M256 338q14 18 32 8", tones.blush, 5) +
    both(stroke("M176 322L96 308M176 338L92 346", tones.cream, 4)) +
    path("M114 190C96 112 210 78 290 92C384 104 424 152 402 190C360 160 180 158 114 190Z", tones.berry) +
    stroke("M282 92C280 78 290 70 300 62", tones.berry, 12) +
    stroke("M150 146C190 118 240 112 286 116", lighter(tones.berry, 0.35), 7) +
    path("M112 182Q256 138 404 184Q400 196 392 196Q256 158 122 196Q112 194 112 182Z", darker(tones.berry, 0.22))
  );
}

function train(): string {
  const coat = tones.teal;
  return (
    polygon([[196, 400], [316, 400], [420, 524], [92, 524]], tones.stone) +
    repeat(4, (i) => rect(170 - i * 22, 416 + i * 28, 172 + i * 44, 11, tones.cocoa, 3)) +
    both(stroke("M214 400L140 524", tones.slate, 9)) +
    rect(122, 96, 268, 304, coat, 54) +
    clipped("coach", rect(122, 96, 268, 304, "#000", 54), rect(122, 262, 268, 150, tones.cream) + rect(122, 262, 268, 16, tones.ember) + path("M330 80H400V420H300C340 330 346 190 330 80Z", tones.night, { opacity: 0.14 })) +
    rect(150, 134, 98, 98, tones.navy, 20) +
    rect(264, 134, 98, 98, tones.navy, 20) +
    stroke("M170 206L206 152M192 212L218 174M284 206L320 152M306 212L332 174", tones.sky, 8, { opacity: 0.55 }) +
    rect(222, 104, 68, 20, tones.butter, 8) +
    both(circle(172, 322, 26, tones.slate) + circle(172, 322, 19, tones.butter) + circle(166, 316, 6, tones.snow)) +
    stroke("M226 330q30 26 60 0", tones.umber, 8) +
    rect(112, 378, 288, 26, tones.ink, 12) +
    rect(228, 384, 56, 30, tones.slate, 8) +
    stroke("M196 96L176 58H336L316 96M216 58L256 32L296 58", tones.ink, 7)
  );
}

function mushroom(): string {
  const red = tones.ember;
  const hood = "M64 262C64 130 156 74 256 74S448 130 448 262C448 300 360 314 256 314S64 300 64 262Z";
  const spots: readonly (readonly [number, number, number, number])[] = [[150, 178, 30, 24], [248, 120, 36, 24], [352, 170, 32, 28], [238, 220, 26, 20], [108, 252, 20, 18], [320, 252, 24, 16], [408, 246, 18, 20]];
  return (
    ellipse(AXIS, 474, 150, 20, tones.night, { opacity: 0.25 }) +
    path("M194 286C206 360 176 420 170 462Q256 492 342 462C336 420 306 360 318 286Z", tones.cream) +
    path("M282 286C300 360 300 430 276 478L342 462C336 420 306 360 318 286Z", tones.sand) +
    path("M186 316Q256 352 326 316L340 344Q322 340 314 356Q296 346 284 362Q270 350 256 364Q242 350 228 362Q216 346 198 356Q190 340 172 344Z", tones.peach) +
    path(hood, red) +
    clipped("hood", path(hood, "#000"), path("M330 60C420 160 400 270 330 330H470V60Z", darker(red, 0.25), { opacity: 0.55 }) + spots.map(([x, y, rx, ry]) => ellipse(x, y, rx, ry, tones.cream)).join("")) +
    stroke("M104 216C116 160 156 118 206 104", lighter(red, 0.45), 10, { opacity: 0.8 }) +
    both(stroke(`M${AXIS - 48} 404q14 13 28 0`, tones.umber, 7) + ellipse(AXIS - 56, 424, 15, 9, tones.rose, { opacity: 0.7 })) +
    stroke("M246 424q10 10 20 0", tones.umber, 6) +
    path("M120 474q-14-44-30-52q2 36 8 54ZM136 474q4-40 20-58q4 34-4 58Z", tones.sage) +
    path("M392 474q14-44 30-52q-2 36-8 54ZM376 474q-4-32-18-46q-2 26 4 46Z", tones.sage)
  );
}

const emblems: Record<EmblemMotif, () => string> = { sousaphone, kettle, moth, robot, knight, duck, owl, cat, train, mushroom };

/** An animal or a thing that stands for a creator, drawn on a plane of 512 by 512. */
export function emblem(motif: EmblemMotif): string {
  return emblems[motif]();
}
