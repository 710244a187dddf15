import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatAmount, toTyped } from "../../../domain/money/minor.ts";
import { getPayoutSettings } from "../../../domain/payouts/payouts.server.ts";
import { payoutWishesForm } from "../../../domain/payouts/requests/payout.schema.ts";
import { saveSettings } from "../../../domain/users/users.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { CheckedForm } from "../../../ui/components/checked-form.tsx";
import { SelectField, TextField } from "../../../ui/components/text-field.tsx";
import { AccountPage } from "../../../ui/shells/account-page.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/settings";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** How a creator is paid: every month or on request, to the bank or to Paxum, and from how much. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const settings = await getPayoutSettings(context.get(servicesContext).db, viewer.id);
  const minimum = settings.min_payout_minor;
  return {
    title: getI18n(context).t("payouts:settings.title"),
    least: formatAmount(productRules.payout.automatic_minimum_minor, settings.currency, locale),
    currency: settings.currency,
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
  const schema = payoutWishesForm(viewer.currency, getLocale(context));
  const form = parseForm(request, context, await readCheckableForm(request), schema);
  if (!form.ok) return form.reply;
  const { min_payout, ...settings } = form.value;
  await saveSettings(db, viewer.id, { ...settings, min_payout_minor: min_payout }, clock());
  return redirect("/payout", { status: 303, headers: doneHeaders(context, "saved") });
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("payouts");
  const { least, currency, values } = loaderData;
  const [form, fields] = shownForm<typeof values>({
    id: "settings",
    lastResult: actionData,
    defaultValue: values,
  });
  return (
    <AccountPage title={t("settings.title")}>
      <section className="card">
        <CheckedForm form={form} button={t("settings.save")}>
          <SelectField
            field={fields.payout_type_id}
            label={t("settings.type")}
            options={[
              { value: "1", text: t("settings.monthly") },
              { value: "2", text: t("settings.manual") },
            ]}
          />
          <SelectField
            field={fields.payout_method}
            label={t("settings.method")}
            options={[
              { value: "BANK", text: t("method.BANK") },
              { value: "PAXUM", text: t("method.PAXUM") },
            ]}
          />
          <TextField
            field={fields.min_payout}
            label={t("settings.minimum", { currency })}
            optional
            help={t("settings.minimumHelp", { least })}
            control={{ inputMode: "decimal", maxLength: 12 }}
          />
        </CheckedForm>
      </section>
    </AccountPage>
  );
}
