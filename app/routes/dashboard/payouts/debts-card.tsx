import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Card } from "../../../ui/components/card.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

/** Amounts in words, and as the form posts them. */
export interface DebtOnPage {
  currency: string;
  owed: string;
  offers: readonly {
    from_currency: string;
    from_minor: number;
    debt_minor: number;
    from: string;
    debt: string;
    rate: string;
    rate_date: string;
  }[];
  lacks_rate: boolean;
}

export function DebtsCard({ debts }: { debts: readonly DebtOnPage[] }) {
  const { t } = useTranslation("payouts");
  if (debts.length === 0) return null;
  return (
    <Card title={t("debts.title")}>
      {debts.map(({ currency, owed, offers, lacks_rate }) => (
        <div key={currency} className="fields">
          <p className="balance">{t("debts.owed", { amount: owed })}</p>
          <p className="help">{t("debts.about", { currency })}</p>
          {lacks_rate ? <p className="note">{t("debts.noRate")}</p> : null}
          {offers.map((offer) => (
            <Form key={offer.from_currency} method="post" action="/payout" className="fields">
              <input type="hidden" name="debt_currency" value={currency} />
              <input type="hidden" name="debt_minor" value={offer.debt_minor} />
              <input type="hidden" name="from_currency" value={offer.from_currency} />
              <input type="hidden" name="from_minor" value={offer.from_minor} />
              <SubmitButton>{t("debts.go", { debt: offer.debt, from: offer.from })}</SubmitButton>
              <p className="help">{t("debts.rate", { rate: offer.rate, date: offer.rate_date })}</p>
            </Form>
          ))}
        </div>
      ))}
    </Card>
  );
}
