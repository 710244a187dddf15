import type { ItemArt, ItemGround, ItemMotif } from "./art-types.ts";
import { atelier } from "./item-atelier.ts";
import { bakery } from "./item-bakery.ts";
import { craft } from "./item-craft.ts";
import { desk } from "./item-desk.ts";
import type { Motif } from "./item-kit.ts";
import { kitchen } from "./item-kitchen.ts";
import { music } from "./item-music.ts";
import { outside } from "./item-outside.ts";
import { circle, path, rect, svg } from "./svg.ts";
import { tones } from "./tones.ts";

const ITEM_SIZE = 600;

const motifs: Record<ItemMotif, Motif> = {
  ...kitchen,
  ...bakery,
  ...music,
  ...craft,
  ...atelier,
  ...desk,
  ...outside,
};

type Form = "disc" | "table" | "slope" | "arch";

const grounds: Record<ItemGround, { base: string; second: string; form: Form }> = {
  apricot: { base: "#ffcf9f", second: "#ffbd84", form: "disc" },
  rose: { base: "#f7c3c1", second: "#f1aaab", form: "slope" },
  butter: { base: "#fae7ae", second: "#f5d784", form: "table" },
  sage: { base: "#c7d6bf", second: "#b0c5a7", form: "arch" },
  mint: { base: "#d3e9da", second: "#b9dac5", form: "disc" },
  lagoon: { base: "#a5d3cd", second: "#85c0b9", form: "table" },
  sky: { base: "#c3e1ec", second: "#a6d0e0", form: "slope" },
  lilac: { base: "#dacdf0", second: "#c5b4e4", form: "arch" },
  sand: { base: "#f1e4cd", second: "#e4d1b1", form: "table" },
  coral: { base: "#ff9d76", second: "#f98658", form: "disc" },
  plum: { base: "#8a5a90", second: "#774a7e", form: "disc" },
  night: { base: "#2c3a63", second: "#3a4b79", form: "disc" },
  denim: { base: "#7c9ac4", second: "#6787b5", form: "arch" },
  clay: { base: "#dfab87", second: "#d19770", form: "slope" },
};

const forms: Record<Form, (colour: string) => string> = {
  disc: (colour) => circle(300, 300, 248, colour),
  table: (colour) => path("M0 404Q300 380 600 404V600H0Z", colour),
  slope: (colour) => path("M0 470C180 420 300 250 600 190V600H0Z", colour),
  arch: (colour) => path("M72 600V318A228 228 0 0 1 528 318V600Z", colour),
};

/** The picture of a tribute item as an SVG document, 600 by 600. */
export function itemSvg(art: ItemArt): string {
  const ground = grounds[art.ground];
  const motif = motifs[art.motif];
  const picture = motif.draw(tones[art.tint ?? motif.tint]);
  return svg(
    ITEM_SIZE,
    ITEM_SIZE,
    rect(0, 0, ITEM_SIZE, ITEM_SIZE, ground.base) + forms[ground.form](ground.second) + picture,
  );
}
