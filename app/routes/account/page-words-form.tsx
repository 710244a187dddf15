import {
  getFormProps,
  getInputProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { creatorPageForm } from "../../domain/creator-pages/creator-page.schema.ts";
import type { Locale } from "../../domain/money/minor.ts";
import { productRules } from "../../product-rules.ts";
import {
  type ErrorValues,
  FormErrors,
  OptionalLabel,
  useErrorText,
} from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";

export interface PageWordsFacts {
  /** `began`: the start days of existing goals. */
  rules: { currency: string; locale: Locale; today: string; began: string[] };
  limits: ErrorValues;
  /** The goal's currency when it differs from the profile's; such a goal is hidden. */
  hiddenGoalCurrency: string | null;
  values: Record<"about" | "goal_title" | "goal_amount" | "goal_from", string> & {
    show_supporters: "on" | undefined;
  };
  notes: { kind: "ABOUT" | "GOAL"; status: "PENDING" | "DECLINED"; words: string; reason: string | null }[];
}

const { about_characters, goal } = productRules.creator_page;

export function PageWordsForm({
  facts,
  lastResult,
}: {
  facts: PageWordsFacts;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("account");
  const textOf = useErrorText(facts.limits);
  const { currency, locale, today, began } = facts.rules;
  const [form, fields] = useForm({
    id: "page",
    lastResult,
    defaultValue: { ...facts.values, goal_anew: undefined },
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: creatorPageForm(currency, locale, today, began) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = {
    about: t("page.about"),
    goal_title: t("page.goalTitle"),
    goal_amount: t("page.goalAmount", { currency }),
    goal_from: t("page.goalFrom"),
    goal_anew: t("page.goalAnew"),
    show_supporters: t("page.supporters"),
  };
  const isMounted = useMounted();
  const left = about_characters - [...typedText(fields.about.value).trim()].length;
  return (
    <Form method="post" className="card" {...getFormProps(form)}>
      <h2 className="group-label">{t("page.title")}</h2>
      <Notes facts={facts} />
      <FormErrors form={form} labels={labels} values={facts.limits} />
      <div className="fields">
        <div>
          <span className="counter" aria-live="polite">
            {isMounted && left < about_characters ? t("page.left", { count: left }) : null}
          </span>
          <Textarea
            {...getTextareaProps(fields.about)}
            label={<OptionalLabel>{labels.about}</OptionalLabel>}
            description={t("page.aboutHelp", { count: about_characters })}
            error={textOf(fields.about.errors)}
            rows={3}
          />
        </div>
        <TextInput
          {...getInputProps(fields.goal_title, { type: "text" })}
          label={<OptionalLabel>{labels.goal_title}</OptionalLabel>}
          description={t("page.goalHelp")}
          error={textOf(fields.goal_title.errors)}
          maxLength={goal.title_characters}
        />
        <div className="pair">
          <TextInput
            {...getInputProps(fields.goal_amount, { type: "text" })}
            label={<OptionalLabel>{labels.goal_amount}</OptionalLabel>}
            error={textOf(fields.goal_amount.errors)}
            inputMode="decimal"
            maxLength={14}
          />
          <TextInput
            {...getInputProps(fields.goal_from, { type: "date" })}
            label={<OptionalLabel>{labels.goal_from}</OptionalLabel>}
            description={t("page.goalFromHelp")}
            error={textOf(fields.goal_from.errors)}
            max={today}
          />
        </div>
        {facts.values.goal_from === "" ? null : (
          <Checkbox
            {...getInputProps(fields.goal_anew, { type: "checkbox" })}
            label={labels.goal_anew}
            error={textOf(fields.goal_anew.errors)}
          />
        )}
        <Checkbox
          {...getInputProps(fields.show_supporters, { type: "checkbox" })}
          label={labels.show_supporters}
          error={textOf(fields.show_supporters.errors)}
        />
        <SubmitButton intent="page">{t("save")}</SubmitButton>
      </div>
    </Form>
  );
}

function Notes({ facts }: { facts: PageWordsFacts }) {
  const { t } = useTranslation("account");
  return (
    <>
      {facts.notes.map(({ kind, status, words, reason }) => (
        <p key={kind} className="note">
          {status === "PENDING" ? t(`page.waits.${kind}`, { words }) : t(`page.declined.${kind}`, { words })}{" "}
          {reason ? t("page.reason", { reason }) : null}
        </p>
      ))}
      {facts.hiddenGoalCurrency ? (
        <p className="note">{t("page.otherCurrency", { currency: facts.hiddenGoalCurrency })}</p>
      ) : null}
    </>
  );
}

/** Empty for a repeated field or a file. */
function typedText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
