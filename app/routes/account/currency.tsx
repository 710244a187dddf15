import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { currencyName } from "../../domain/money/formats.ts";
import { PROFILE_CURRENCIES } from "../../domain/money/minor.ts";
import { currencyForm } from "../../domain/users/profile.schema.ts";
import { setCurrency } from "../../domain/users/users.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { SelectField } from "../../ui/components/text-field.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/currency";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The currency of the profile; old balances stay in theirs (docs/product.md, 6.10). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  return {
    title: getI18n(context).t("account:currency.title"),
    isSaved: takeDone(request, context, ["saved"]) !== null,
    currency: viewer.currency,
    currencies: PROFILE_CURRENCIES.map((code) => ({
      value: code,
      text: `${currencyName(code, locale)} (${code})`,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), currencyForm);
  if (!form.ok) return form.reply;
  const outcome = await setCurrency(db, viewer.id, form.value.currency, clock());
  if (outcome === "in_progress") return form.refuse({ currency: "errors.payout.in_progress" });
  return redirect("/account/currency", { status: 303, headers: doneHeaders(context, "saved") });
}

export default function Currency({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const [form, fields] = shownForm<{ currency: string }>({
    id: "currency",
    lastResult: actionData,
    defaultValue: { currency: loaderData.currency },
  });
  return (
    <AccountPage title={t("currency.title")} isSaved={loaderData.isSaved}>
      <section className="card">
        <CheckedForm form={form} button={t("save")}>
          <SelectField
            field={fields.currency}
            label={t("currency.label")}
            help={t("currency.help")}
            options={loaderData.currencies}
          />
        </CheckedForm>
      </section>
    </AccountPage>
  );
}
