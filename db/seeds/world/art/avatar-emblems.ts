import type { EmblemMotif } from "./art-types.ts";
import { cat, duck, moth, mushroom, owl } from "./emblem-creatures.ts";
import { kettle, knight, robot, sousaphone, train } from "./emblem-things.ts";

const emblems: Record<EmblemMotif, () => string> = {
  sousaphone,
  kettle,
  moth,
  robot,
  knight,
  duck,
  owl,
  cat,
  train,
  mushroom,
};

/** An animal or a thing that stands for a creator, drawn on a plane of 512 by 512. */
export function emblem(motif: EmblemMotif): string {
  return emblems[motif]();
}
