import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, Form, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatAmount, toTyped } from "../../../domain/money/minor.ts";
import { getPayoutSettings } from "../../../domain/payouts/requests/overview.server.ts";
import { payoutSettingsForm } from "../../../domain/payouts/requests/payout.schema.ts";
import { moneyModelForm } from "../../../domain/users/money-model.schema.ts";
import { chooseMoneyModel } from "../../../domain/users/money-model.server.ts";
import { saveSettings } from "../../../domain/users/settings.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { OptionalLabel } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AccountPage } from "../../../ui/shells/account-page.tsx";
import type { Route } from "./+types/settings";
import { shownChoice } from "./direct-payouts.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const rules = rulesOf(context);
  const settings = await getPayoutSettings({ ...context.get(servicesContext), rules }, viewer.id);
  const minimum = settings.min_payout_minor;
  return {
    choice: await shownChoice(context, viewer.id),
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
  const posted = await readForm(request);
  if (posted.get("intent") === "money_model") return await chooseModel(context, viewer.id, posted);
  const schema = payoutSettingsForm(viewer.currency, getLocale(context));
  const form = parseForm(request, context, posted, schema);
  if (!form.ok) return form.reply;
  const { min_payout, ...settings } = form.value;
  await saveSettings(db, viewer.id, { ...settings, min_payout_minor: min_payout }, clock());
  return redirect("/payout", { status: 303, headers: await doneHeaders(context, "saved") });
}

/** Shown where it can be chosen: what is refused has changed since. */
async function chooseModel(context: Readonly<RouterContextProvider>, user_id: string, posted: FormData) {
  const services = context.get(servicesContext);
  const chosen = moneyModelForm.safeParse(Object.fromEntries(posted));
  if (!chosen.success) throw data(null, { status: 400 });
  const given = { ...chosen.data, user_id, new_creators: services.config.moneyModel };
  const done = (await chooseMoneyModel(services, given)) === "moved" ? "moved" : "not_moved";
  return redirect("/payout", { status: 303, headers: await doneHeaders(context, done) });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("payouts");
  const { choice, least, currency, locale, values } = loaderData;
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
      {choice ? (
        <Card title={choice.title}>
          <p>{choice.now}</p>
          <Form method="post" className="fields">
            <p className="help">{choice.help}</p>
            <input type="hidden" name="money_model" value={choice.money_model} />
            <SubmitButton kind="second" intent="money_model">
              {choice.button}
            </SubmitButton>
          </Form>
        </Card>
      ) : null}
    </AccountPage>
  );
}
