import { getInputProps } from "@conform-to/react";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { LANGUAGES, LOCALES } from "../../../locales/index.ts";
import { servicesContext } from "../../context.ts";
import { formatAmount, toTyped } from "../../domain/money/minor.ts";
import { settingsForm } from "../../domain/users/settings.schema.ts";
import { saveSettings, setPaused } from "../../domain/users/settings.server.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { choiceCookie } from "../../http/preference-cookies.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { OptionalLabel } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/settings";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const account = await findAccount(context.get(servicesContext).db, viewer.id);
  const locale = getLocale(context);
  const price = account.default_price_per_message_minor;
  const { minimum_minor, maximum_minor } = rulesOf(context).tip;
  return {
    isSaved: (await takeDone(request, context, ["saved"])) !== null,
    currency: account.currency,
    locale,
    limits: { minimum_minor, maximum_minor },
    maximum: formatAmount(maximum_minor, account.currency, locale),
    values: {
      default_price_per_message: price === null ? "" : toTyped(price, account.currency, locale),
      email_notifications: account.email_notifications,
      locale: account.locale ?? locale,
      is_paused: account.paused_at ? "on" : undefined,
    },
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const schema = settingsForm(viewer.currency, getLocale(context), rulesOf(context).tip);
  const form = parseForm(request, context, await readForm(request), schema);
  if (!form.ok) return form.reply;
  const { default_price_per_message, is_paused, ...settings } = form.value;
  const saved = { ...settings, default_price_per_message_minor: default_price_per_message };
  await saveSettings(db, viewer.id, saved, clock());
  await setPaused(db, viewer.id, is_paused, clock());
  const headers = new Headers(await doneHeaders(context, "saved"));
  headers.append("Set-Cookie", choiceCookie("locale", settings.locale, url.protocol === "https:"));
  return redirect("/account/settings", { status: 303, headers });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { t: say } = useTranslation("dashboard");
  const { values, currency, locale } = loaderData;
  const { form, fields, textOf, input, select } = useCheckedForm({
    id: "settings",
    lastResult: actionData,
    defaultValue: values,
    schema: settingsForm(currency, locale, loaderData.limits),
  });
  const labels = {
    default_price_per_message: t("settings.price", { currency }),
    email_notifications: t("settings.notifications"),
    locale: t("settings.locale"),
    is_paused: t("settings.paused"),
  };
  return (
    <AccountPage title={t("settings.title")} isSaved={loaderData.isSaved}>
      <section className="card">
        <FieldsForm form={form} labels={labels}>
          <TextInput
            {...input(fields.default_price_per_message)}
            label={<OptionalLabel>{labels.default_price_per_message}</OptionalLabel>}
            description={t("settings.priceHelp", { maximum: loaderData.maximum })}
            inputMode="decimal"
            maxLength={12}
          />
          <NativeSelect
            {...select(fields.email_notifications)}
            label={labels.email_notifications}
            description={t("settings.notificationsHelp")}
            data={[
              { value: "OFF", label: say("choice.OFF") },
              { value: "DAILY", label: say("choice.DAILY") },
              { value: "AT_ONCE", label: say("choice.AT_ONCE") },
            ]}
          />
          <NativeSelect
            {...select(fields.locale)}
            label={labels.locale}
            description={t("settings.localeHelp")}
            data={LOCALES.map((value) => ({ value, label: LANGUAGES[value].name }))}
          />
          <Checkbox
            {...getInputProps(fields.is_paused, { type: "checkbox" })}
            label={labels.is_paused}
            error={textOf(fields.is_paused.errors)}
          />
          <SubmitButton>{t("save")}</SubmitButton>
        </FieldsForm>
      </section>
    </AccountPage>
  );
}
