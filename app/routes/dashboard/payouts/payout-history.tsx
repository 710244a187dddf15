import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/components/data-table.tsx";
import type { loadPayouts } from "./payouts.server.ts";

type ShownPayout = Awaited<ReturnType<typeof loadPayouts>>["payouts"][number];

export function History({ payouts }: { payouts: readonly ShownPayout[] }) {
  const { t } = useTranslation("payouts");
  const statusOf = ({ status }: ShownPayout) =>
    t(status === "RETURN_REPORTED" ? "returnReported" : `status.${status}`);
  return (
    <DataTable
      caption={t("history.title")}
      columns={[
        t("history.date"),
        t("history.gross"),
        t("history.net"),
        t("history.countries"),
        t("history.status"),
        t("history.statement"),
      ]}
      empty={t("history.empty")}
      rows={payouts.map((payout) => ({
        key: payout.id,
        cells: [
          <span key="date">
            {payout.day}
            <small>{t(`type.${payout.payout_type}`)}</small>
          </span>,
          payout.gross,
          <span key="net">
            {payout.net}
            <small>{t("history.afterFee", { fee: payout.fee })}</small>
          </span>,
          <Countries key="countries" sums={payout.countries} />,
          [statusOf(payout), payout.failure_reason].filter(Boolean).join(": "),
          <Documents key="documents" payout={payout} />,
        ],
      }))}
    />
  );
}

function Countries({ sums }: { sums: readonly string[] }): ReactNode {
  const { t } = useTranslation("payouts");
  const [first, ...others] = sums;
  if (others.length === 0) return first ?? "–";
  return (
    <details className="more">
      <summary>{t("history.inCountries", { count: sums.length })}</summary>
      {sums.map((sum) => (
        <div key={sum}>{sum}</div>
      ))}
    </details>
  );
}

function Documents({ payout }: { payout: ShownPayout }): ReactNode {
  const { t } = useTranslation("payouts");
  const { id, statement_number, cancellation_number } = payout;
  if (statement_number === null) return "–";
  return (
    <span>
      <a href={`/payout/${id}/statement`}>{t("history.pdf", { number: statement_number })}</a>
      {cancellation_number === null ? null : (
        <small>
          <a href={`/payout/${id}/cancellation`}>{t("cancellation.pdf", { number: cancellation_number })}</a>
        </small>
      )}
    </span>
  );
}
