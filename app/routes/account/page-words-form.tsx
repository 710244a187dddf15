import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { productRules } from "../../product-rules.ts";
import { CheckField } from "../../ui/components/check-field.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { TextAreaField, TextField } from "../../ui/components/text-field.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

export interface PageWordsFacts {
  currency: string;
  today: string;
  /** Set where the goal is in an earlier currency of the profile, and therefore not shown. */
  hiddenGoalCurrency: string | null;
  values: Record<
    "about" | "goal_title" | "goal_amount" | "goal_from" | "goal_anew" | "show_supporters",
    string
  >;
  notes: { kind: "ABOUT" | "GOAL"; status: "PENDING" | "DECLINED"; words: string; reason: string | null }[];
}

const { about_characters, goal } = productRules.creator_page;

/** What a creator's page says of them; what an operator looks at, or declined, stands above it. */
export function PageWordsForm({
  facts,
  lastResult,
}: {
  facts: PageWordsFacts;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement {
  const { t } = useTexts("account");
  const [form, fields] = shownForm<PageWordsFacts["values"]>({
    id: "page",
    lastResult,
    defaultValue: facts.values,
  });
  return (
    <section className="card" id="page">
      <h2 className="group-label">{t("page.title")}</h2>
      {facts.notes.map(({ kind, status, words, reason }) => (
        <p key={kind} className="note">
          {status === "PENDING" ? t(`page.waits.${kind}`, { words }) : t(`page.declined.${kind}`, { words })}{" "}
          {reason ? t("page.reason", { reason }) : null}
        </p>
      ))}
      {facts.hiddenGoalCurrency ? (
        <p className="note">{t("page.otherCurrency", { currency: facts.hiddenGoalCurrency })}</p>
      ) : null}
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form method="post" action="/account/edit/words" noValidate className="fields">
        <TextAreaField
          field={fields.about}
          label={t("page.about")}
          optional
          help={t("page.aboutHelp", { count: about_characters })}
          control={{ rows: 3, "data-counter": t("page.left", { count: about_characters }) }}
          beside={<span className="counter" data-counter-for={fields.about.id} aria-live="polite" />}
        />
        <TextField
          field={fields.goal_title}
          label={t("page.goalTitle")}
          optional
          help={t("page.goalHelp")}
          control={{ maxLength: goal.title_characters }}
        />
        <div className="pair">
          <TextField
            field={fields.goal_amount}
            label={t("page.goalAmount", { currency: facts.currency })}
            optional
            control={{ inputMode: "decimal", maxLength: 14 }}
          />
          <TextField
            field={fields.goal_from}
            label={t("page.goalFrom")}
            optional
            help={t("page.goalFromHelp")}
            control={{ type: "date", max: facts.today }}
          />
        </div>
        {facts.values.goal_from === "" ? null : (
          <CheckField field={fields.goal_anew}>{t("page.goalAnew")}</CheckField>
        )}
        <CheckField field={fields.show_supporters}>{t("page.supporters")}</CheckField>
        <MainButton>{t("save")}</MainButton>
      </form>
    </section>
  );
}
