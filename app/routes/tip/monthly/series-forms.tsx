import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement, ReactNode } from "react";
import { productRules } from "../../../product-rules.ts";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { PriceTable } from "../../../ui/components/price-table.tsx";
import { SelectField, TextField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { ShownSeries } from "./shown-series.server.ts";

interface FormProps {
  series: ShownSeries;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function SeriesForms({ series, here, lastResult }: FormProps & { here: string }): ReactElement {
  const { t } = useTexts("monthly");
  const resultOf = (intent: string) => (lastResult?.initialValue?.intent === intent ? lastResult : undefined);
  const stop = (
    <p className="more-links">
      <a href={`${here}/stop`}>{t("stop.link")}</a>
    </p>
  );
  if (series.status === "BEGUN") return stop;
  const isSettled = series.status !== "UNPAID" || lastResult !== undefined;
  const canPause = series.status === "ACTIVE" && series.next !== "";
  return (
    <>
      {series.price ? <PriceTable price={series.price} name={series.name} /> : null}
      {isSettled ? (
        <>
          <AmountForm series={series} lastResult={resultOf("amount")} />
          {series.canChangeDay || resultOf("day") ? (
            <DayForm series={series} lastResult={resultOf("day")} />
          ) : null}
        </>
      ) : null}
      {canPause || resultOf("pause") ? <PauseForm series={series} lastResult={resultOf("pause")} /> : null}
      {series.isOwed ? <p className="help">{t("pause.unpaid")}</p> : null}
      {series.canChangeMethod ? (
        <TermForm
          intent="method"
          shown={series.method}
          change={t(series.isDebit ? "lines.otherAccount" : "lines.otherCard")}
          isOpen={false}
        >
          <p className="help">
            {series.isOwed ? t("method.owed", { total: series.owed }) : t("method.text")}
          </p>
          <MainButton>{t("method.go")}</MainButton>
        </TermForm>
      ) : null}
      {series.isDebit ? <p className="help">{t("reminders.debit")}</p> : <ReminderForm series={series} />}
      {stop}
    </>
  );
}

function TermForm({
  intent,
  shown,
  change,
  isOpen,
  children,
}: {
  intent: string;
  shown: string;
  change: string;
  isOpen: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <form method="post" noValidate className="fields lines" data-once="">
      <details open={isOpen}>
        <summary>
          <span>{shown}</span>
          <b>{change}</b>
        </summary>
        <div className="fields">
          <input type="hidden" name="intent" value={intent} />
          {children}
        </div>
      </details>
    </form>
  );
}

function AmountForm({ series, lastResult }: FormProps): ReactElement {
  const { t } = useTexts("monthly");
  const { amount, typed } = series;
  const [form, fields] = shownForm<{ amount: string }>({
    ...{ id: "amount", lastResult, defaultValue: { amount: typed } },
  });
  const label = t("amount.label");
  return (
    <TermForm
      intent="amount"
      shown={t("lines.amount", { amount })}
      change={t("lines.change")}
      isOpen={lastResult !== undefined}
    >
      <ErrorSummary formId={form.id} errors={form.allErrors} labels={{ amount: label }} />
      <TextField
        field={fields.amount}
        label={`${label} (${series.currency})`}
        control={{ inputMode: "decimal", autoComplete: "off", maxLength: 40 }}
      />
      <MainButton>{t("amount.check")}</MainButton>
    </TermForm>
  );
}

function DayForm({ series, lastResult }: FormProps): ReactElement {
  const { t } = useTexts("monthly");
  const [form, fields] = shownForm<{ day: string }>({
    ...{ id: "day", lastResult, defaultValue: { day: String(series.monthDay) } },
  });
  return (
    <TermForm
      intent="day"
      shown={t("lines.day", { day: series.monthDay })}
      change={t("lines.change")}
      isOpen={lastResult !== undefined}
    >
      <ErrorSummary formId={form.id} errors={form.allErrors} labels={{ day: t("day.label") }} />
      <SelectField
        field={fields.day}
        label={t("day.label")}
        help={t("day.help", { days: productRules.series.day_gap_days })}
        options={optionsTo(31, (day) => String(day))}
      />
      <MainButton>{t("day.apply")}</MainButton>
    </TermForm>
  );
}

function optionsTo(last: number, textOf: (count: number) => string) {
  return Array.from({ length: last }, (_, index) => ({
    ...{ value: String(index + 1), text: textOf(index + 1) },
  }));
}

function PauseForm({ series, lastResult }: FormProps): ReactElement {
  const { t } = useTexts("monthly");
  const [form, fields] = shownForm<{ months: string }>({
    ...{ id: "pause", lastResult, defaultValue: { months: "1" } },
  });
  const shown = t("lines.next", { day: series.next });
  if (series.isPaused)
    return (
      <TermForm intent="resume" shown={shown} change={t("lines.goOn")} isOpen={false}>
        <MainButton>{t("pause.resume")}</MainButton>
      </TermForm>
    );
  const textOf = (count: number) => t("pause.months", { count });
  return (
    <TermForm intent="pause" shown={shown} change={t("lines.pause")} isOpen={lastResult !== undefined}>
      <ErrorSummary formId={form.id} errors={form.allErrors} labels={{ months: t("pause.label") }} />
      <SelectField
        field={fields.months}
        label={t("pause.label")}
        options={optionsTo(series.pauses, textOf)}
      />
      <MainButton>{t("pause.apply")}</MainButton>
    </TermForm>
  );
}

function ReminderForm({ series }: { series: ShownSeries }): ReactElement {
  const { t } = useTexts("monthly");
  const isOn = series.hasReminders;
  const days = series.reminderDays;
  return (
    <TermForm
      intent={isOn ? "quiet" : "remind"}
      shown={isOn ? t("lines.on", { days }) : t("lines.off")}
      change={t(isOn ? "lines.switchOff" : "lines.switchOn")}
      isOpen={false}
    >
      {isOn ? <p className="help">{t("reminders.still")}</p> : null}
      <MainButton>{t(isOn ? "lines.switchOff" : "lines.switchOn")}</MainButton>
    </TermForm>
  );
}
