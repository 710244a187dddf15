import { formatDay, formatFeeRate, formatPercent, formatRate } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { useTexts } from "../texts.ts";

export interface Price {
  currency: string;
  amount_minor: number;
  service_fee_minor: number;
  service_fee_bps: number;
  vat_minor: number;
  vat_rate_bps: number;
  total_minor: number;
  charged_minor: number;
  charged_currency: string;
  rate: string;
  rate_date: string;
}

export function shownPrice(price: Price): Price {
  const { currency, amount_minor, service_fee_minor, service_fee_bps, vat_minor, vat_rate_bps } = price;
  const { total_minor, charged_minor, charged_currency, rate, rate_date } = price;
  return {
    currency,
    amount_minor,
    service_fee_minor,
    service_fee_bps,
    vat_minor,
    vat_rate_bps,
    total_minor,
    charged_minor,
    charged_currency,
    rate,
    rate_date,
  };
}

export function PriceTable({ price, name, method }: { price: Price; name: string | null; method?: string }) {
  const { t, locale } = useTexts("tip");
  const money = (amount: number, currency = price.currency) => formatAmount(amount, currency, locale);
  const isConverted = price.charged_currency !== price.currency;
  return (
    <table className="price" id="price">
      <tbody>
        <tr>
          <th scope="row">{name === null ? t("price.voucher") : t("price.tip", { name })}</th>
          <td className="money">{money(price.amount_minor)}</td>
        </tr>
        <tr>
          <th scope="row">{t("price.fee", { rate: formatFeeRate(price, locale, t("price.minimum")) })}</th>
          <td className="money">{money(price.service_fee_minor)}</td>
        </tr>
        {price.vat_minor > 0 ? (
          <tr>
            <th scope="row">{t("price.vat", { rate: formatPercent(price.vat_rate_bps, locale) })}</th>
            <td className="money">{money(price.vat_minor)}</td>
          </tr>
        ) : null}
        <tr className="sum">
          <th scope="row">{method ? t("price.totalBy", { method }) : t("price.total")}</th>
          <td className="money">{money(price.total_minor)}</td>
        </tr>
        {isConverted ? (
          <tr className="sum">
            <th scope="row">
              {t("price.charged")}
              <small>
                {t("price.rate", {
                  from: price.currency,
                  to: price.charged_currency,
                  rate: formatRate(price.rate, locale),
                  date: formatDay(price.rate_date, locale),
                })}
              </small>
            </th>
            <td className="money">{money(price.charged_minor, price.charged_currency)}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
