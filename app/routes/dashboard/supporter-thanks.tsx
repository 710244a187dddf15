import type { SubmissionResult } from "@conform-to/react";
import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { monthlyThanksForm } from "../../domain/tips/reply.schema.ts";
import { productRules } from "../../product-rules.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import type { ShownThanks } from "./supporters.server.ts";

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
