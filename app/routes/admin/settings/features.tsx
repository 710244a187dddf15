import { getInputProps } from "@conform-to/react";
import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { FEATURES, featuresForm, storedFeatures } from "../../../domain/settings/settings.schema.ts";
import { changeFeatures, readGroup } from "../../../domain/settings/settings.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm, tickedValues } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { defaultSettings } from "../../../product-settings.ts";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/features";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, t } = deskOf(context);
  const { version, value } = await readGroup(db, "features");
  return {
    title: t("settings:features.title"),
    values: {
      ...tickedValues({ ...defaultSettings.features, ...storedFeatures.parse(value) }),
      seen_version: String(version),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id: operator_id } = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), featuresForm);
  if (!form.ok) return form.reply;
  const { seen_version, ...features } = form.value;
  const outcome = await changeFeatures(services, { operator_id, seen_version, features });
  if (outcome === "stale") return form.refuse({ "": "errors.settings.stale" });
  await services.settings.renew();
  return redirect(`/admin/settings?done=${outcome}`, 303);
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

const HELP = { vouchers: "vouchersHelp", groups: "groupsHelp" } as const;

export default function FeatureSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  const { title, values } = loaderData;
  const { form, fields, select } = useCheckedForm({
    id: "features",
    schema: featuresForm,
    lastResult: actionData,
    defaultValue: values,
  });
  const labels = {
    ...Object.fromEntries(FEATURES.map((feature) => [feature, t(`features.${feature}`)])),
    registration: t("features.registration"),
  };
  return (
    <AdminPage title={title}>
      <section className="card">
        <FieldsForm form={form} labels={labels}>
          <input type="hidden" name="seen_version" value={values.seen_version} />
          {FEATURES.map((feature) => (
            <Checkbox
              {...getInputProps(fields[feature], { type: "checkbox" })}
              key={feature}
              label={t(`features.${feature}`)}
              description={
                feature === "vouchers" || feature === "groups" ? t(`features.${HELP[feature]}`) : null
              }
            />
          ))}
          <NativeSelect
            {...select(fields.registration)}
            label={labels.registration}
            data={[
              { value: "open", label: t("features.open") },
              { value: "closed", label: t("features.closed") },
            ]}
          />
          <SubmitButton>{t("save")}</SubmitButton>
        </FieldsForm>
      </section>
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}
