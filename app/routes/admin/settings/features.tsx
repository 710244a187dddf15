import { getInputProps, type SubmissionResult } from "@conform-to/react";
import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { servicesContext } from "../../../context.ts";
import { featuresForm } from "../../../domain/settings/settings.schema.ts";
import { changeFeatures, featuresOn, readGroup } from "../../../domain/settings/settings.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { featuresOf } from "../../../http/features.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { FEATURES, REGISTRATIONS } from "../../../product-features.ts";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/features";
import { SeenVersion } from "./rule-fields.tsx";
import { refusalOf } from "./save-rules.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, t, services } = deskOf(context);
  const { version, value } = await readGroup(db, "features");
  const features = featuresOn(services.config.settings, value);
  return { title: t("settings:features.title"), features, seenVersion: String(version) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id: operator_id } = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), featuresForm);
  if (!form.ok) return form.reply;
  const { seen_version, ...features } = form.value;
  const { registration: before } = featuresOf(context);
  const outcome = await changeFeatures(services, { operator_id, seen_version, features });
  if (outcome === "stale" || outcome === "other_waits") return form.refuse(refusalOf(outcome));
  await services.settings.renew();
  const isNowInvited = features.registration === "invitation" && before !== "invitation";
  if (outcome === "changed" && isNowInvited)
    return redirectDocument("/admin/users/invitation?done=by_invitation", 303);
  // An open page's frame would keep the old settings.
  return redirectDocument(`/admin/settings?done=${outcome}`, 303);
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function FeatureSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  return (
    <AdminPage title={loaderData.title}>
      <section className="card">
        <FeatureFields {...loaderData} lastResult={actionData ?? null} />
      </section>
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}

type Loaded = Pick<Route.ComponentProps["loaderData"], "features" | "seenVersion">;

function FeatureFields({
  features,
  seenVersion,
  lastResult,
}: Loaded & { lastResult: SubmissionResult<string[]> | null }) {
  const { t } = useTranslation("settings");
  const shown = FEATURES.map((feature) => [feature, features[feature] ? "on" : undefined]);
  const { registration } = features;
  const { form, fields, select, textOf } = useCheckedForm({
    ...{ id: "features", schema: featuresForm, lastResult },
    defaultValue: { seen_version: seenVersion, registration, ...Object.fromEntries(shown) },
  });
  const labels: Record<string, string> = { registration: t("features.registration") };
  for (const feature of FEATURES) labels[feature] = t(`features.names.${feature}`);
  return (
    <FieldsForm form={form} labels={labels} hasHidden>
      <SeenVersion form={form} version={seenVersion} />
      <p className="help">{t("features.off")}</p>
      {FEATURES.map((feature) => (
        <Checkbox
          {...getInputProps(fields[feature], { type: "checkbox" })}
          key={feature}
          label={labels[feature]}
          description={feature === "vouchers" || feature === "groups" ? t(`features.help.${feature}`) : null}
          error={textOf(fields[feature].errors)}
        />
      ))}
      <NativeSelect
        {...select(fields.registration)}
        label={labels.registration}
        data={REGISTRATIONS.map((value) => ({ value, label: t(`features.registrations.${value}`) }))}
      />
      <SubmitButton>{t("save")}</SubmitButton>
    </FieldsForm>
  );
}
