import type { SubmissionResult } from "@conform-to/react";
import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { monthlyThanksForm } from "../../domain/tips/reply.schema.ts";
import { productRules } from "../../product-rules.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { DataTable, figure } from "../../ui/components/data-table.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import type { ShownSupporter, ShownThanks } from "./supporters.server.ts";

export function FanTabs({ isMonthly }: { isMonthly: boolean }) {
  const { t } = useTranslation("statistics");
  return (
    <nav className="tabs" aria-label={t("supporters.tabs")}>
      <Link to="/dashboard/fans" {...(isMonthly ? {} : { "aria-current": "page" as const })}>
        {t("supporters.all")}
      </Link>
      <Link to="/dashboard/fans?monthly=1" {...(isMonthly ? { "aria-current": "page" as const } : {})}>
        {t("supporters.monthly")}
      </Link>
    </nav>
  );
}

export function SupporterTable({ supporters }: { supporters: readonly ShownSupporter[] }) {
  const { t } = useTranslation("statistics");
  return (
    <DataTable
      caption={t("supporters.monthly")}
      columns={[
        t("supporters.fan"),
        figure(t("supporters.amount")),
        figure(t("supporters.received")),
        figure(t("supporters.since")),
        figure(t("supporters.next")),
        t("supporters.state"),
      ]}
      empty={t("supporters.empty")}
      rows={supporters.map((each) => ({
        key: each.id,
        cells: [
          <span key="fan">
            {each.name ?? t("supporters.nameless")}
            {each.email === null ? null : (
              <small>
                <NameParts text={each.email} />
              </small>
            )}
            {each.group === null ? null : <small>{t("supporters.group", { name: each.group })}</small>}
          </span>,
          each.amount,
          each.received,
          each.since,
          each.next,
          <span key="state" className="status" data-status={each.state}>
            {t(`supporters.states.${each.state}`)}
          </span>,
        ],
      }))}
    />
  );
}

export function SupporterThanks({
  thanks: { sent, fans },
  lastResult,
}: {
  thanks: ShownThanks;
  lastResult: SubmissionResult<string[]> | null | undefined;
}) {
  const { t } = useTranslation("statistics");
  return (
    <section className="card">
      <h2 className="group-label">{t("supporters.thanks.title")}</h2>
      {sent ? (
        <>
          <p role="status">{t("supporters.thanks.sent", sent)}</p>
          <blockquote className="quote">{sent.message}</blockquote>
        </>
      ) : (
        <>
          <p className="help">{t("supporters.thanks.text", { count: fans })}</p>
          <ThanksForm lastResult={lastResult} />
        </>
      )}
    </section>
  );
}

function ThanksForm({ lastResult }: { lastResult: SubmissionResult<string[]> | null | undefined }) {
  const { t } = useTranslation("dashboard");
  const { form, fields, textarea } = useCheckedForm({
    id: "thanks",
    lastResult,
    schema: monthlyThanksForm,
  });
  const labels = { message: t("reply.label") };
  return (
    <FieldsForm form={form} labels={labels}>
      <Textarea
        {...textarea(fields.message)}
        label={labels.message}
        description={t("reply.help")}
        rows={4}
        maxLength={productRules.reply.characters_maximum}
      />
      <SubmitButton>{t("reply.send")}</SubmitButton>
    </FieldsForm>
  );
}
