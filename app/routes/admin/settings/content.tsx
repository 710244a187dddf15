import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  CONTENT_RANGES,
  contentRulesForm,
  storedContentRules,
} from "../../../domain/settings/content-rules.schema.ts";
import { changeRules, readGroup } from "../../../domain/settings/settings.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { type ContentRules, defaultSettings } from "../../../product-settings.ts";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/content";
import { RuleForm } from "./rule-fields.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, t } = deskOf(context);
  const { version, value } = await readGroup(db, "content");
  return {
    title: t("settings:content.title"),
    seenVersion: String(version),
    values: typedRules(storedContentRules.parse(value)),
    defaults: typedRules(defaultSettings.rules.content),
    limits: LIMITS,
  };
}

const { message_characters, thank_yous } = CONTENT_RANGES;
const LIMITS = {
  characters_least: message_characters.minimum,
  characters_most: message_characters.maximum,
  thanks_least: thank_yous.minimum,
  thanks_most: thank_yous.maximum,
};

function typedRules(rules: Partial<ContentRules>): Partial<Record<keyof ContentRules, string>> {
  return Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, String(value)]));
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id: operator_id } = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), contentRulesForm, LIMITS);
  if (!form.ok) return form.reply;
  const outcome = await changeRules(services, { operator_id, group: "content", ...form.value });
  if (outcome === "stale" || outcome === "other_waits")
    return form.refuse({ "": `errors.settings.${outcome}` });
  await services.settings.renew();
  // The frame of a page that stays open would keep the old settings.
  return redirectDocument(`/admin/settings?done=${outcome}`, 303);
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function ContentSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  return (
    <AdminPage title={loaderData.title}>
      <section className="card">
        <ContentFields {...loaderData} lastResult={actionData ?? null} />
      </section>
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}

const NAMES = ["message_characters_maximum", "thank_yous_maximum"] as const;

type ContentFieldsProps = Omit<Route.ComponentProps["loaderData"], "title"> & {
  lastResult: SubmissionResult<string[]> | null;
};

function ContentFields({ values, defaults, limits, seenVersion, lastResult }: ContentFieldsProps) {
  const { t } = useTranslation("settings");
  const { form, fields, input } = useCheckedForm({
    ...{ id: "content-rules", schema: contentRulesForm, lastResult, values: limits },
    defaultValue: { ...values, seen_version: seenVersion },
  });
  const rows = NAMES.map((name) => ({
    ...{ name, label: t(`content.fields.${name}`), byDefault: defaults[name], input: input(fields[name]) },
  }));
  return <RuleForm form={form} limits={limits} seenVersion={seenVersion} fields={rows} />;
}
