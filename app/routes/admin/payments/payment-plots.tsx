import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, figure } from "../../../ui/components/data-table.tsx";
import { ColumnPlot } from "../../../ui/components/plots.tsx";
import type { loadFigures } from "./payment-plots.server.ts";

type Figures = Awaited<ReturnType<typeof loadFigures>>;

export function PaymentPlots({ figures }: { figures: Figures }) {
  return (
    <div className="plots">
      <PaidByDay {...figures} />
      <RefusedByWeek {...figures} />
    </div>
  );
}

function PaidByDay({ days, types }: Figures) {
  const { t } = useTranslation("overview");
  const title = t("paid");
  return (
    <Card title={title}>
      {types.length === 0 ? (
        <p className="help">{t("nothing")}</p>
      ) : (
        <>
          <ColumnPlot title={t("paidTitle")} columns={days} parts={types} />
          <p className="help">{t("paidNote")}</p>
          <Folded>
            <DataTable
              caption={title}
              columns={[t("day"), ...[t("charged"), ...types, t("amount"), t("tips")].map(figure)]}
              rows={days.toReversed().map((day) => ({
                key: day.key,
                cells: [day.name, day.figure, ...day.amounts, day.amount, day.tips],
              }))}
              empty=""
            />
          </Folded>
        </>
      )}
    </Card>
  );
}

function RefusedByWeek({ weeks, reasons }: Figures) {
  const { t } = useTranslation("overview");
  const title = t("refused");
  return (
    <Card title={title}>
      {reasons.length === 0 ? (
        <p className="help">{t("nothing")}</p>
      ) : (
        <>
          <ColumnPlot title={t("refusedTitle")} columns={weeks} parts={reasons} />
          <Folded>
            <DataTable
              caption={title}
              columns={[t("week"), ...[...reasons, t("all")].map(figure)]}
              rows={weeks.toReversed().map((week) => ({
                key: week.key,
                cells: [week.name, ...week.parts, week.figure],
              }))}
              empty=""
            />
          </Folded>
        </>
      )}
    </Card>
  );
}

function Folded({ children }: { children: ReactNode }) {
  const { t } = useTranslation("overview");
  return (
    <details className="more">
      <summary>{t("table")}</summary>
      {children}
    </details>
  );
}
