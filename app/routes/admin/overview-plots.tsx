import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { BarPlot } from "../../ui/components/bar-plot.tsx";
import { Card } from "../../ui/components/card.tsx";
import { ColumnPlot } from "../../ui/components/column-plot.tsx";
import { DataTable } from "../../ui/components/data-table.tsx";
import type { loadFigures } from "./overview-figures.server.ts";
import type { shownAges } from "./queue-ages.server.ts";

type Figures = Awaited<ReturnType<typeof loadFigures>>;

export function OverviewPlots({
  figures,
  ages,
}: {
  figures: Figures;
  ages: ReturnType<typeof shownAges>;
}): ReactElement {
  const { t } = useTranslation("desk");
  const { owed, held, currencies } = figures;
  return (
    <div className="plots">
      <Card title={t("overview.ages")}>
        {ages.length === 0 ? (
          <p className="help">{t("overview.noWork")}</p>
        ) : (
          <BarPlot title={t("overview.agesTitle")} bars={ages} />
        )}
      </Card>
      <Card title={t("overview.owed")}>
        <BarPlot
          title={t("overview.owedTitle")}
          bars={[
            { key: "owed", name: t("overview.owes"), ...owed },
            { key: "held", name: t("overview.holds"), ...held },
          ]}
        />
        <Folded text={t("overview.byCurrency")}>
          <DataTable
            caption={t("overview.owed")}
            columns={[
              t("overview.currency"),
              { name: t("overview.owes"), isFigure: true },
              { name: t("overview.holds"), isFigure: true },
            ]}
            rows={currencies.map((each) => ({
              key: each.currency,
              cells: [each.currency, each.owed, each.held],
            }))}
            empty={t("overview.nothing")}
          />
        </Folded>
        <p>
          <Link to="/admin/books">{t("overview.toBooks")}</Link>
        </p>
      </Card>
      <PaidByDay {...figures} />
      <RefusedByWeek {...figures} />
    </div>
  );
}

function PaidByDay({ days, types }: Figures): ReactElement {
  const { t } = useTranslation("desk");
  const title = t("overview.paid");
  return (
    <Card title={title}>
      {types.length === 0 ? (
        <p className="help">{t("overview.nothing")}</p>
      ) : (
        <>
          <ColumnPlot title={t("overview.paidTitle")} columns={days} parts={types} />
          <p className="help">{t("overview.paidNote")}</p>
          <Folded>
            <DataTable
              caption={title}
              columns={[
                t("overview.day"),
                ...[t("overview.charged"), ...types, t("overview.amount"), t("overview.tips")].map(
                  (name) => ({ name, isFigure: true }) as const,
                ),
              ]}
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

function RefusedByWeek({ weeks, reasons }: Figures): ReactElement {
  const { t } = useTranslation("desk");
  const title = t("overview.refused");
  return (
    <Card title={title}>
      {reasons.length === 0 ? (
        <p className="help">{t("overview.nothing")}</p>
      ) : (
        <>
          <ColumnPlot title={t("overview.refusedTitle")} columns={weeks} parts={reasons} />
          <Folded>
            <DataTable
              caption={title}
              columns={[
                t("overview.week"),
                ...[...reasons, t("overview.all")].map((name) => ({ name, isFigure: true }) as const),
              ]}
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

function Folded({ text, children }: { text?: string; children: ReactNode }): ReactElement {
  const { t } = useTranslation("desk");
  return (
    <details className="more">
      <summary>{text ?? t("overview.table")}</summary>
      {children}
    </details>
  );
}
