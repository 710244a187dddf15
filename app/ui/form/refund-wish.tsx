import { Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";

/** How much an operator gives back, and why: the page after it shows what that does. */
export function RefundWish({
  action,
  wish,
}: {
  action: string;
  wish: { currency: string; left: string; amount: string; reason: string };
}): ReactElement {
  const { t } = useTexts("books");
  return (
    <section className="card">
      <Title order={2}>{t("refund.form")}</Title>
      <form method="get" action={action} className="fields">
        <div className="field">
          <label htmlFor="amount">{t("refund.amount", { currency: wish.currency })}</label>
          <input
            id="amount"
            name="amount"
            className="plain-input"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            defaultValue={wish.amount}
            aria-describedby="amount-help"
          />
          <span className="help" id="amount-help">
            {t("refund.amountHelp", { left: wish.left })}
          </span>
        </div>
        <div className="field">
          <label htmlFor="reason">{t("refund.reason")}</label>
          <input
            id="reason"
            name="reason"
            className="plain-input"
            required
            maxLength={500}
            defaultValue={wish.reason}
            aria-describedby="reason-help"
          />
          <span className="help" id="reason-help">
            {t("refund.reasonHelp")}
          </span>
        </div>
        <label className="tick" htmlFor="goodwill">
          <input type="checkbox" id="goodwill" name="goodwill" />
          <span>{t("refund.goodwillTick")}</span>
        </label>
        <button type="submit" className="second-button">
          {t("refund.look")}
        </button>
      </form>
    </section>
  );
}
