import type { ReactElement } from "react";
import { formatAmount } from "../../domain/money/minor.ts";
import { useTexts } from "../../ui/texts.ts";
import type { StepDraft } from "./tip-steps.server.ts";

const NAMES_SHOWN = 6;

export function Sharers({
  sharers: { names, shares },
  currency,
}: {
  sharers: NonNullable<StepDraft["sharers"]>;
  currency: string;
}): ReactElement {
  const { t, locale } = useTexts("tip");
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const each =
    least === most
      ? t("group.each", { count: names.length, amount: show(least) })
      : t("group.eachAbout", { count: names.length, least: show(least), most: show(most) });
  return (
    <details className="sharers" open={names.length <= NAMES_SHOWN}>
      <summary>{each}</summary>
      <ul className="help">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
