import { redirect } from "react-router";
import { LANGUAGES, LOCALES } from "../../../locales/index.ts";
import { servicesContext } from "../../context.ts";
import { formatAmount, toTyped } from "../../domain/money/minor.ts";
import { settingsForm } from "../../domain/users/profile.schema.ts";
import { findAccount, saveSettings, setPaused } from "../../domain/users/users.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { choiceCookie } from "../../http/preference-cookies.server.ts";
import { productRules } from "../../product-rules.ts";
import { CheckField } from "../../ui/components/check-field.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { SelectField, TextField } from "../../ui/components/text-field.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/settings";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The price of a message, mails about new tips, the language, and a pause. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const account = await findAccount(context.get(servicesContext).db, viewer.id);
  const locale = getLocale(context);
  const price = account.default_price_per_message_minor;
  return {
    title: getI18n(context).t("account:settings.title"),
    isSaved: takeDone(request, context, ["saved"]) !== null,
    currency: account.currency,
    maximum: formatAmount(productRules.tip.maximum_minor, account.currency, locale),
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
  const schema = settingsForm(viewer.currency, getLocale(context));
  const form = parseForm(request, context, await readCheckableForm(request), schema);
  if (!form.ok) return form.reply;
  const { default_price_per_message, is_paused, ...settings } = form.value;
  const saved = { ...settings, default_price_per_message_minor: default_price_per_message };
  await saveSettings(db, viewer.id, saved, clock());
  await setPaused(db, viewer.id, is_paused, clock());
  const headers = new Headers(doneHeaders(context, "saved"));
  headers.append("Set-Cookie", choiceCookie("locale", settings.locale, url.protocol === "https:"));
  return redirect("/account/settings", { status: 303, headers });
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const { t: say } = useTexts("dashboard");
  const [form, fields] = shownForm<{
    default_price_per_message: string;
    email_notifications: string;
    locale: string;
    is_paused?: string | undefined;
  }>({ id: "settings", lastResult: actionData, defaultValue: loaderData.values });
  return (
    <AccountPage title={t("settings.title")} isSaved={loaderData.isSaved}>
      <section className="card">
        <CheckedForm form={form} button={t("save")}>
          <TextField
            field={fields.default_price_per_message}
            label={t("settings.price", { currency: loaderData.currency })}
            optional
            help={t("settings.priceHelp", { maximum: loaderData.maximum })}
            control={{ inputMode: "decimal", maxLength: 12 }}
          />
          <SelectField
            field={fields.email_notifications}
            label={t("settings.notifications")}
            help={t("settings.notificationsHelp")}
            options={[
              { value: "OFF", text: say("choice.OFF") },
              { value: "DAILY", text: say("choice.DAILY") },
              { value: "AT_ONCE", text: say("choice.AT_ONCE") },
            ]}
          />
          <SelectField
            field={fields.locale}
            label={t("settings.locale")}
            help={t("settings.localeHelp")}
            options={LOCALES.map((value) => ({ value, text: LANGUAGES[value].name }))}
          />
          <CheckField field={fields.is_paused}>{t("settings.paused")}</CheckField>
        </CheckedForm>
      </section>
    </AccountPage>
  );
}
