import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { FileForm } from "../../../ui/components/file-form.tsx";

export function StatementForm({
  action,
  problem,
}: {
  action: string;
  problem: string | undefined;
}): ReactElement {
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

/** Empty before the first statement with balances. */
export function BankBalances({
  balances,
}: {
  balances: readonly (Record<
    "currency" | "day" | "closing" | "booked" | "apart" | "least" | "most",
    string
  > & { is_agreed: boolean })[];
}): ReactElement {
  const { t } = useTranslation("bank");
  if (balances.length === 0)
    return (
      <Card title={t("balances")}>
        <p>{t("balancesNone")}</p>
      </Card>
    );
  return (
    <Card title={t("balances")}>
      <p>{t("balancesText")}</p>
      <DataTable
        caption={t("balances")}
        columns={[
          t("balanceDay"),
          { name: t("balanceBank"), isFigure: true },
          { name: t("balanceBooks"), isFigure: true },
          { name: t("balanceApart"), isFigure: true },
          { name: t("balanceUnderWay"), isFigure: true },
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
      />
    </Card>
  );
}

export function ReportedReturns({
  returns,
}: {
  returns: readonly (Record<"id" | "amount" | "at", string> & {
    reason: string | null;
    is_late: boolean;
    is_asked: boolean;
  })[];
}): ReactElement | null {
  const { t } = useTranslation("bank");
  if (returns.length === 0) return null;
  return (
    <Card title={t("returns")}>
      <p>{t("returnsText")}</p>
      <DataTable
        caption={t("returns")}
        columns={[t("returned"), { name: t("reportedOn"), isMoment: true }, t("words")]}
        empty=""
        rows={returns.map((each) => ({
          key: each.id,
          cells: [
            <Link key="payout" className="row-link" to={`/admin/payouts/${each.id}`}>
              {each.amount}
            </Link>,
            <span key="at">
              {each.at}
              {each.is_late ? <small>{t("isLate")}</small> : null}
              {each.is_asked ? <Link to="/admin/approvals">{t("waitsForApproval")}</Link> : null}
            </span>,
            each.reason ?? "–",
          ],
        }))}
      />
    </Card>
  );
}
