import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { feeRules, isFree } from "../../../domain/money/fee.ts";
import { type Locale, toTyped } from "../../../domain/money/minor.ts";
import {
  flatRules,
  RULE_RANGES,
  rulesForm,
  storedRules,
} from "../../../domain/settings/price-rules.schema.ts";
import { readGroup } from "../../../domain/settings/settings.server.ts";
import { hasDirectCreators } from "../../../domain/users/money-model.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { defaultSettings } from "../../../product-settings.ts";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { waitingAbout } from "../approvals.server.ts";
import { deskOf } from "../desk.server.ts";
import { UpLink, WaitingNote } from "../page-parts.tsx";
import type { Route } from "./+types/rules";
import { RuleForm } from "./rule-fields.tsx";
import { saveRules } from "./save-rules.server.ts";

type Stored = Partial<ReturnType<typeof flatRules>>;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, services, t, locale } = deskOf(context);
  const { version, value } = await readGroup(db, "rules");
  const { presets_minor } = services.config.settings;
  return {
    title: t("settings:rules.title"),
    waiting: await waitingAbout(context, "settings:rules"),
    locale,
    seenVersion: String(version),
    values: typedRules(storedRules.parse(value), locale),
    defaults: typedRules(flatRules(defaultSettings.rules), locale),
    fixedPresets: presets_minor && typedList(presets_minor, locale),
    limits: limitsIn(locale),
    free: await freeNote(context),
  };
}

/** Before the fee is 0, and while it is. Null without direct creators. */
async function freeNote(context: Route.LoaderArgs["context"]) {
  const { db, t } = deskOf(context);
  if (!(await hasDirectCreators(db))) return null;
  return { text: t("direct:free"), isNow: isFree(feeRules(rulesOf(context))) };
}

function limitsIn(locale: Locale) {
  const { fee_bps_maximum, fee_minimum_most_minor, tip_least_minor, tip_most_minor } = RULE_RANGES;
  return {
    fee: toTyped(fee_bps_maximum, "EUR", locale),
    fee_minimum: toTyped(fee_minimum_most_minor, "EUR", locale),
    least: toTyped(tip_least_minor, "EUR", locale),
    most: toTyped(tip_most_minor, "EUR", locale),
  };
}

const typedList = (amounts: readonly number[], locale: Locale) =>
  amounts.map((each) => toTyped(each, "EUR", locale)).join("; ");

function typedRules(rules: Stored, locale: Locale): Partial<Record<keyof Stored, string>> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, value]) => [
      name,
      typeof value === "number" ? toTyped(value, "EUR", locale) : typedList(value, locale),
    ]),
  );
}

export async function action(args: Route.ActionArgs) {
  const locale = getLocale(args.context);
  return await saveRules(args, { group: "rules", schema: rulesForm(locale), limits: limitsIn(locale) });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function RuleSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  const { free, ...facts } = loaderData;
  return (
    <AdminPage title={facts.title}>
      <WaitingNote waiting={facts.waiting} />
      {free ? <p className={free.isNow ? "note" : "help"}>{free.text}</p> : null}
      <section className="card">
        <RuleFields {...facts} lastResult={actionData ?? null} />
      </section>
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}

const NAMES = [
  "service_fee_bps",
  "service_fee_minimum_minor",
  "tip_minimum_minor",
  "tip_maximum_minor",
  "tip_presets_minor",
  "tip_preselected_minor",
] as const;

type RuleFieldsProps = Omit<Route.ComponentProps["loaderData"], "title" | "free"> & {
  lastResult: SubmissionResult<string[]> | null;
};

function RuleFields({ values, defaults, locale, limits, fixedPresets, ...props }: RuleFieldsProps) {
  const { t } = useTranslation("settings");
  const { seenVersion, lastResult } = props;
  const { form, fields, input } = useCheckedForm({
    ...{ id: "rules", schema: rulesForm(locale), lastResult, values: limits },
    defaultValue: { ...values, seen_version: seenVersion },
  });
  const rows = NAMES.map((name) => ({
    ...{ name, label: t(`rules.${name}`), byDefault: defaults[name] },
    ...(name === "tip_presets_minor"
      ? { fixed: fixedPresets, input: { ...input(fields[name]), inputMode: "text" as const } }
      : { input: input(fields[name]) }),
  }));
  return <RuleForm form={form} limits={limits} seenVersion={seenVersion} fields={rows} />;
}
