import { data } from "react-router";
import { LOCALES } from "../../../locales/index.ts";
import { type Locale, type Minor, minor, parseAmount, toDecimal, toTyped } from "../../domain/money/minor.ts";
import { productRules } from "../../product-rules.ts";

interface AmountRules {
  minimum_minor: number;
  maximum_minor: number;
  presets_minor: readonly number[];
  preselected_minor: number;
}

/**
 * Address, else first item, else middle preset. An invalid amount is a 404 in the path and ignored in the
 * query.
 */
export function preselectAmount(
  receiver: {
    currency: string;
    items: readonly { id: string; amount_minor: Minor }[];
    minimum?: Minor;
  },
  locale: Locale,
  named: string | undefined,
  {
    item_id = null,
    isFromPath = true,
    rules = productRules.tip,
  }: { item_id?: string | null; isFromPath?: boolean; rules?: AmountRules } = {},
): { chosen: string; typed: string; isCapped: boolean } {
  const [firstItem] = receiver.items;
  const minimum = receiver.minimum ?? rules.minimum_minor;
  const wanted = named === undefined ? null : readAmount(named, receiver.currency);
  if (wanted === null || wanted < rules.minimum_minor) {
    if (named !== undefined && isFromPath) throw data(null, { status: 404 });
    const preset = Math.max(
      rules.preselected_minor,
      rules.presets_minor.find((each) => each >= minimum) ?? rules.maximum_minor,
    );
    const chosen = firstItem ? `item-${firstItem.id}` : toDecimal(minor(preset), receiver.currency);
    return { chosen, typed: "", isCapped: false };
  }
  const amount = minor(Math.min(wanted, rules.maximum_minor));
  const item = receiver.items.find((each) => each.id === item_id && each.amount_minor === amount);
  if (item) return { chosen: `item-${item.id}`, typed: "", isCapped: false };
  const isPreset = !firstItem && amount >= minimum && rules.presets_minor.some((preset) => preset === amount);
  return {
    chosen: isPreset ? toDecimal(amount, receiver.currency) : "",
    typed: isPreset ? "" : toTyped(amount, receiver.currency, locale),
    isCapped: wanted > rules.maximum_minor,
  };
}

function readAmount(named: string, currency: string): Minor | null {
  return LOCALES.map((each) => parseAmount(named, each, currency)).find((amount) => amount !== null) ?? null;
}
