import type { FaceAvatar } from "./art-types.ts";
import { circle, clipped, ellipse, mirrored, path, stroke } from "./svg.ts";
import { hairs, skins, tones } from "./tones.ts";

/** The vertical axis of every portrait. */
export const AXIS = 256;

/** A half and its mirror image about the axis. */
export function both(half: string): string {
  return half + mirrored(half, AXIS);
}

/** The measures of a head that hair, hats and glasses keep to. */
export interface Head {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly chin: number;
  readonly outline: string;
}

const shapes: Record<
  FaceAvatar["shape"],
  { half: number; top: number; chin: number; drop: number; jaw: number }
> = {
  oval: { half: 78, top: 128, chin: 336, drop: 62, jaw: 42 },
  round: { half: 87, top: 132, chin: 330, drop: 72, jaw: 56 },
  long: { half: 74, top: 120, chin: 346, drop: 66, jaw: 42 },
  square: { half: 82, top: 128, chin: 338, drop: 84, jaw: 62 },
};

/** Measures the head of a shape. */
export function measureHead(shape: FaceAvatar["shape"]): Head {
  const { half, top, chin, drop, jaw } = shapes[shape];
  const [left, right, ear] = [AXIS - half, AXIS + half, 232];
  const crown = ear - (ear - top) * 1.333;
  const outline =
    `M${left} ${ear}C${left} ${crown} ${right} ${crown} ${right} ${ear}` +
    `C${right} ${ear + drop} ${AXIS + jaw} ${chin} ${AXIS} ${chin}` +
    `C${AXIS - jaw} ${chin} ${left} ${ear + drop} ${left} ${ear}Z`;
  return { left, right, top, chin, outline };
}

/** Ears, skull and everything in the face, the beard below the mouth; hair and clothes come from elsewhere. */
export function face(art: FaceAvatar, head: Head, beard: string): string {
  const skin = skins[art.skin];
  return (
    ears(head, skin) +
    path(head.outline, skin.base) +
    clipped(
      "skull",
      path(head.outline, "#000"),
      path(
        `M${AXIS + 46} 100C${AXIS + 92} 190 ${AXIS + 76} 300 ${AXIS + 8} 352H${head.right + 30}V100Z`,
        skin.shade,
        { opacity: 0.34 },
      ),
    ) +
    cheeks(art, skin) +
    beard +
    nose(skin) +
    eyes(art) +
    mouth(art, skin)
  );
}

/** The neck, with the shadow of the chin on it. */
export function neck(art: FaceAvatar, head: Head): string {
  const skin = skins[art.skin];
  const shape = `M${AXIS - 36} 290V384C${AXIS - 36} 420 ${AXIS + 36} 420 ${AXIS + 36} 384V290Z`;
  return (
    path(shape, skin.base) +
    clipped("neck", path(shape, "#000"), ellipse(AXIS + 4, head.chin - 12, 64, 46, skin.shade))
  );
}

function ears(head: Head, skin: { base: string; shade: string }): string {
  const ear =
    ellipse(head.left - 2, 244, 16, 24, skin.base) +
    stroke(`M${head.left - 8} 236q-5 10 3 18`, skin.shade, 4);
  return ear + mirrored(ear, AXIS);
}

function cheeks(art: FaceAvatar, skin: { blush: string; shade: string }): string {
  const blush = ellipse(AXIS - 50, 276, 21, 14, skin.blush, {
    opacity: art.eyes === "glamour" ? 0.65 : 0.42,
  });
  const extras = art.extras ?? [];
  const spots: readonly (readonly [number, number])[] = [
    [-62, 264],
    [-52, 272],
    [-42, 264],
    [-34, 274],
    [-58, 282],
    [-22, 266],
  ];
  const freckles = extras.includes("freckles")
    ? spots.map(([x, y]) => circle(AXIS + x, y, 2.6, skin.blush, { opacity: 0.8 })).join("")
    : "";
  const wrinkles = extras.includes("wrinkles")
    ? stroke(
        `M${AXIS - 62} 226q-7 4-10 10M${AXIS - 60} 236q-6 2-10 6M${AXIS - 41} 284q-7 9-4 21`,
        skin.shade,
        3,
        { opacity: 0.9 },
      )
    : "";
  return (
    blush + mirrored(blush, AXIS) + freckles + mirrored(freckles, AXIS) + wrinkles + mirrored(wrinkles, AXIS)
  );
}

function nose(skin: { shade: string }): string {
  return path(
    `M${AXIS + 1} 236C${AXIS - 1} 254 ${AXIS - 15} 268 ${AXIS - 12} 275C${AXIS - 8} 282 ${AXIS + 9} 282 ${AXIS + 13} 276C${AXIS + 8} 268 ${AXIS + 8} 252 ${AXIS + 1} 236Z`,
    skin.shade,
    { opacity: 0.75 },
  );
}

function brow(art: FaceAvatar): string {
  const hair = hairs[art.hair.colour];
  const pale = art.hair.colour === "white" || art.hair.colour === "platinum" || art.hair.colour === "silver";
  const colour = art.eyes === "glamour" ? tones.umber : pale ? hairs.silver.shade : hair.shade;
  if (art.eyes === "glamour")
    return path(
      `M${AXIS - 64} 196C${AXIS - 52} 172 ${AXIS - 34} 178 ${AXIS - 16} 196C${AXIS - 34} 184 ${AXIS - 50} 182 ${AXIS - 64} 196Z`,
      colour,
    );
  return stroke(`M${AXIS - 54} 212q18-14 36-4`, colour, art.shape === "square" ? 9 : 7);
}

function eye(style: FaceAvatar["eyes"], glow: string): string {
  const x = AXIS - 36;
  if (style === "happy") return stroke(`M${x - 14} 244q14-18 28 0`, tones.umber, 6.5);
  if (style === "glamour") {
    return (
      path(
        `M${x - 34} 222C${x - 22} 198 ${x + 14} 196 ${x + 22} 238C${x + 4} 222 ${x - 14} 226 ${x - 34} 222Z`,
        glow,
      ) +
      path(
        `M${x - 24} 238C${x - 12} 218 ${x + 10} 220 ${x + 19} 242C${x + 6} 254 ${x - 14} 252 ${x - 24} 238Z`,
        tones.snow,
      ) +
      circle(x - 1, 237, 10.5, tones.teal) +
      circle(x - 1, 237, 5.5, tones.ink) +
      circle(x + 3, 233, 2.6, tones.snow) +
      stroke(
        `M${x - 26} 236C${x - 12} 216 ${x + 10} 218 ${x + 20} 241M${x - 26} 236l-15-10M${x - 22} 230l-12-13M${x - 15} 225l-8-14`,
        tones.ink,
        5,
      )
    );
  }
  const iris = ellipse(x, 240, 8.5, 10.5, tones.umber) + circle(x + 3, 236, 2.8, tones.snow);
  const lid =
    style === "lashes"
      ? stroke(`M${x - 13} 236q11-14 24-3M${x - 13} 236l-8-5M${x - 8} 230l-6-8`, tones.umber, 4)
      : stroke(`M${x - 12} 231q11-8 23 0`, tones.umber, 3, { opacity: 0.55 });
  return iris + lid;
}

function eyes(art: FaceAvatar): string {
  const left = eye(art.eyes, tones.lagoon) + brow(art);
  return left + mirrored(left, AXIS);
}

const mouths: Record<FaceAvatar["mouth"], (lips: string) => string> = {
  calm: (lips) => stroke(`M${AXIS - 19} 304q19 9 38-1`, lips, 6),
  smile: (lips) => stroke(`M${AXIS - 27} 298q27 24 54 0`, lips, 6.5),
  grin: (lips) =>
    path(
      `M${AXIS - 33} 295Q${AXIS} 303 ${AXIS + 33} 295C${AXIS + 28} 326 ${AXIS - 28} 326 ${AXIS - 33} 295Z`,
      tones.snow,
    ) +
    stroke(
      `M${AXIS - 33} 295Q${AXIS} 303 ${AXIS + 33} 295C${AXIS + 28} 326 ${AXIS - 28} 326 ${AXIS - 33} 295Z`,
      lips,
      4.5,
    ),
  laugh: (lips) =>
    clipped(
      "laugh",
      path(
        `M${AXIS - 35} 292Q${AXIS} 300 ${AXIS + 35} 292C${AXIS + 30} 336 ${AXIS - 30} 336 ${AXIS - 35} 292Z`,
        "#000",
      ),
      path(`M${AXIS - 40} 286H${AXIS + 40}V340H${AXIS - 40}Z`, tones.wine) +
        ellipse(AXIS, 328, 21, 13, tones.rose) +
        path(`M${AXIS - 40} 286H${AXIS + 40}V304Q${AXIS} 312 ${AXIS - 40} 304Z`, tones.snow),
    ) +
    stroke(
      `M${AXIS - 35} 292Q${AXIS} 300 ${AXIS + 35} 292C${AXIS + 30} 336 ${AXIS - 30} 336 ${AXIS - 35} 292Z`,
      lips,
      3.5,
    ),
  painted: () =>
    path(
      `M${AXIS - 32} 300C${AXIS - 18} 284 ${AXIS - 6} 285 ${AXIS} 291C${AXIS + 6} 285 ${AXIS + 18} 284 ${AXIS + 32} 300C${AXIS + 18} 330 ${AXIS - 18} 330 ${AXIS - 32} 300Z`,
      tones.berry,
    ) +
    path(
      `M${AXIS - 26} 300C${AXIS - 10} 296 ${AXIS + 10} 296 ${AXIS + 26} 300C${AXIS + 12} 311 ${AXIS - 12} 311 ${AXIS - 26} 300Z`,
      tones.snow,
    ) +
    circle(AXIS + 46, 292, 4, tones.umber),
};

function mouth(art: FaceAvatar, skin: { lips: string }): string {
  return mouths[art.mouth](skin.lips);
}
