import { type FieldMetadata, getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import {
  Checkbox,
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { creatorPageForm, GOAL_COUNTS } from "../../domain/creator-pages/creator-page.schema.ts";
import type { Locale } from "../../domain/money/minor.ts";
import { personForm, profileForm } from "../../domain/users/profile.schema.ts";
import { productRules } from "../../product-rules.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { FieldProblem } from "../../ui/components/field-problem.tsx";
import {
  type ErrorValues,
  FormErrors,
  OptionalLabel,
  useErrorText,
} from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { useFeatures } from "../../ui/shells/layout-data.ts";

/** docs/product.md, 10.1. */
export type ProfileValues = Record<
  | "username"
  | "name"
  | "firstname"
  | "lastname"
  | "country_id"
  | "company"
  | "eu_ust_id"
  | "address"
  | "zipcode"
  | "city"
  | "date_of_birth_day"
  | "date_of_birth_month"
  | "date_of_birth_year",
  string
>;

interface ProfileFormProps {
  today: string;
  values: ProfileValues;
  countries: { value: string; label: string }[];
  vatIdCheck: string | null;
  lastResult: SubmissionResult<string[]> | null;
}

export function ProfileForm(props: ProfileFormProps) {
  const { t } = useTranslation("account");
  const { form, fields, select } = useCheckedForm({
    id: "profile",
    lastResult: props.lastResult,
    defaultValue: props.values,
    schema: profileForm(props.today),
  });
  const labels = useLabels();
  return (
    <section className="card">
      <FieldsForm form={form} labels={labels}>
        <h2 className="group-label">{t("edit.public")}</h2>
        <Line
          field={fields.username}
          label={labels.username}
          description={t("edit.usernameHelp")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={25}
        />
        <Line field={fields.name} label={labels.name} autoComplete="nickname" />
        <h2 className="group-label">{t("edit.private")}</h2>
        <p className="help">{t("edit.privateHelp")}</p>
        <PersonFields fields={fields} country={select(fields.country_id)} countries={props.countries} />
        <div className="pair">
          <Line
            field={fields.company}
            label={<OptionalLabel>{labels.company}</OptionalLabel>}
            autoComplete="organization"
          />
          <Line
            field={fields.eu_ust_id}
            label={<OptionalLabel>{labels.eu_ust_id}</OptionalLabel>}
            description={props.vatIdCheck ?? t("edit.vatIdHelp")}
          />
        </div>
        <SubmitButton intent="profile">{t("save")}</SubmitButton>
      </FieldsForm>
    </section>
  );
}

type PersonName = Exclude<keyof ProfileValues, "username" | "name" | "company" | "eu_ust_id">;

export interface PersonFacts {
  today: string;
  values: Record<PersonName, string>;
  countries: { value: string; label: string }[];
  picture: { mediaId: string | null; name: string };
}

/** Empty fields stay as they are. */
export function PersonForm(props: PersonFacts & { lastResult: SubmissionResult<string[]> | null }) {
  const { t } = useTranslation("account");
  const { form, fields, select } = useCheckedForm({
    id: "person-data",
    lastResult: props.lastResult,
    defaultValue: props.values,
    schema: personForm(props.today),
  });
  return (
    <FieldsForm form={form} labels={useLabels()}>
      <PersonFields fields={fields} country={select(fields.country_id)} countries={props.countries} />
      <SubmitButton intent="person">{t("save")}</SubmitButton>
    </FieldsForm>
  );
}

function PersonFields({
  fields,
  country,
  countries,
}: {
  fields: Record<PersonName, Field>;
  country: NativeSelectProps;
  countries: { value: string; label: string }[];
}) {
  const labels = useLabels();
  return (
    <>
      <div className="pair">
        <Line field={fields.firstname} label={labels.firstname} autoComplete="given-name" />
        <Line field={fields.lastname} label={labels.lastname} autoComplete="family-name" />
      </div>
      <BirthDate fields={fields} labels={labels} />
      <Line field={fields.address} label={labels.address} autoComplete="street-address" />
      <div className="pair">
        <Line field={fields.zipcode} label={labels.zipcode} autoComplete="postal-code" />
        <Line field={fields.city} label={labels.city} autoComplete="address-level2" />
      </div>
      <NativeSelect {...country} label={labels.country_id} data={countries} />
    </>
  );
}

function useLabels(): Record<keyof ProfileValues, string> {
  const { t } = useTranslation("account");
  return {
    username: t("edit.username"),
    name: t("edit.name"),
    firstname: t("edit.firstname"),
    lastname: t("edit.lastname"),
    country_id: t("edit.country"),
    company: t("edit.company"),
    eu_ust_id: t("edit.vatId"),
    address: t("edit.address"),
    zipcode: t("edit.zipcode"),
    city: t("edit.city"),
    date_of_birth_day: t("edit.day"),
    date_of_birth_month: t("edit.month"),
    date_of_birth_year: t("edit.year"),
  };
}

type Field = FieldMetadata<string | number | null | undefined>;

function Line({ field, ...input }: { field: Field } & TextInputProps) {
  const textOf = useErrorText();
  return <TextInput {...getInputProps(field, { type: "text" })} error={textOf(field.errors)} {...input} />;
}

const BIRTHDAY = [
  ["date_of_birth_day", "bday-day", 2],
  ["date_of_birth_month", "bday-month", 2],
  ["date_of_birth_year", "bday-year", 4],
] as const;

function BirthDate(props: {
  fields: Record<(typeof BIRTHDAY)[number][0], Field>;
  labels: Record<keyof ProfileValues, string>;
}) {
  const { t } = useTranslation("account");
  const textOf = useErrorText();
  const { fields, labels } = props;
  return (
    <fieldset className="field">
      <legend className="legend">{t("edit.dateOfBirth")}</legend>
      <div className="birth">
        {BIRTHDAY.map(([name, autoComplete, digits]) => (
          <label key={name}>
            <span className="help">{labels[name]}</span>
            <input
              {...getInputProps(fields[name], { type: "text" })}
              key={name}
              className="plain-input"
              inputMode="numeric"
              maxLength={digits}
              size={digits}
              autoComplete={autoComplete}
            />
          </label>
        ))}
      </div>
      {BIRTHDAY.map(([name]) => {
        const text = textOf(fields[name].errors);
        return <FieldProblem key={name} id={fields[name].id} errors={text ? [text] : undefined} />;
      })}
    </fieldset>
  );
}

export interface PageWordsFacts {
  /** `began`: the start days of existing goals. */
  rules: { currency: string; locale: Locale; today: string; began: string[] };
  limits: ErrorValues;
  hiddenGoalCurrency: string | null;
  values: Record<"about" | "goal_title" | "goal_amount" | "goal_from", string> & {
    goal_counts: (typeof GOAL_COUNTS)[number];
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
  const { currency, locale, today, began } = facts.rules;
  const { form, fields, textOf, input, textarea, select } = useCheckedForm({
    id: "page",
    lastResult,
    defaultValue: { ...facts.values, goal_anew: undefined },
    schema: creatorPageForm(currency, locale, today, began),
    values: facts.limits,
  });
  const labels = {
    about: t("page.about"),
    goal_title: t("page.goalTitle"),
    goal_amount: t("page.goalAmount", { currency }),
    goal_counts: t("page.goalCounts.label"),
    goal_from: t("page.goalFrom"),
    goal_anew: t("page.goalAnew"),
    show_supporters: t("page.supporters"),
  };
  const { goals, supporters } = useFeatures();
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
            {...textarea(fields.about)}
            label={<OptionalLabel>{labels.about}</OptionalLabel>}
            description={t("page.aboutHelp", { count: about_characters })}
            rows={3}
          />
        </div>
        {goals ? (
          <>
            <TextInput
              {...input(fields.goal_title)}
              label={<OptionalLabel>{labels.goal_title}</OptionalLabel>}
              description={t("page.goalHelp")}
              maxLength={goal.title_characters}
            />
            <div className="pair">
              <TextInput
                {...input(fields.goal_amount)}
                label={<OptionalLabel>{labels.goal_amount}</OptionalLabel>}
                inputMode="decimal"
                maxLength={14}
              />
              <NativeSelect
                {...select(fields.goal_counts)}
                label={labels.goal_counts}
                data={GOAL_COUNTS.map((value) => ({ value, label: t(`page.goalCounts.${value}`) }))}
              />
            </div>
            <div className="fields" hidden={isMounted && fields.goal_counts.value === "MONTHLY"}>
              <TextInput
                {...getInputProps(fields.goal_from, { type: "date" })}
                label={<OptionalLabel>{labels.goal_from}</OptionalLabel>}
                description={t("page.goalFromHelp")}
                error={textOf(fields.goal_from.errors)}
                max={today}
              />
              {facts.values.goal_from === "" ? null : (
                <Checkbox
                  {...getInputProps(fields.goal_anew, { type: "checkbox" })}
                  label={labels.goal_anew}
                  error={textOf(fields.goal_anew.errors)}
                />
              )}
            </div>
          </>
        ) : null}
        {supporters ? (
          <Checkbox
            {...getInputProps(fields.show_supporters, { type: "checkbox" })}
            label={labels.show_supporters}
            error={textOf(fields.show_supporters.errors)}
          />
        ) : null}
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

function typedText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
