import type { ReactElement } from "react";
import { MainButton, MainLink } from "../../../ui/components/main-button.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { ShownSeries } from "./shown-series.server.ts";

const PROBLEM_TEXTS = {
  RETRY: "problems.last",
  METHOD: "problems.method",
  CONFIRM: "problems.confirm",
  RECEIVER: "problems.receiver",
} as const;

const DECLARED_TEXTS = { CANCEL: "declared.cancelled", WITHDRAW: "declared.withdrawn" } as const;

export function SeriesState({ series }: { series: ShownSeries }): ReactElement | null {
  const { t } = useTexts("monthly");
  const { owed: total, name, method, coming, declared } = series;
  const problem = PROBLEM_TEXTS[series.problem ?? "RETRY"];
  const state = series.isCharging
    ? t("charging")
    : series.status === "UNPAID"
      ? t("problems.retry", { total, day: series.next })
      : series.status === "SUSPENDED"
        ? t(problem, { total, name, method })
        : series.isPaused
          ? t("pause.until", { day: series.next })
          : null;
  return (
    <>
      {declared ? (
        <p className="note">{t(DECLARED_TEXTS[declared.kind], { at: declared.at ?? "" })}</p>
      ) : null}
      {state ? <p className="note">{state}</p> : null}
      {coming ? <p className="note">{t("price", coming)}</p> : null}
      {series.isOwed && !series.isCharging ? (
        <form method="post" className="fields" data-once="">
          <input type="hidden" name="intent" value="pay" />
          <MainButton>{t("problems.pay", { total })}</MainButton>
        </form>
      ) : null}
    </>
  );
}

const ENDED_TEXTS = {
  FAN: "over.fan",
  OPERATOR: "over.operator",
  DISPUTE: "over.dispute",
  UNPAID: "over.unpaid",
  RECEIVER_GONE: "over.gone",
  RECEIVER_UNABLE: "over.unable",
  CURRENCY: "over.currency",
} as const;

export function EndedSeries({ series }: { series: ShownSeries }): ReactElement {
  const { t } = useTexts("monthly");
  const { name, days } = series;
  const ended = ENDED_TEXTS[series.end ?? "FAN"];
  return (
    <>
      <p className="note" role="status">
        {t(ended, { at: series.endedAt, name, days })}
      </p>
      {series.isCharging ? <p>{t("over.charging")}</p> : null}
      {series.path ? (
        <div className="actions">
          <MainLink href={series.path}>{t("over.again")}</MainLink>
        </div>
      ) : null}
    </>
  );
}

const BACK_TEXTS = { REFUNDED: "months.refunded", CHARGEBACK: "months.claimed" } as const;

export function PaidMonths({ series: { months, paid } }: { series: ShownSeries }): ReactElement | null {
  const { t } = useTexts("monthly");
  if (months.length === 0) return null;
  return (
    <section className="next">
      <Title order={2}>{t("months.title", { total: paid })}</Title>
      <dl className="pairs">
        {months.map(({ id, month, total, back, part, receipt }) => (
          <div key={id}>
            <dt>{month}</dt>
            <dd>
              {total}{" "}
              <a href={receipt}>
                {t("months.receipt")}
                <span className="hidden-visually"> {month}</span>
              </a>
              {back ? `, ${t(BACK_TEXTS[back])}` : null}
              {part ? `, ${t("months.part", { amount: part })}` : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
