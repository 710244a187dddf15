import { type ReactElement, useContext } from "react";
import { mailParams } from "../../domain/mails/mail-params.ts";
import { formatDay, formatFeeRate, formatPercent } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { MailFrame, MailLayout } from "./mail-layout.tsx";
import { mailTemplate } from "./mail-template.ts";

export const receipt = mailTemplate({
  params: mailParams.receipt,
  sample: {
    payment_id: "sample",
    receiver_name: "Jördis Kessler",
    receiver_username: "joerdis",
    item_name: "A string for the violin",
    message: "Das Lied mit dem Regen höre ich jeden Morgen.\nBitte mehr davon!",
    type: "INETCASH_CC",
    currency: "EUR",
    amount_minor: 50_00,
    service_fee_minor: 5_00,
    service_fee_bps: 1000,
    vat_minor: 95,
    vat_rate_bps: 1900,
    total_minor: 55_95,
    charged_minor: 65_71,
    charged_currency: "USD",
    rate: "1.1744",
    rate_date: "2026-11-20",
    paid_at: "2026-11-21T09:30:00.000Z",
  },
  write(receipt, { locale, t, publicUrl, tokens, issuer }) {
    const method = t(`tip:payment.types.${receipt.type}.name`);
    const receiptUrl = `${publicUrl}/receipt/${tokens.sign("receipt", receipt.payment_id)}`;
    const seriesUrl =
      receipt.series_id === undefined
        ? null
        : `${publicUrl}/monthly/${tokens.sign("series", receipt.series_id)}`;
    const footer = t(seriesUrl === null ? "receipt.footer" : "receipt.footerMonthly");
    const page = receipt.group_slug ? `gl/${receipt.group_slug}` : (receipt.receiver_username ?? "");
    const profileUrl = `${publicUrl}/${page}`;
    const money = (amount: number, currency = receipt.currency) => formatAmount(amount, currency, locale);
    const name = receipt.receiver_name ?? t("grouplists:unnamed", { slug: receipt.group_slug ?? "" });
    const charged = money(receipt.charged_minor, receipt.charged_currency);
    type Row = [label: string, amount: string];
    const vat: Row = [
      t("receipt.vat", { rate: formatPercent(receipt.vat_rate_bps, locale) }),
      money(receipt.vat_minor),
    ];
    const rate = t("receipt.rate", { date: formatDay(receipt.rate_date, locale) });
    const conversion: Row = [`${t("receipt.charged")} (${rate})`, charged];
    const rows: Row[] = [
      [t("receipt.tip", { name }), money(receipt.amount_minor)],
      [
        t("receipt.fee", { rate: formatFeeRate(receipt, locale, t("tip:price.minimum")) }),
        money(receipt.service_fee_minor),
      ],
      ...(receipt.vat_minor > 0 ? [vat] : []),
      [t("receipt.total", { method }), money(receipt.total_minor)],
      ...(receipt.charged_currency !== receipt.currency ? [conversion] : []),
    ];
    const intro = t("receipt.intro", { name, amount: money(receipt.amount_minor) });
    const item = receipt.item_name ? t("receipt.item", { item: receipt.item_name }) : null;
    const issuedBy = issuer.length === 0 ? null : t("receipt.issuer", { issuer: issuer.join(", ") });
    const paidAt = t("receipt.paidAt", { date: formatDay(receipt.paid_at, locale) });
    return {
      subject: t("receipt.subject", { name, total: charged }),
      html: (
        <MailLayout locale={locale} heading={t("receipt.heading")} footer={footer}>
          <p>{intro}</p>
          {item ? <p>{item}</p> : null}
          {receipt.message ? <Quote>{receipt.message}</Quote> : null}
          <table role="presentation" width="100%" style={{ borderCollapse: "collapse", margin: "16px 0" }}>
            <tbody>
              {rows.map(([label, amount]) => (
                <tr key={label}>
                  <td style={{ padding: "8px 0", borderBottom: "1px solid #e3dcd3" }}>{label}</td>
                  <td style={{ padding: "8px 0", borderBottom: "1px solid #e3dcd3", textAlign: "right" }}>
                    {amount}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>{paidAt}</p>
          {issuedBy === null ? null : <p style={{ fontSize: "13px" }}>{issuedBy}</p>}
          <p>
            <a href={receiptUrl} style={{ color: "inherit", fontWeight: 600 }}>
              {t("receipt.open")}
            </a>
            {" · "}
            <a href={profileUrl} style={{ color: "inherit", fontWeight: 600 }}>
              {t("receipt.again", { name })}
            </a>
            {seriesUrl === null ? null : (
              <>
                {" · "}
                <a href={seriesUrl} style={{ color: "inherit", fontWeight: 600 }}>
                  {t("receipt.monthly")}
                </a>
              </>
            )}
          </p>
        </MailLayout>
      ),
      text: [
        t("receipt.heading"),
        "",
        intro,
        ...(item ? [item] : []),
        ...(receipt.message ? ["", `${t("receipt.message")}:`, receipt.message] : []),
        "",
        ...rows.map(([label, amount]) => `${label}: ${amount}`),
        "",
        paidAt,
        ...(issuedBy === null ? [] : [issuedBy]),
        "",
        `${t("receipt.open")}: ${receiptUrl}`,
        `${t("receipt.again", { name })}: ${profileUrl}`,
        ...(seriesUrl === null ? [] : [`${t("receipt.monthly")}: ${seriesUrl}`]),
        "",
        footer,
        "",
      ].join("\n"),
    };
  },
});

function Quote({ children }: { children: string }): ReactElement {
  const { accent } = useContext(MailFrame);
  return (
    <blockquote
      style={{
        margin: "16px 0",
        padding: "4px 0 4px 14px",
        borderLeft: `3px solid ${accent}`,
        whiteSpace: "pre-wrap",
      }}
    >
      {children}
    </blockquote>
  );
}
