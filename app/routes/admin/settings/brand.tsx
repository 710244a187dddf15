import { getInputProps, type SubmissionResult } from "@conform-to/react";
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { LANGUAGES, LOCALES } from "../../../../locales/index.ts";
import { servicesContext } from "../../../context.ts";
import { brandForm, storedBrand } from "../../../domain/settings/settings.schema.ts";
import { brandFrom, changeBrand, readGroup } from "../../../domain/settings/settings.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { ORIGIN } from "../../../product-name.ts";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { waitingAbout } from "../approvals.server.ts";
import { deskOf } from "../desk.server.ts";
import { UpLink, WaitingNote } from "../page-parts.tsx";
import type { Route } from "./+types/brand";
import { accentErrors, brandValues, nearestAccents } from "./brand-form.server.ts";
import { FixedField, SeenVersion } from "./rule-fields.tsx";
import { refusalOf } from "./save-rules.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, services, t } = deskOf(context);
  const { version, value } = await readGroup(db, "brand");
  const { defaults, fixed } = services.config.settings;
  return {
    title: t("settings:brand.title"),
    waiting: await waitingAbout(context, "settings:brand"),
    values: { ...brandValues(storedBrand.parse(value)), seen_version: String(version) },
    defaults: brandValues(defaults),
    fixed: brandValues(fixed),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id: operator_id } = await requireViewer(request, context);
  const posted = await readForm(request);
  const form = parseForm(request, context, posted, brandForm, nearestAccents(posted));
  if (!form.ok) return form.reply;
  const pale = accentErrors(form.value);
  if (pale) return form.refuse(pale);
  const { seen_version } = form.value;
  const outcome = await changeBrand(services, { operator_id, seen_version, brand: brandFrom(form.value) });
  if (outcome === "stale" || outcome === "other_waits") return form.refuse(refusalOf(outcome));
  await services.settings.renew();
  // An open page's frame would keep the old settings.
  return redirectDocument(`/admin/settings?done=${outcome}`, 303);
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function BrandSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  return (
    <AdminPage title={loaderData.title}>
      <WaitingNote waiting={loaderData.waiting} />
      <section className="card">
        <BrandFields {...loaderData} lastResult={actionData ?? null} />
      </section>
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}

const LINES = ["name", "short_name", "accent_light", "accent_dark", "support_email", "mail_sender"] as const;
const TEXTS = ["issuer", "social_links"] as const;
const HELP = {
  name: null,
  short_name: "shortNameHelp",
  accent_light: "accentHelp",
  accent_dark: "accentHelp",
  support_email: null,
  mail_sender: "senderHelp",
  issuer: "issuerHelp",
  social_links: "socialHelp",
} as const;

function BrandFields({
  values,
  defaults,
  fixed,
  lastResult,
}: Pick<Route.ComponentProps["loaderData"], "values" | "defaults" | "fixed"> & {
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("settings");
  const { form, fields, input, textarea } = useCheckedForm({
    ...{ id: "brand", schema: brandForm, lastResult, defaultValue: values },
  });
  const labels: Record<string, string> = {
    ...labelsOf([...LINES, ...TEXTS], (name) => t(`brand.${name}`)),
    hides_origin: t("brand.hides_origin", { origin: ORIGIN }),
  };
  for (const locale of LOCALES)
    Object.assign(labels, {
      [`headline_${locale}`]: t("brand.headline", { language: LANGUAGES[locale].name }),
      [`values_${locale}`]: t("brand.promises", { language: LANGUAGES[locale].name }),
    });
  const shown = (name: keyof typeof HELP) => {
    const key = HELP[name];
    const help = key && t(`brand.${key}`);
    // The short name follows the name.
    const value = name === "short_name" ? undefined : defaults[name];
    const byDefault = value && t("byDefault", { value: value.includes("\n") ? `\n${value}` : value });
    const description = [help, byDefault].filter(Boolean).join(" ");
    return { label: labels[name], description, descriptionProps: { className: "lines" } };
  };
  return (
    <FieldsForm form={form} labels={labels} hasHidden>
      <SeenVersion form={form} version={values.seen_version} />
      {LINES.map((name) =>
        fixed[name] === undefined ? (
          <TextInput {...input(fields[name])} {...shown(name)} key={name} />
        ) : (
          <FixedField key={name} label={labels[name]} value={fixed[name]} />
        ),
      )}
      {LOCALES.map((locale) => {
        const name = `headline_${locale}` as const;
        return <TextInput {...input(fields[name])} key={name} label={labels[name]} lang={locale} />;
      })}
      {LOCALES.map((locale) => {
        const name = `values_${locale}` as const;
        const help = t("brand.promisesHelp");
        const shown = { label: labels[name], description: help, lang: locale };
        return <Textarea {...textarea(fields[name])} {...shown} key={name} rows={3} />;
      })}
      {TEXTS.map((name) =>
        fixed[name] === undefined ? (
          <Textarea {...textarea(fields[name])} {...shown(name)} key={name} rows={4} />
        ) : (
          <FixedField key={name} label={labels[name]} value={fixed[name]} />
        ),
      )}
      <Checkbox {...getInputProps(fields.hides_origin, { type: "checkbox" })} label={labels.hides_origin} />
      <SubmitButton>{t("save")}</SubmitButton>
    </FieldsForm>
  );
}

function labelsOf<Name extends string>(
  names: readonly Name[],
  labelOf: (name: Name) => string,
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, labelOf(name)]));
}
