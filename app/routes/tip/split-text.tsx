import { formatAmount } from "../../domain/money/minor.ts";
import { useTexts } from "../../ui/texts.ts";

/** "5 creators, 4.00 each", or the least and the most where cents remain. */
export function SplitText({ shares, currency }: { shares: readonly number[]; currency: string }): string {
  const { t, locale } = useTexts("tip");
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const count = shares.length;
  return least === most
    ? t("group.each", { count, amount: show(least) })
    : t("group.eachAbout", { count, least: show(least), most: show(most) });
}
