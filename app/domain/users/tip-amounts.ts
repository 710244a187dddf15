import type { Rules } from "../../product-settings.ts";
import type { Minor } from "../money/minor.ts";

export interface TipAmounts {
  presets_minor: Minor[] | null;
  marked_minor: Minor | null;
  /** By how many of the newest tips; empty where the creator wants no automatic mark. */
  often_chosen: readonly { amount_minor: Minor; tips: number }[];
  are_offered: boolean;
}

export interface OfferedAmounts {
  presets: readonly number[];
  /** The creator's, else the one chosen most. */
  marked: number | null;
  preselected: Minor | null;
}

type TipRules = Pick<Rules["tip"], "minimum_minor" | "maximum_minor" | "presets_minor">;

/** The creator's within the limits, else the platform's. */
export function fittingAmounts(own: readonly number[] | null, rules: TipRules): readonly number[] {
  const fitting = own?.filter((each) => each >= rules.minimum_minor && each <= rules.maximum_minor) ?? [];
  return fitting.length > 0 ? fitting : rules.presets_minor;
}

/** None where only items are offered. */
export function offeredAmounts(amounts: TipAmounts, rules: TipRules): OfferedAmounts {
  if (!amounts.are_offered) return { presets: [], marked: null, preselected: null };
  const presets = fittingAmounts(amounts.presets_minor, rules);
  const isOffered = amounts.marked_minor !== null && presets.includes(amounts.marked_minor);
  const preselected = isOffered ? amounts.marked_minor : null;
  return { presets, marked: preselected ?? oftenChosen(presets, amounts.often_chosen), preselected };
}

/** Null unless one preset has the most tips alone. */
function oftenChosen(presets: readonly number[], counted: TipAmounts["often_chosen"]): number | null {
  const [first, second] = counted
    .filter(({ amount_minor }) => presets.includes(amount_minor))
    .sort((a, b) => b.tips - a.tips);
  return first && first.tips > (second?.tips ?? 0) ? first.amount_minor : null;
}
