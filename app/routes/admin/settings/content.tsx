import { getInputProps, type SubmissionResult } from "@conform-to/react";
import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Locale, toTyped } from "../../../domain/money/minor.ts";
import {
  CONTENT_RANGES,
  contentRulesForm,
  storedContentRules,
} from "../../../domain/settings/content-rules.schema.ts";
import { readGroup } from "../../../domain/settings/settings.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import {
  type ContentRules,
  defaultSettings,
  PAY_CURRENCIES,
  WAIVABLE_DOCUMENTS,
} from "../../../product-settings.ts";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { waitingAbout } from "../approvals.server.ts";
import { deskOf } from "../desk.server.ts";
import { UpLink, WaitingNote } from "../page-parts.tsx";
import type { Route } from "./+types/content";
import { RuleForm } from "./rule-fields.tsx";
import { saveRules } from "./save-rules.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, t, locale } = deskOf(context);
  const { version, value } = await readGroup(db, "content");
  return {
    title: t("settings:content.title"),
    waiting: await waitingAbout(context, "settings:content"),
    waived: storedContentRules.parse(value).waived_documents ?? [],
    seenVersion: String(version),
    locale,
    values: typedRules(storedContentRules.parse(value), locale),
    defaults: typedRules(defaultSettings.rules.content, locale),
    limits: limitsIn(locale),
  };
}

function limitsIn(locale: Locale) {
  const { message_characters, thank_yous, voucher, voucher_years, voucher_days } = CONTENT_RANGES;
  return {
    ...{ characters_least: message_characters.minimum, characters_most: message_characters.maximum },
    ...{ thanks_least: thank_yous.minimum, thanks_most: thank_yous.maximum },
    voucher_least: toTyped(voucher.minimum, "EUR", locale),
    voucher_most: toTyped(voucher.maximum, "EUR", locale),
    ...{ years_least: voucher_years.minimum, years_most: voucher_years.maximum },
    ...{ days_least: voucher_days.minimum, days_most: voucher_days.maximum },
  };
}

function typedRules(
  rules: Partial<ContentRules>,
  locale: Locale,
): Partial<Record<keyof ContentRules, string>> {
  const typed = (name: string, value: number | string | boolean) =>
    name.endsWith("_minor") && typeof value === "number" ? toTyped(value, "EUR", locale) : String(value);
  return Object.fromEntries(
    Object.entries(rules).map(([name, value]) => [
      name,
      typeof value === "object" ? value.map((each) => typed(name, each)).join("; ") : typed(name, value),
    ]),
  );
}

export async function action(args: Route.ActionArgs) {
  const locale = getLocale(args.context);
  return await saveRules(args, {
    group: "content",
    schema: contentRulesForm(locale),
    limits: limitsIn(locale),
  });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function ContentSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  return (
    <AdminPage title={loaderData.title}>
      <WaitingNote waiting={loaderData.waiting} />
      <section className="card">
        <ContentFields {...loaderData} lastResult={actionData ?? null} />
      </section>
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}

const NAMES = [
  ...(["message_characters_maximum", "thank_yous_maximum", "voucher_minimum_minor"] as const),
  ...(["voucher_maximum_minor", "voucher_presets_minor", "voucher_valid_years"] as const),
  ...(["voucher_withdrawal_days", "currencies"] as const),
] as const;

type ContentFieldsProps = Omit<Route.ComponentProps["loaderData"], "title"> & {
  lastResult: SubmissionResult<string[]> | null;
};

function ContentFields({ values, defaults, locale, limits, ...props }: ContentFieldsProps) {
  const { t } = useTranslation("settings");
  const { seenVersion, lastResult, waived } = props;
  const { form, fields, input, select } = useCheckedForm({
    ...{ id: "content-rules", schema: contentRulesForm(locale), lastResult, values: limits },
    defaultValue: {
      ...{ pay_currencies: defaults.pay_currencies, ...values, seen_version: seenVersion },
      review_always: values.review_always === "true" ? "on" : undefined,
    },
  });
  const rows = NAMES.map((name) => ({
    ...{ name, label: t(`content.fields.${name}`), byDefault: defaults[name] },
    input: {
      ...input(fields[name]),
      ...((name === "voucher_presets_minor" || name === "currencies") && { inputMode: "text" as const }),
    },
  }));
  return (
    <RuleForm {...{ form, limits, seenVersion }} fields={rows}>
      <NativeSelect
        {...select(fields.pay_currencies)}
        label={t("content.fields.pay_currencies")}
        data={PAY_CURRENCIES.map((value) => ({ value, label: t(`content.payCurrencies.${value}`) }))}
      />
      <Checkbox
        {...getInputProps(fields.review_always, { type: "checkbox" })}
        key={fields.review_always.key}
        label={t("content.fields.review_always")}
        description={t("content.reviewHelp")}
      />
      <fieldset>
        <legend className="legend">{t("content.fields.waived_documents")}</legend>
        {WAIVABLE_DOCUMENTS.map((kind) => (
          <Checkbox
            className="tick-box"
            key={kind}
            name="waived_documents"
            value={kind}
            label={t(`content.documents.${kind}`)}
            defaultChecked={waived.includes(kind)}
          />
        ))}
        <p className="help">{t("content.documentsHelp")}</p>
      </fieldset>
    </RuleForm>
  );
}
