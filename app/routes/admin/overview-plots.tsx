import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Card } from "../../ui/components/card.tsx";
import { DataTable, figure } from "../../ui/components/data-table.tsx";
import { BarPlot, ColumnPlot } from "../../ui/components/plots.tsx";
import type { loadFigures, shownAges } from "./overview.server.ts";

type Figures = Awaited<ReturnType<typeof loadFigures>>;

export function OverviewPlots({ figures, ages }: { figures: Figures; ages: ReturnType<typeof shownAges> }) {
  const { t } = useTranslation("overview");
  const { owed, held, currencies } = figures;
  return (
    <div className="plots">
      <Card title={t("ages")}>
        {ages.length === 0 ? (
          <p className="help">{t("noWork")}</p>
        ) : (
          <BarPlot title={t("agesTitle")} bars={ages} />
        )}
      </Card>
      <Card title={t("owed")}>
        <BarPlot
          title={t("owedTitle")}
          bars={[
            { key: "owed", name: t("owes"), ...owed },
            { key: "held", name: t("holds"), ...held },
          ]}
        />
        <Folded text={t("byCurrency")}>
          <DataTable
            caption={t("owed")}
            columns={[t("currency"), figure(t("owes")), figure(t("holds"))]}
            rows={currencies.map((each) => ({
              key: each.currency,
              cells: [each.currency, each.owed, each.held],
            }))}
            empty={t("nothing")}
          />
        </Folded>
        <p>
          <Link to="/admin/books">{t("toBooks")}</Link>
        </p>
      </Card>
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

function Folded({ text, children }: { text?: string; children: ReactNode }) {
  const { t } = useTranslation("overview");
  return (
    <details className="more">
      <summary>{text ?? t("table")}</summary>
      {children}
    </details>
  );
}
