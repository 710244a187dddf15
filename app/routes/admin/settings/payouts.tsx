import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { type Locale, toTyped } from "../../../domain/money/minor.ts";
import {
  COMMON_PAYOUT_RULES,
  flatPayoutRules,
  PAYOUT_RANGES,
  payoutRulesForm,
  REGION_TERMS,
  REGIONS,
  storedPayoutRules,
} from "../../../domain/settings/payout-rules.schema.ts";
import { readGroup } from "../../../domain/settings/settings.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { defaultSettings } from "../../../product-settings.ts";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { waitingAbout } from "../approvals.server.ts";
import { deskOf } from "../desk.server.ts";
import { UpLink, WaitingNote } from "../page-parts.tsx";
import type { Route } from "./+types/payouts";
import { RuleForm } from "./rule-fields.tsx";
import { saveRules } from "./save-rules.server.ts";

type Stored = Partial<ReturnType<typeof flatPayoutRules>>;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, t, locale } = deskOf(context);
  const { version, value } = await readGroup(db, "payouts");
  return {
    title: t("settings:payouts.title"),
    waiting: await waitingAbout(context, "settings:payouts"),
    locale,
    seenVersion: String(version),
    values: typedRules(storedPayoutRules.parse(value), locale),
    defaults: typedRules(flatPayoutRules(defaultSettings.rules), locale),
    limits: limitsIn(locale),
  };
}

function limitsIn(locale: Locale) {
  const { automatic_least_minor, automatic_most_minor, ...most } = PAYOUT_RANGES;
  return {
    ...{ day_least: most.day.minimum, day_most: most.day.maximum },
    ...{ hold_least: most.hold_days.minimum, hold_most: most.hold_days.maximum },
    automatic_least: toTyped(automatic_least_minor, "EUR", locale),
    automatic_most: toTyped(automatic_most_minor, "EUR", locale),
    fee_most: toTyped(most.fee_most_minor, "EUR", locale),
    free_from_most: toTyped(most.free_from_most_minor, "EUR", locale),
  };
}

function typedRules(rules: Stored, locale: Locale): Partial<Record<keyof Stored, string>> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, value]) => {
      if (value === null) return [name, "–"];
      return [name, name.endsWith("_minor") ? toTyped(value, "EUR", locale) : String(value)];
    }),
  );
}

export async function action(args: Route.ActionArgs) {
  const locale = getLocale(args.context);
  return await saveRules(args, {
    group: "payouts",
    schema: payoutRulesForm(locale),
    limits: limitsIn(locale),
  });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function PayoutSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  return (
    <AdminPage title={loaderData.title}>
      <WaitingNote waiting={loaderData.waiting} />
      <section className="card">
        <PayoutFields {...loaderData} lastResult={actionData ?? null} />
      </section>
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}

type PayoutFieldsProps = Omit<Route.ComponentProps["loaderData"], "title" | "waiting"> & {
  lastResult: SubmissionResult<string[]> | null;
};

function PayoutFields({ values, defaults, locale, limits, seenVersion, lastResult }: PayoutFieldsProps) {
  const { t } = useTranslation("settings");
  const { form, fields, input } = useCheckedForm({
    ...{ id: "payouts", schema: payoutRulesForm(locale), lastResult, values: limits },
    defaultValue: { ...values, seen_version: seenVersion },
  });
  const rows = COMMON_PAYOUT_RULES.map((name) => ({
    ...{ name, label: t(`payouts.${name}`), byDefault: defaults[name], input: input(fields[name]) },
  }));
  const groups = REGIONS.map((region) => ({
    title: t(`payouts.regions.${region}`),
    fields: REGION_TERMS.map((term) => {
      const name = `${region}_${term}` as const;
      const inputMode = term === "free_from_minor" ? ("text" as const) : ("decimal" as const);
      const label = t(`payouts.terms.${term}`);
      return { name, label, byDefault: defaults[name], input: { ...input(fields[name]), inputMode } };
    }),
  }));
  return <RuleForm {...{ form, limits, seenVersion, groups }} kept={t("payouts.kept")} fields={rows} />;
}
