import type { ReactElement } from "react";
import { AmountField } from "../../../ui/components/amount-field.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";

/** How much an operator gives back: the page after it shows what that does, and asks why. */
export function RefundAmountForm({
  action,
  wish,
  problem = null,
}: {
  action: string;
  wish: { currency: string; left: string; amount: string; paysRest: boolean };
  problem?: string | null;
}): ReactElement {
  const { t } = useTexts("books");
  return (
    <section className="card">
      <Title order={2}>{t("refund.form")}</Title>
      <form method="get" action={action} className="fields">
        <AmountField
          id="refund-amount"
          label={t("refund.amount", { currency: wish.currency })}
          typed={wish.amount}
          help={t("refund.amountHelp", { left: wish.left })}
          problem={problem}
        />
        <label className="tick" htmlFor="goodwill">
          <input type="checkbox" id="goodwill" name="goodwill" defaultChecked={wish.paysRest} />
          <span>{t("refund.goodwillTick")}</span>
        </label>
        <button type="submit" className="second-button">
          {t("refund.look")}
        </button>
      </form>
    </section>
  );
}
