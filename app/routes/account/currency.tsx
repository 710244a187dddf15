import { getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { currencyName } from "../../domain/money/formats.ts";
import { currencyForm } from "../../domain/users/settings.schema.ts";
import { setCurrency } from "../../domain/users/settings.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { offeredCurrencies } from "../../http/rules.server.ts";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/currency";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  return {
    isSaved: (await takeDone(request, context, ["saved"])) !== null,
    currency: viewer.currency,
    currencies: offeredCurrencies(context, viewer.currency).map((code) => ({
      value: code,
      label: `${currencyName(code, locale)} (${code})`,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), currencyForm);
  if (!form.ok) return form.reply;
  const { currency } = form.value;
  if (!offeredCurrencies(context, viewer.currency).includes(currency))
    return form.refuse({ currency: "errors.currency.required" });
  const outcome = await setCurrency(db, viewer.id, currency, clock());
  if (outcome === "in_progress") return form.refuse({ currency: "errors.payout.in_progress" });
  return redirect("/account/currency", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Currency({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "currency",
    lastResult: actionData ?? null,
    defaultValue: { currency: loaderData.currency },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: currencyForm }),
  });
  const labels = { currency: t("currency.label") };
  return (
    <AccountPage title={t("currency.title")} isSaved={loaderData.isSaved}>
      <section className="card">
        <FieldsForm form={form} labels={labels}>
          <NativeSelect
            {...getSelectProps(fields.currency)}
            label={labels.currency}
            description={t("currency.help")}
            error={textOf(fields.currency.errors)}
            data={loaderData.currencies}
          />
          <SubmitButton>{t("save")}</SubmitButton>
        </FieldsForm>
      </section>
    </AccountPage>
  );
}
