import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { Card } from "../../../ui/components/card.tsx";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { DataTable, figure } from "../../../ui/components/data-table.tsx";
import { PageTitle } from "../../../ui/components/page-title.tsx";
import { BarPlot, ColumnPlot } from "../../../ui/components/plots.tsx";
import { Title } from "../../../ui/components/title.tsx";
import type { loadStatistics, ShownBar } from "./statistics.server.ts";

type Loaded = Awaited<ReturnType<typeof loadStatistics>>;
type Shown = NonNullable<Loaded["shown"]>;

const FIGURES = ["total", "average", "best", "fresh", "returning"] as const;
const MONTHLY_COUNTS = ["fresh", "kept", "ended"] as const;
const PARTS = ["types", "countries", "items"] as const;

export function StatisticsView({ path, page, shown }: Loaded) {
  const { t } = useTranslation("statistics");
  return (
    <div className="account-page paper">
      <PageTitle>{t("title")}</PageTitle>
      <DashboardTabs current="statistics" />
      <Title order={1}>{t("title")}</Title>
      {shown === null ? (
        <Card title={t("empty.title")}>
          {page === null ? (
            <p>{t("empty.later")}</p>
          ) : (
            <>
              <p>{t("empty.text")}</p>
              <div className="actions">
                <Button component="a" href={`/${page}`} className="go">
                  /{page}
                </Button>
              </div>
            </>
          )}
        </Card>
      ) : (
        <>
          <PeriodChoice path={path} {...shown} />
          <FigureList {...shown} />
          {shown.monthly === null ? null : <MonthlyFigures {...shown.monthly} />}
          {shown.plots.steps.length === 0 ? (
            <p>{t("none")}</p>
          ) : (
            <div className="statistics-plots">
              <StepPlot {...shown.plots} />
              {PARTS.map((name) => (
                <Card key={name} title={t(`plots.${name}.question`)}>
                  <BarPlot
                    title={t("plotTitle", { question: t(`plots.${name}.question`) })}
                    bars={shown.plots[name]}
                  />
                  <PlotTable
                    question={t(`plots.${name}.question`)}
                    column={t(`plots.${name}.column`)}
                    bars={shown.plots[name]}
                  />
                </Card>
              ))}
            </div>
          )}
        </>
      )}
    </div>
  );
}

function PeriodChoice({
  path,
  periods,
  period,
  currencies,
  currency,
  today,
  table,
}: { path: string } & Shown) {
  const { t } = useTranslation("statistics");
  return (
    <section className="statistics-period" aria-label={t("period.label")}>
      <nav className="tabs" aria-label={t("period.label")}>
        {periods.map(({ name, query }) => (
          <Link
            key={name}
            to={`${path}?${query}`}
            {...(name === period.name ? { "aria-current": "page" as const } : {})}
          >
            {t(`period.${name}`)}
          </Link>
        ))}
      </nav>
      {currencies.length < 2 ? null : (
        <nav className="tabs" aria-label={t("currency")}>
          {currencies.map(({ name, query }) => (
            <Link
              key={name}
              to={`${path}?${query}`}
              {...(name === currency ? { "aria-current": "page" as const } : {})}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <Form method="get" action={path} className="period-days" key={`${period.from} ${period.to}`}>
        <input type="hidden" name="currency" value={currency} />
        <label>
          {t("period.from")}
          <input type="date" name="from" className="plain-input" defaultValue={period.from} max={today} />
        </label>
        <label>
          {t("period.to")}
          <input type="date" name="to" className="plain-input" defaultValue={period.to} max={today} />
        </label>
        <button type="submit" className="second-button">
          {t("period.show")}
        </button>
        <a href={table} className="period-table">
          {t("csv")}
        </a>
      </Form>
    </section>
  );
}

function FigureList({ figures, days }: Shown) {
  const { t } = useTranslation("statistics");
  return (
    <section className="card" aria-label={t("figures.label")}>
      <p className="help figure-days">{t("days", days)}</p>
      <dl className="four-figures">
        {FIGURES.map((name) => {
          const { value, note, before, change } = figures[name];
          return (
            <div key={name}>
              <dt>{t(`figures.${name}`)}</dt>
              <dd>
                {value}
                {note === null ? null : <small>{note}</small>}
                {before === null ? null : (
                  <small>
                    {change === null ? null : <b>{change} </b>}
                    {before}
                  </small>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function MonthlyFigures({ income, active, ...counts }: NonNullable<Shown["monthly"]>) {
  const { t } = useTranslation("statistics");
  return (
    <Card title={t("monthly.title")}>
      <dl className="four-figures">
        <div>
          <dt>{t("monthly.income")}</dt>
          <dd>
            {income}
            <small>{active}</small>
          </dd>
        </div>
        {MONTHLY_COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`monthly.${name}`)}</dt>
            <dd>{counts[name]}</dd>
          </div>
        ))}
      </dl>
      <p className="more-links">
        <Link to="/dashboard/fans?monthly=1">{t("monthly.all")}</Link>
      </p>
    </Card>
  );
}

function StepPlot({ steps, unit, hasColumns, hasWaiting }: Shown["plots"]) {
  const { t } = useTranslation("statistics");
  const question = t(`plots.${unit}.question`);
  const title = t("plotTitle", { question });
  return (
    <Card title={question}>
      {hasColumns ? (
        <ColumnPlot
          title={title}
          columns={steps.toReversed().map((bar) => ({ ...bar, short: bar.name, parts: [bar.amount] }))}
          parts={[t("table.amount")]}
        />
      ) : (
        <BarPlot title={title} bars={steps} />
      )}
      {hasWaiting ? <p className="help plot-note">{t("waiting")}</p> : null}
      <PlotTable
        question={question}
        column={t(`plots.${unit}.column`)}
        bars={steps}
        showsWaiting={hasWaiting}
      />
    </Card>
  );
}

function PlotTable({
  question,
  column,
  bars,
  showsWaiting = false,
}: {
  question: string;
  column: string;
  bars: readonly ShownBar[];
  showsWaiting?: boolean;
}) {
  const { t } = useTranslation("statistics");
  return (
    <details className="more">
      <summary>{t("table.show")}</summary>
      <DataTable
        caption={question}
        columns={[
          column,
          figure(t("table.amount")),
          ...(showsWaiting ? [figure(t("table.waiting"))] : []),
          figure(t("table.tips")),
        ]}
        rows={bars.map(({ key, name: label, figure, waiting, tips }) => ({
          key,
          cells: [label, figure, ...(showsWaiting ? [waiting ?? "–"] : []), tips],
        }))}
        empty=""
      />
    </details>
  );
}
