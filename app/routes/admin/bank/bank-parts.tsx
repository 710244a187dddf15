import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Stamp } from "../../../domain/money/formats.ts";
import { Card } from "../../../ui/components/card.tsx";
import { figure, Moment, time } from "../../../ui/components/data-table.tsx";
import { FileForm } from "../../../ui/components/file-form.tsx";
import { TableCard } from "../page-parts.tsx";

export function StatementForm({ action, problem }: { action: string; problem: string | undefined }) {
  const { t } = useTranslation("bank");
  return (
    <FileForm
      id="statement"
      action={action}
      accept="text/xml,application/xml"
      problem={problem}
      texts={{ title: t("import"), label: t("file"), help: t("fileHelp"), drop: t("drop"), button: t("go") }}
    />
  );
}

export function BankBalances({
  balances,
}: {
  balances: readonly (Record<
    "currency" | "day" | "closing" | "booked" | "apart" | "least" | "most",
    string
  > & { is_agreed: boolean })[];
}) {
  const { t } = useTranslation("bank");
  if (balances.length === 0)
    return (
      <Card title={t("balances")}>
        <p>{t("balancesNone")}</p>
      </Card>
    );
  return (
    <TableCard
      title={t("balances")}
      columns={[
        t("balanceDay"),
        figure(t("balanceBank")),
        figure(t("balanceBooks")),
        figure(t("balanceApart")),
        figure(t("balanceUnderWay")),
        t("balanceResult"),
      ]}
      empty=""
      rows={balances.map((each) => ({
        key: each.currency,
        cells: [
          `${each.day}, ${each.currency}`,
          each.closing,
          each.booked,
          each.apart,
          t("balanceRange", each),
          t(each.is_agreed ? "balanceAgreed" : "balanceNotAgreed"),
        ],
      }))}
    >
      <p>{t("balancesText")}</p>
    </TableCard>
  );
}

export function ReportedReturns({
  returns,
}: {
  returns: readonly (Record<"id" | "amount", string> & {
    at: Stamp;
    reason: string | null;
    is_late: boolean;
    is_asked: boolean;
  })[];
}) {
  const { t } = useTranslation("bank");
  if (returns.length === 0) return null;
  return (
    <TableCard
      title={t("returns")}
      columns={[t("returned"), time(t("reportedOn")), t("words")]}
      empty=""
      rows={returns.map((each) => ({
        key: each.id,
        cells: [
          <Link key="payout" className="row-link" to={`/admin/payouts/${each.id}`}>
            {each.amount}
          </Link>,
          <span key="at">
            <Moment stamp={each.at} />
            {each.is_late ? <small>{t("isLate")}</small> : null}
            {each.is_asked ? <Link to="/admin/approvals">{t("waitsForApproval")}</Link> : null}
          </span>,
          each.reason ?? "–",
        ],
      }))}
    >
      <p>{t("returnsText")}</p>
    </TableCard>
  );
}
