import { AXIS, both } from "./avatar-head.ts";
import { circle, clipped, darker, ellipse, lighter, path, rect, repeat, stroke, turned } from "./svg.ts";
import { tones } from "./tones.ts";

export function moth(): string {
  const upper = "M250 250C214 160 130 108 64 128C46 190 92 288 250 290Z";
  const lower = "M250 288C170 292 108 330 116 406C186 432 246 372 252 310Z";
  const wing =
    path(lower, tones.clay) +
    path("M246 304C190 310 140 340 142 392C194 404 238 360 246 304Z", tones.apricot) +
    circle(180, 364, 17, tones.cream) +
    circle(180, 364, 9, tones.plum) +
    path(upper, tones.sand) +
    clipped(
      "wing",
      path(upper, "#000"),
      path("M40 120C120 110 200 160 250 262L230 290C150 250 90 190 50 180Z", tones.peach) +
        stroke("M74 206C130 214 190 240 236 276M92 236C140 244 190 262 232 284", tones.clay, 6) +
        path("M40 100L92 124L70 160L80 200L40 200Z", tones.clay),
    ) +
    circle(142, 180, 27, tones.cream) +
    circle(142, 180, 18, tones.ember) +
    circle(142, 180, 9, tones.umber) +
    circle(136, 174, 4, tones.cream) +
    stroke("M252 216C236 168 210 150 178 152M238 188l-18 0M228 172l-16-6M216 162l-10-10", tones.umber, 6);
  const body =
    path(
      "M256 206C294 206 296 300 284 356C276 394 264 410 256 410S236 394 228 356C216 300 218 206 256 206Z",
      tones.cocoa,
    ) +
    repeat(4, (i) =>
      stroke(
        `M${230 + i * 2} ${318 + i * 21}Q256 ${332 + i * 21} ${282 - i * 2} ${318 + i * 21}`,
        tones.sand,
        6,
      ),
    ) +
    ellipse(AXIS, 252, 42, 36, tones.cream) +
    repeat(9, (i) => circle(220 + i * 9, 278 + Math.sin((i / 8) * Math.PI) * 10, 9, tones.cream)) +
    both(circle(AXIS - 17, 240, 10, tones.umber) + circle(AXIS - 14, 237, 3, tones.snow)) +
    stroke("M249 258q7 6 14 0", tones.umber, 4);
  return both(wing) + body;
}

export function duck(): string {
  const [yellow, shade] = [tones.honey, "#d9922e"];
  const water =
    path("M0 404Q42 386 84 404T168 404T252 404T336 404T420 404T504 404T588 404V512H0Z", tones.denim, {
      opacity: 0.85,
    }) + stroke("M110 452q22-14 44 0t44 0M300 470q22-14 44 0t44 0", tones.sky, 6, { opacity: 0.8 });
  return (
    path(
      "M96 300C70 290 62 250 80 240C120 262 150 270 190 268C260 250 400 250 424 320C446 400 380 436 270 436S100 400 96 300Z",
      yellow,
    ) +
    clipped(
      "duck",
      path(
        "M96 300C70 290 62 250 80 240C120 262 150 270 190 268C260 250 400 250 424 320C446 400 380 436 270 436S100 400 96 300Z",
        "#000",
      ),
      path("M80 380C180 440 380 430 440 320V470H80Z", shade, { opacity: 0.6 }),
    ) +
    path("M170 330C200 300 260 304 280 326C270 366 220 380 176 364C190 356 184 344 170 330Z", shade, {
      opacity: 0.8,
    }) +
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

export function owl(): string {
  const body =
    "M256 118C372 118 410 220 404 340C400 440 340 500 256 500S112 440 108 340C102 220 140 118 256 118Z";
  const feathers = repeat(4, (row) =>
    repeat(5 - (row % 2), (i) =>
      path(
        `M${186 + i * 35 + (row % 2) * 17} ${334 + row * 34}q0 26 17 26t17-26Z`,
        row % 2 ? tones.apricot : tones.clay,
      ),
    ),
  );
  const eye =
    circle(196, 222, 66, tones.cream) +
    circle(196, 222, 50, tones.honey) +
    circle(200, 222, 31, tones.night) +
    circle(212, 208, 11, tones.snow) +
    circle(190, 236, 5, tones.snow);
  return (
    both(
      path("M128 196C104 150 104 108 118 84C150 100 186 116 206 136Z", tones.cocoa) +
        path("M134 176C122 148 120 126 126 110C146 120 166 132 176 144Z", tones.clay),
    ) +
    path(body, tones.cocoa) +
    clipped(
      "owl",
      path(body, "#000"),
      ellipse(AXIS, 420, 104, 130, tones.sand) +
        feathers +
        both(path("M100 280C150 300 172 380 150 480L80 500V280Z", tones.umber)),
    ) +
    both(eye) +
    path("M256 236L234 262Q256 306 278 262Z", tones.coral) +
    path("M256 236L234 262Q244 270 256 270Z", lighter(tones.coral, 0.3)) +
    both(stroke("M140 166Q190 128 244 186", tones.umber, 14)) +
    turned(
      rect(300, 372, 150, 34, tones.honey, 6) +
        rect(438, 364, 30, 50, darker(tones.honey, 0.3), 6) +
        rect(286, 376, 20, 26, tones.umber, 4) +
        rect(346, 370, 12, 38, darker(tones.honey, 0.3)),
      -30,
      340,
      390,
    ) +
    path("M300 430C320 400 356 398 372 420C360 452 320 462 300 430Z", tones.umber)
  );
}

export function cat(): string {
  const fur = tones.ink;
  const light = lighter(fur, 0.16);
  return (
    path("M80 524C84 430 150 396 256 396S428 430 432 524Z", tones.cream) +
    clipped(
      "jersey",
      path("M80 524C84 430 150 396 256 396S428 430 432 524Z", "#000"),
      repeat(4, (i) =>
        stroke(`M60 ${440 + i * 28}Q256 ${412 + i * 28} 452 ${440 + i * 28}`, tones.denim, 11),
      ),
    ) +
    path("M186 404Q256 446 326 404L312 384H200Z", tones.ember) +
    path("M256 424l-34 30l8-40ZM256 424l34 30l-8-40Z", darker(tones.ember, 0.14)) +
    both(
      path("M120 250C104 180 112 120 132 108C166 118 196 144 214 168Z", fur) +
        path("M136 200C130 168 134 146 142 138C158 146 172 158 182 170Z", tones.rose),
    ) +
    path(
      "M256 148C360 148 410 210 408 286C404 362 340 404 256 404S108 362 104 286C102 210 152 148 256 148Z",
      fur,
    ) +
    path(
      "M256 300C300 300 326 326 322 354C310 386 286 398 256 398S202 386 190 354C186 326 212 300 256 300Z",
      light,
    ) +
    both(
      path("M152 262C166 232 206 232 222 268C204 284 168 286 152 262Z", tones.butter) +
        ellipse(190, 260, 9, 18, fur) +
        circle(194, 252, 4, tones.snow),
    ) +
    path("M240 306Q256 298 272 306L256 324Z", tones.rose) +
    stroke("M256 324V338M256 338q-14 18-32 8M256 338q14 18 32 8", tones.blush, 5) +
    both(stroke("M176 322L96 308M176 338L92 346", tones.cream, 4)) +
    path("M114 190C96 112 210 78 290 92C384 104 424 152 402 190C360 160 180 158 114 190Z", tones.berry) +
    stroke("M282 92C280 78 290 70 300 62", tones.berry, 12) +
    stroke("M150 146C190 118 240 112 286 116", lighter(tones.berry, 0.35), 7) +
    path(
      "M112 182Q256 138 404 184Q400 196 392 196Q256 158 122 196Q112 194 112 182Z",
      darker(tones.berry, 0.22),
    )
  );
}

export function mushroom(): string {
  const red = tones.ember;
  const hood = "M64 262C64 130 156 74 256 74S448 130 448 262C448 300 360 314 256 314S64 300 64 262Z";
  const spots: readonly (readonly [number, number, number, number])[] = [
    [150, 178, 30, 24],
    [248, 120, 36, 24],
    [352, 170, 32, 28],
    [238, 220, 26, 20],
    [108, 252, 20, 18],
    [320, 252, 24, 16],
    [408, 246, 18, 20],
  ];
  return (
    ellipse(AXIS, 474, 150, 20, tones.night, { opacity: 0.25 }) +
    path("M194 286C206 360 176 420 170 462Q256 492 342 462C336 420 306 360 318 286Z", tones.cream) +
    path("M282 286C300 360 300 430 276 478L342 462C336 420 306 360 318 286Z", tones.sand) +
    path(
      "M186 316Q256 352 326 316L340 344Q322 340 314 356Q296 346 284 362Q270 350 256 364Q242 350 228 362Q216 346 198 356Q190 340 172 344Z",
      tones.peach,
    ) +
    path(hood, red) +
    clipped(
      "hood",
      path(hood, "#000"),
      path("M330 60C420 160 400 270 330 330H470V60Z", darker(red, 0.25), { opacity: 0.55 }) +
        spots.map(([x, y, rx, ry]) => ellipse(x, y, rx, ry, tones.cream)).join(""),
    ) +
    stroke("M104 216C116 160 156 118 206 104", lighter(red, 0.45), 10, { opacity: 0.8 }) +
    both(
      stroke(`M${AXIS - 48} 404q14 13 28 0`, tones.umber, 7) +
        ellipse(AXIS - 56, 424, 15, 9, tones.rose, { opacity: 0.7 }),
    ) +
    stroke("M246 424q10 10 20 0", tones.umber, 6) +
    path("M120 474q-14-44-30-52q2 36 8 54ZM136 474q4-40 20-58q4 34-4 58Z", tones.sage) +
    path("M392 474q14-44 30-52q-2 36-8 54ZM376 474q-4-32-18-46q-2 26 4 46Z", tones.sage)
  );
}
