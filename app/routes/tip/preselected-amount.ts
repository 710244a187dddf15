import { data } from "react-router";
import { LOCALES } from "../../../locales/index.ts";
import { type Locale, type Minor, minor, parseAmount, toDecimal, toTyped } from "../../domain/money/minor.ts";

interface AmountRules {
  minimum_minor: number;
  maximum_minor: number;
  presets_minor: readonly number[];
  preselected_minor: number;
}

/**
 * Address, else first item, the creator's mark, or the largest preset up to the usual amount; never what fans
 * chose. Without presets an item. An invalid amount is a 404 in the path, ignored in the query.
 */
export function preselectAmount(
  receiver: {
    currency: string;
    items: readonly { id: string; amount_minor: Minor }[];
    minimum?: Minor;
    preselected?: Minor | null;
  },
  locale: Locale,
  named: string | undefined,
  {
    item_id = null,
    isFromPath = true,
    rules,
  }: { item_id?: string | null; isFromPath?: boolean; rules: AmountRules },
): { chosen: string; typed: string; isCapped: boolean } {
  const { currency, items } = receiver;
  const minimum = receiver.minimum ?? rules.minimum_minor;
  const presets = rules.presets_minor.filter((preset) => preset >= minimum);
  const isItemsOnly = items.length > 0 && presets.length === 0;
  const wanted = named === undefined ? null : readAmount(named, currency);
  if (wanted === null || wanted < rules.minimum_minor) {
    if (named !== undefined && isFromPath) throw data(null, { status: 404 });
    return { chosen: defaultChoice({ ...receiver, presets }, rules), typed: "", isCapped: false };
  }
  const amount = minor(Math.min(wanted, rules.maximum_minor));
  const priced = items.filter((each) => each.amount_minor === amount);
  const item = priced.find(({ id }) => id === item_id) ?? (isItemsOnly ? (priced[0] ?? items[0]) : undefined);
  if (item) return { chosen: `item-${item.id}`, typed: "", isCapped: false };
  const isPreset = presets.some((preset) => preset === amount);
  return {
    chosen: isPreset ? toDecimal(amount, currency) : "",
    typed: isPreset ? "" : toTyped(amount, currency, locale),
    isCapped: wanted > rules.maximum_minor,
  };
}

function defaultChoice(
  receiver: {
    currency: string;
    items: readonly { id: string }[];
    presets: readonly number[];
    preselected?: Minor | null;
  },
  { preselected_minor }: AmountRules,
): string {
  const { items, presets, currency, preselected } = receiver;
  const [item] = items;
  if (item) return `item-${item.id}`;
  const preset = preselected ?? presets.findLast((each) => each <= preselected_minor) ?? presets[0];
  return preset === undefined ? "" : toDecimal(preset, currency);
}

function readAmount(named: string, currency: string): Minor | null {
  return LOCALES.map((each) => parseAmount(named, each, currency)).find((amount) => amount !== null) ?? null;
}
