import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import { formatDay, formatPercent } from "../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";
import type { MailParams } from "../outbox.server.ts";
import { type MailContent, MailLayout } from "./mail-layout.tsx";

export type { MailContent } from "./mail-layout.tsx";

interface Surroundings {
  locale: Locale;
  t: TFunction<"mail">;
  /** The name of the way to pay, in the reader's language. */
  method: string;
  receiptUrl: string;
  profileUrl: string;
}

/** The fan's receipt: who gets how much, what was charged, and the link to the receipt's page. */
export function receiptMail(
  receipt: MailParams["receipt"],
  { locale, t, method, receiptUrl, profileUrl }: Surroundings,
): MailContent {
  const money = (amount: number, currency = receipt.currency) => formatAmount(amount, currency, locale);
  const name = receipt.receiver_name;
  const charged = money(receipt.charged_minor, receipt.charged_currency);
  const rows: [string, string][] = [
    [t("receipt.tip", { name }), money(receipt.amount_minor)],
    [
      t("receipt.fee", { rate: formatPercent(receipt.service_fee_bps, locale) }),
      money(receipt.service_fee_minor),
    ],
    ...(receipt.vat_minor > 0
      ? [
          [
            t("receipt.vat", { rate: formatPercent(receipt.vat_rate_bps, locale) }),
            money(receipt.vat_minor),
          ] as [string, string],
        ]
      : []),
    [t("receipt.total", { method }), money(receipt.total_minor)],
    ...(receipt.charged_currency !== receipt.currency
      ? [
          [
            `${t("receipt.charged")} (${t("receipt.rate", { date: formatDay(receipt.rate_date, locale) })})`,
            charged,
          ] as [string, string],
        ]
      : []),
  ];
  const intro = t("receipt.intro", { name, amount: money(receipt.amount_minor) });
  const item = receipt.item_name ? t("receipt.item", { item: receipt.item_name }) : null;
  const paidAt = t("receipt.paidAt", { date: formatDay(receipt.paid_at, locale) });
  return {
    subject: t("receipt.subject", { name, total: charged }),
    html: (
      <MailLayout locale={locale} heading={t("receipt.heading")} footer={t("receipt.footer")}>
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
        <p>
          <a href={receiptUrl} style={{ color: "inherit", fontWeight: 600 }}>
            {t("receipt.open")}
          </a>
          {" · "}
          <a href={profileUrl} style={{ color: "inherit", fontWeight: 600 }}>
            {t("receipt.again", { name })}
          </a>
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
      "",
      `${t("receipt.open")}: ${receiptUrl}`,
      `${t("receipt.again", { name })}: ${profileUrl}`,
      "",
      t("receipt.footer"),
      "",
    ].join("\n"),
  };
}

function Quote({ children }: { children: string }): ReactElement {
  return (
    <blockquote
      style={{
        margin: "16px 0",
        padding: "4px 0 4px 14px",
        borderLeft: "3px solid #c8451b",
        whiteSpace: "pre-wrap",
      }}
    >
      {children}
    </blockquote>
  );
}
