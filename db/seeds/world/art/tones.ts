/**
 * The paint box of the demo world. Every picture takes its colours from here, so that faces, headers and
 * things look drawn by one hand and live well beside the accents of both themes.
 */
export const tones = {
  ember: "#c8451b",
  coral: "#ff7d4a",
  apricot: "#ffb27d",
  peach: "#ffd6b8",
  blush: "#f8cdc4",
  cream: "#fdf2e4",
  sand: "#ecdcc0",
  clay: "#bd7750",
  cocoa: "#714a36",
  umber: "#3f2b25",
  mustard: "#dd9e2b",
  honey: "#f2b843",
  butter: "#f9dd8f",
  mint: "#c9e2cf",
  sage: "#9fb898",
  moss: "#64835c",
  pine: "#2e5248",
  teal: "#2b7a78",
  lagoon: "#63b3ab",
  mist: "#dcebe8",
  sky: "#a9d3e2",
  denim: "#4b6fa0",
  navy: "#26355d",
  night: "#181f36",
  lilac: "#cbbbe6",
  violet: "#6a58ac",
  plum: "#6d3f72",
  rose: "#ee98a0",
  berry: "#b23c5e",
  wine: "#6b2341",
  stone: "#a69c92",
  slate: "#4f596b",
  ink: "#1e222c",
  snow: "#ffffff",
} as const;

/** A colour of the paint box, by name. */
export type Tone = keyof typeof tones;

/** Skin, with the colour of its shade, its blush and its lips. */
export const skins = {
  porcelain: { base: "#fbe0d0", shade: "#efc4b0", blush: "#f0988c", lips: "#c9655f" },
  fair: { base: "#f6cfb4", shade: "#e5ae8f", blush: "#ea8a76", lips: "#bd5a4f" },
  beige: { base: "#ecbd97", shade: "#d79c74", blush: "#dd7c61", lips: "#ad5043" },
  olive: { base: "#d9a678", shade: "#bf8659", blush: "#cc6d50", lips: "#9c4a3c" },
  tan: { base: "#c68a5c", shade: "#a86e45", blush: "#b95b41", lips: "#8a4033" },
  bronze: { base: "#a86b43", shade: "#8a5331", blush: "#a2492f", lips: "#743228" },
  brown: { base: "#85512f", shade: "#693d22", blush: "#8b3d28", lips: "#5d271d" },
  deep: { base: "#5f3a26", shade: "#482a1a", blush: "#7a3325", lips: "#8a4038" },
} as const;

/** The colours that hair comes in, grown or dyed: the hair itself, its shade and its light. */
export const hairs = {
  black: { base: "#23202a", shade: "#15131b", light: "#3d3848" },
  espresso: { base: "#3b2822", shade: "#291a16", light: "#5a3f34" },
  chestnut: { base: "#6b3f28", shade: "#4f2d1c", light: "#8d5a3c" },
  auburn: { base: "#8f3f25", shade: "#6f2e1a", light: "#b75c38" },
  ginger: { base: "#d06a2c", shade: "#ab511d", light: "#eb8d4c" },
  blond: { base: "#e3b35f", shade: "#c69342", light: "#f3d08b" },
  platinum: { base: "#f1e2c2", shade: "#d9c497", light: "#fdf5e2" },
  silver: { base: "#b7b5b8", shade: "#96949a", light: "#d6d4d6" },
  white: { base: "#efece7", shade: "#d3cdc5", light: "#ffffff" },
  berry: { base: "#a8365c", shade: "#832545", light: "#cf5c81" },
  teal: { base: "#2c8583", shade: "#1d6564", light: "#52aaa6" },
  violet: { base: "#6d55b0", shade: "#533f8d", light: "#9078cf" },
  coral: { base: "#f47a52", shade: "#d45b34", light: "#ff9f7c" },
} as const;
