import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { servicesContext } from "../../../context.ts";
import { type Locale, toTyped } from "../../../domain/money/minor.ts";
import {
  flatPayoutRules,
  PAYOUT_RANGES,
  PAYOUT_RULES,
  payoutRulesForm,
  storedPayoutRules,
} from "../../../domain/settings/payout-rules.schema.ts";
import { changeRules, readGroup } from "../../../domain/settings/settings.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { defaultSettings } from "../../../product-settings.ts";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { waitingAbout } from "../approvals.server.ts";
import { deskOf } from "../desk.server.ts";
import { UpLink, WaitingNote } from "../page-parts.tsx";
import type { Route } from "./+types/payouts";
import { RuleForm } from "./rule-fields.tsx";

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

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id: operator_id } = await requireViewer(request, context);
  const locale = getLocale(context);
  const posted = await readForm(request);
  const form = parseForm(request, context, posted, payoutRulesForm(locale), limitsIn(locale));
  if (!form.ok) return form.reply;
  const outcome = await changeRules(services, { operator_id, group: "payouts", ...form.value });
  if (outcome === "stale" || outcome === "other_waits")
    return form.refuse({ "": `errors.settings.${outcome}` });
  await services.settings.renew();
  // The frame of a page that stays open would keep the old settings.
  return redirectDocument(`/admin/settings?done=${outcome}`, 303);
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
  const rows = PAYOUT_RULES.map((name) => ({
    ...{ name, label: t(`payouts.${name}`), byDefault: defaults[name] },
    input: { ...input(fields[name]), ...(name.includes("free_from") && { inputMode: "text" as const }) },
  }));
  return <RuleForm {...{ form, limits, seenVersion }} kept={t("payouts.kept")} fields={rows} />;
}
