import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Card } from "../../../ui/components/card.tsx";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { DataTable, figure } from "../../../ui/components/data-table.tsx";
import { PageTitle } from "../../../ui/components/page-title.tsx";
import { BarPlot } from "../../../ui/components/plots.tsx";
import { Title } from "../../../ui/components/title.tsx";
import type { loadStatistics, ShownBar } from "./statistics.server.ts";

type Loaded = Awaited<ReturnType<typeof loadStatistics>>;

const FIGURES = ["thisMonth", "average", "best", "returning"] as const;
const PLOTS = ["months", "week", "types", "countries", "items"] as const;

export function StatisticsView({ path, page, currencies, shown }: Loaded) {
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
          {currencies.length < 2 ? null : (
            <nav className="tabs" aria-label={t("currency")}>
              {currencies.map((each) => (
                <Link
                  key={each}
                  to={`${path}?currency=${each}`}
                  {...(each === shown.currency ? { "aria-current": "page" as const } : {})}
                >
                  {each}
                </Link>
              ))}
            </nav>
          )}
          <section className="card" aria-label={t("figures.label")}>
            <dl className="four-figures">
              {FIGURES.map((name) => (
                <div key={name}>
                  <dt>{t(`figures.${name}`)}</dt>
                  <dd>
                    {shown.figures[name].value}
                    {shown.figures[name].note === null ? null : <small>{shown.figures[name].note}</small>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          {PLOTS.map((name) => (
            <Plot
              key={name}
              name={name}
              bars={shown.plots[name]}
              showsWaiting={name === "months" && shown.hasWaiting}
            />
          ))}
          <p className="help">{t("about")}</p>
        </>
      )}
    </div>
  );
}

function Plot({
  name,
  bars,
  showsWaiting,
}: {
  name: (typeof PLOTS)[number];
  bars: readonly ShownBar[];
  showsWaiting: boolean;
}) {
  const { t } = useTranslation("statistics");
  const question = t(`plots.${name}.question`);
  const columns = [
    t(`plots.${name}.column`),
    figure(t("table.amount")),
    ...(showsWaiting ? [figure(t("table.waiting"))] : []),
    figure(t("table.tips")),
  ];
  return (
    <Card title={question}>
      <BarPlot title={t("plotTitle", { question })} bars={bars} />
      {showsWaiting ? <p className="help plot-note">{t("waiting")}</p> : null}
      <details className="more">
        <summary>{t("table.show")}</summary>
        <DataTable
          caption={question}
          columns={columns}
          rows={bars.map(({ key, name: label, figure, waiting, tips }) => ({
            key,
            cells: [label, figure, ...(showsWaiting ? [waiting ?? "–"] : []), tips],
          }))}
          empty=""
        />
      </details>
    </Card>
  );
}
