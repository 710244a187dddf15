import type { FaceAvatar, HairStyle } from "./art-types.ts";
import { AXIS, type Head } from "./avatar-head.ts";
import { circle, ellipse, mirrored, path, repeat, stroke } from "./svg.ts";
import { hairs } from "./tones.ts";

interface Dye {
  readonly base: string;
  readonly shade: string;
  readonly light: string;
}

interface Cut {
  /** Behind the head and the shoulders. */
  readonly back?: (head: Head, dye: Dye) => string;
  /** Over the forehead. */
  readonly front: (head: Head, dye: Dye) => string;
  /** Over the clothes. */
  readonly over?: (head: Head, dye: Dye) => string;
}

/** A close cap of hair; `rise` is its volume, `line` the height of the hairline. */
function cap({ left, right, top }: Head, colour: string, rise: number, line: number): string {
  const crown = top - rise;
  return path(
    `M${left - 5} 238C${left - 22} ${crown + 30} ${AXIS - 56} ${crown} ${AXIS} ${crown}S${right + 22} ${crown + 30} ${right + 5} 238` +
      `C${right - 2} 214 ${right - 6} 200 ${right - 14} ${line + 12}C${AXIS + 30} ${line - 8} ${AXIS - 30} ${line - 8} ${left + 14} ${line + 12}C${left + 6} 200 ${left + 2} 214 ${left - 5} 238Z`,
    colour,
  );
}

/** Two curtains from a parting down to the temples. */
function curtains({ left, right, top }: Head, dye: Dye, parting: number, low: number): string {
  const crown = top - 22;
  const shape = (side: number, edge: number) =>
    path(
      `M${parting} ${crown + 2}C${parting} ${top + 30} ${(parting + edge) / 2} 196 ${edge + side * 10} ${low}C${edge + side * 26} ${low - 30} ${edge + side * 26} ${top + 20} ${(parting + edge) / 2 + side * 10} ${crown + 10}C${parting + side * 30} ${crown - 2} ${parting + side * 10} ${crown - 4} ${parting} ${crown + 2}Z`,
      dye.base,
    );
  return (
    ellipse(parting, crown + 16, 20, 16, dye.base) +
    shape(-1, left) +
    shape(1, right) +
    stroke(
      `M${parting - 8} ${crown + 18}C${parting - 30} ${top + 24} ${left + 14} ${top + 40} ${left + 2} 212`,
      dye.light,
      4,
      { opacity: 0.6 },
    ) +
    stroke(
      `M${parting + 10} ${crown + 18}C${parting + 40} ${top + 20} ${right - 16} ${top + 40} ${right - 2} 212`,
      dye.light,
      4,
      { opacity: 0.6 },
    )
  );
}

function behind(reach: number, low: number, flare: number): (head: Head, dye: Dye) => string {
  return ({ left, right, top }, dye) =>
    path(
      `M${left - reach} 220C${left - reach} ${top - 40} ${right + reach} ${top - 40} ${right + reach} 220L${right + reach + flare} ${low - 24}Q${right + reach + flare} ${low} ${right + reach + flare - 26} ${low}H${left - reach - flare + 26}Q${left - reach - flare} ${low} ${left - reach - flare} ${low - 24}Z`,
      dye.shade,
    );
}

function puffs(points: readonly (readonly [number, number, number])[], colour: string): string {
  return points.map(([x, y, r]) => circle(x, y, r, colour)).join("");
}

/** Puffs along an arc around the head. */
function halo(
  count: number,
  reach: number,
  r: number,
  from: number,
  to: number,
  colour: string,
  centre = 226,
): string {
  return repeat(count, (i) => {
    const angle = ((from + ((to - from) * i) / (count - 1)) * Math.PI) / 180;
    return circle(AXIS + Math.cos(angle) * reach, centre - Math.sin(angle) * reach, r + (i % 3) * 3, colour);
  });
}

function braid(x: number, dye: Dye): string {
  const knots = repeat(
    7,
    (i) =>
      ellipse(x + (i % 2 ? 4 : -4), 318 + i * 25, 22 - i * 0.9, 17, i % 2 ? dye.base : dye.shade) +
      stroke(`M${x - 10} ${312 + i * 25}q10 10 20 4`, dye.light, 3, { opacity: 0.5 }),
  );
  return knots + ellipse(x, 494, 13, 20, dye.base);
}

const cuts: Record<HairStyle, Cut> = {
  bald: {
    front: (head) =>
      ellipse(AXIS - 26, head.top + 34, 26, 12, "#ffffff", {
        opacity: 0.22,
        transform: `rotate(-24 ${AXIS - 26} ${head.top + 34})`,
      }),
  },
  buzz: { front: (head, dye) => cap(head, dye.base, 6, 176) },
  crop: {
    front: (head, dye) =>
      cap(head, dye.base, 20, 184) +
      stroke(`M${AXIS - 44} ${head.top}q40-20 84 2`, dye.light, 5, { opacity: 0.6 }),
  },
  quiff: {
    front: (head, dye) =>
      cap(head, dye.shade, 10, 176) +
      path(
        `M${head.left - 2} 190C${head.left - 18} 120 ${AXIS - 50} 78 ${AXIS + 30} 74C${AXIS + 84} 72 ${head.right + 22} 110 ${head.right + 4} 196C${head.right - 8} 160 ${AXIS + 40} 150 ${AXIS - 10} 164C${AXIS - 44} 174 ${head.left + 18} 168 ${head.left - 2} 190Z`,
        dye.base,
      ) +
      stroke(
        `M${AXIS - 40} 132C${AXIS - 10} 96 ${AXIS + 40} 92 ${AXIS + 66} 112M${AXIS - 10} 142C${AXIS + 14} 120 ${AXIS + 46} 116 ${AXIS + 68} 132`,
        dye.light,
        5,
        { opacity: 0.7 },
      ),
  },
  "side-part": {
    front: (head, dye) =>
      cap(head, dye.base, 14, 172) +
      path(
        `M${AXIS - 40} ${head.top - 12}C${AXIS + 20} ${head.top - 34} ${head.right + 18} ${head.top} ${head.right + 6} 206C${head.right - 12} 172 ${AXIS + 10} 176 ${AXIS - 40} ${head.top - 12}Z`,
        dye.light,
      ) +
      path(
        `M${AXIS - 40} ${head.top - 12}C${AXIS - 60} ${head.top + 14} ${head.left + 10} ${head.top + 34} ${head.left - 6} 220C${head.left - 20} 150 ${AXIS - 80} ${head.top - 10} ${AXIS - 40} ${head.top - 12}Z`,
        dye.base,
      ),
  },
  tousled: {
    back: (_, dye) => halo(13, 96, 30, -30, 210, dye.shade),
    front: (head, dye) =>
      cap(head, dye.base, 24, 178) +
      puffs(
        [
          [AXIS - 70, 152, 30],
          [AXIS - 34, 126, 36],
          [AXIS + 14, 118, 38],
          [AXIS + 56, 136, 34],
          [AXIS + 78, 172, 24],
          [AXIS - 84, 188, 22],
          [AXIS - 12, 158, 26],
          [AXIS + 34, 162, 22],
        ],
        dye.base,
      ) +
      stroke(
        `M${AXIS - 52} 124q16-16 36-12M${AXIS + 6} 100q24-6 40 10M${AXIS - 30} 152q10-16 26-14M${AXIS + 26} 150q14-10 28 0`,
        dye.light,
        5,
        { opacity: 0.7 },
      ),
  },
  bob: { back: behind(26, 346, 6), front: (head, dye) => curtains(head, dye, AXIS - 26, 262) },
  "bob-fringe": {
    back: behind(28, 352, 8),
    front: (head, dye) =>
      path(
        `M${head.left - 12} 300C${head.left - 40} 190 ${head.left - 10} ${head.top - 26} ${AXIS} ${head.top - 26}S${head.right + 40} 190 ${head.right + 12} 300C${head.right - 4} 272 ${head.right - 6} 240 ${head.right - 4} 208C${AXIS + 50} 190 ${AXIS - 50} 190 ${head.left + 4} 208C${head.left + 6} 240 ${head.left + 4} 272 ${head.left - 12} 300Z`,
        dye.base,
      ) +
      stroke(
        `M${AXIS - 50} ${head.top + 26}C${AXIS - 56} 160 ${AXIS - 56} 176 ${AXIS - 52} 190M${AXIS - 8} ${head.top + 18}C${AXIS - 12} 150 ${AXIS - 12} 172 ${AXIS - 10} 186M${AXIS + 34} ${head.top + 20}C${AXIS + 36} 156 ${AXIS + 36} 174 ${AXIS + 34} 188`,
        dye.light,
        4,
        { opacity: 0.65 },
      ),
  },
  waves: {
    back: ({ left, right, top }, dye) =>
      path(
        `M${left - 26} 210C${left - 30} ${top - 40} ${right + 30} ${top - 40} ${right + 26} 210C${right + 34} 260 ${right + 10} 290 ${right + 40} 330S${right + 20} 400 ${right + 44} 440H${left - 44}C${left - 20} 400 ${left - 60} 370 ${left - 40} 330S${left - 34} 260 ${left - 26} 210Z`,
        dye.shade,
      ),
    front: (head, dye) => curtains(head, dye, AXIS + 22, 268),
    over: (head, dye) => {
      const lock = path(
        `M${head.left - 12} 262C${head.left - 44} 300 ${head.left - 8} 340 ${head.left - 34} 380S${head.left - 14} 440 ${head.left - 26} 458C${head.left + 16} 440 ${head.left + 4} 396 ${head.left + 12} 366S${head.left + 18} 300 ${head.left - 12} 262Z`,
        dye.base,
      );
      return lock + mirrored(lock, AXIS);
    },
  },
  long: {
    back: behind(24, 500, 12),
    front: (head, dye) => curtains(head, dye, AXIS, 272),
    over: (head, dye) => {
      const lock =
        path(
          `M${head.left - 10} 258C${head.left - 34} 320 ${head.left - 40} 420 ${head.left - 30} 512H${head.left + 26}C${head.left + 30} 430 ${head.left + 22} 330 ${head.left - 10} 258Z`,
          dye.base,
        ) +
        stroke(
          `M${head.left - 14} 320C${head.left - 18} 380 ${head.left - 14} 440 ${head.left - 8} 490`,
          dye.light,
          4,
          { opacity: 0.5 },
        );
      return lock + mirrored(lock, AXIS);
    },
  },
  curls: {
    back: (_, dye) => halo(15, 104, 30, -34, 214, dye.shade),
    front: (head, dye) =>
      halo(11, 92, 27, 14, 166, dye.base) +
      puffs(
        [
          [AXIS - 54, 156, 24],
          [AXIS - 18, 144, 26],
          [AXIS + 20, 144, 26],
          [AXIS + 56, 156, 24],
          [head.left - 6, 210, 20],
          [head.right + 6, 210, 20],
        ],
        dye.base,
      ) +
      stroke(
        `M${AXIS - 66} 150q12-14 26-6M${AXIS - 16} 132q16-12 30 0M${AXIS + 44} 146q14-8 26 6M${AXIS - 90} 192q4-14 16-14M${AXIS + 76} 180q12 0 14 14`,
        dye.light === "#ffffff" ? dye.shade : dye.light,
        4.5,
        { opacity: 0.8 },
      ),
  },
  afro: {
    back: (_, dye) => circle(AXIS, 196, 140, dye.base) + halo(19, 134, 24, -42, 222, dye.base, 200),
    front: (head, dye) =>
      cap(head, dye.base, 30, 182) +
      stroke(
        `M${AXIS - 90} 118q14-26 40-34M${AXIS - 20} 74q26-8 52 2M${AXIS + 70} 92q24 12 34 38M${AXIS - 112} 176q0-14 6-26M${AXIS + 108} 160q6 12 6 26`,
        dye.light,
        6,
        { opacity: 0.65 },
      ),
  },
  bun: {
    back: (head, dye) =>
      circle(AXIS + 6, head.top - 34, 44, dye.base) +
      stroke(
        `M${AXIS - 22} ${head.top - 46}q28-26 56 2M${AXIS - 16} ${head.top - 28}q24-20 44 2`,
        dye.light,
        5,
        { opacity: 0.7 },
      ),
    front: (head, dye) =>
      cap(head, dye.base, 16, 178) +
      stroke(
        `M${head.left + 12} 186C${head.left + 26} 140 ${AXIS - 20} ${head.top + 6} ${AXIS} ${head.top - 6}M${head.right - 12} 186C${head.right - 26} 140 ${AXIS + 20} ${head.top + 6} ${AXIS + 6} ${head.top - 6}`,
        dye.light,
        4,
        { opacity: 0.6 },
      ),
  },
  braids: {
    back: behind(10, 300, 0),
    front: (head, dye) => curtains(head, dye, AXIS, 268),
    over: (head, dye) => braid(head.left - 14, dye) + mirrored(braid(head.left - 14, dye), AXIS),
  },
  tower: {
    back: ({ left, right }, dye) =>
      path(
        `M${left - 30} 280C${left - 66} 180 ${left - 34} 90 ${AXIS - 60} 54C${AXIS - 34} 12 ${AXIS + 44} 6 ${AXIS + 70} 50C${right + 40} 90 ${right + 66} 190 ${right + 30} 280C${right + 60} 330 ${right + 34} 380 ${right + 6} 372C${right + 26} 330 ${right} 300 ${right - 4} 260H${left + 4}C${left} 300 ${left - 26} 330 ${left - 6} 372C${left - 34} 380 ${left - 60} 330 ${left - 30} 280Z`,
        dye.shade,
      ),
    front: ({ left, right }, dye) =>
      path(
        `M${left - 8} 250C${left - 44} 170 ${left - 10} 96 ${AXIS - 46} 60C${AXIS - 20} 26 ${AXIS + 36} 24 ${AXIS + 56} 60C${right + 16} 100 ${right + 42} 170 ${right + 8} 250C${right - 2} 206 ${AXIS + 40} 188 ${AXIS - 6} 172C${AXIS - 40} 188 ${left + 6} 206 ${left - 8} 250Z`,
        dye.base,
      ) +
      stroke(
        `M${AXIS - 62} 186C${AXIS - 100} 140 ${AXIS - 40} 100 ${AXIS - 30} 66M${AXIS - 24} 176C${AXIS - 64} 130 ${AXIS - 2} 96 ${AXIS + 6} 50M${AXIS + 22} 180C${AXIS + 40} 130 ${AXIS + 10} 100 ${AXIS + 34} 66M${AXIS + 64} 200C${AXIS + 90} 150 ${AXIS + 58} 116 ${AXIS + 62} 92`,
        dye.light,
        6,
        { opacity: 0.75 },
      ),
  },
};

/** The three layers of a head of hair: behind the head, over the forehead, over the clothes. */
export function hairLayers(art: FaceAvatar, head: Head): { back: string; front: string; over: string } {
  const cut = cuts[art.hair.style];
  const dye = hairs[art.hair.colour];
  return {
    back: cut.back?.(head, dye) ?? "",
    front: cut.front(head, dye),
    over: cut.over?.(head, dye) ?? "",
  };
}
