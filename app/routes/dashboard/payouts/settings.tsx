import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatAmount, toTyped } from "../../../domain/money/minor.ts";
import { getPayoutSettings } from "../../../domain/payouts/requests/overview.server.ts";
import { payoutSettingsForm } from "../../../domain/payouts/requests/payout.schema.ts";
import { saveSettings } from "../../../domain/users/settings.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { OptionalLabel } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AccountPage } from "../../../ui/shells/account-page.tsx";
import type { Route } from "./+types/settings";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const rules = rulesOf(context);
  const settings = await getPayoutSettings({ ...context.get(servicesContext), rules }, viewer.id);
  const minimum = settings.min_payout_minor;
  return {
    least: formatAmount(rules.payout.automatic_minimum_minor, settings.currency, locale),
    currency: settings.currency,
    locale,
    values: {
      payout_type_id: String(settings.payout_type_id),
      payout_method: settings.payout_method,
      min_payout: minimum === null ? "" : toTyped(minimum, settings.currency, locale),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const schema = payoutSettingsForm(viewer.currency, getLocale(context));
  const form = parseForm(request, context, await readForm(request), schema);
  if (!form.ok) return form.reply;
  const { min_payout, ...settings } = form.value;
  await saveSettings(db, viewer.id, { ...settings, min_payout_minor: min_payout }, clock());
  return redirect("/payout", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("payouts");
  const { least, currency, locale, values } = loaderData;
  const { form, fields, input, select } = useCheckedForm({
    id: "settings",
    lastResult: actionData,
    defaultValue: values,
    schema: payoutSettingsForm(currency, locale),
  });
  const labels = {
    payout_type_id: t("settings.type"),
    payout_method: t("settings.method"),
    min_payout: t("settings.minimum", { currency }),
  };
  return (
    <AccountPage title={t("settings.title")}>
      <section className="card">
        <FieldsForm form={form} labels={labels}>
          <NativeSelect
            {...select(fields.payout_type_id)}
            label={labels.payout_type_id}
            data={[
              { value: "1", label: t("settings.monthly") },
              { value: "2", label: t("settings.manual") },
            ]}
          />
          <NativeSelect
            {...select(fields.payout_method)}
            label={labels.payout_method}
            data={[
              { value: "BANK", label: t("method.BANK") },
              { value: "PAXUM", label: t("method.PAXUM") },
            ]}
          />
          <TextInput
            {...input(fields.min_payout)}
            label={<OptionalLabel>{labels.min_payout}</OptionalLabel>}
            description={t("settings.minimumHelp", { least })}
            inputMode="decimal"
            maxLength={12}
          />
          <SubmitButton>{t("settings.save")}</SubmitButton>
        </FieldsForm>
      </section>
    </AccountPage>
  );
}
