import { getInputProps } from "@conform-to/react";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatAmount, toTyped } from "../../domain/money/minor.ts";
import { AMOUNT_FIELDS, tipAmountsForm } from "../../domain/users/settings.schema.ts";
import { findTipAmounts, saveTipAmounts } from "../../domain/users/settings.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { FieldsForm, useCheckedForm, useSavedKey } from "../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/amounts";

/** docs/product.md, 3.3. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { minimum_minor, maximum_minor, presets_minor } = rulesOf(context).tip;
  const { id, currency } = await requireCreator(request, context);
  const locale = getLocale(context);
  const { setting, currency: setIn, has_items } = await findTipAmounts(db, id);
  const isOther = setIn !== null && setIn !== currency;
  const presets = isOther ? [] : (setting.presets_minor ?? []);
  return {
    isSaved: (await takeDone(request, context, ["saved"])) !== null,
    currency,
    locale,
    otherCurrency: isOther ? setIn : null,
    hasItems: has_items,
    limits: { minimum_minor, maximum_minor },
    usual: presets_minor.map((amount) => formatAmount(amount, currency, locale, true)).join(", "),
    values: {
      ...Object.fromEntries(
        AMOUNT_FIELDS.map((name, place) => {
          const amount = presets[place];
          return [name, amount === undefined ? "" : toTyped(amount, currency, locale)];
        }),
      ),
      mark: typeof setting.mark === "string" ? setting.mark : fieldOf(presets, setting.mark),
      only_items: setting.only_items ? "on" : undefined,
    },
  };
}

/** Amounts in another currency have no field. */
function fieldOf(presets: readonly number[], amount: number): string {
  return AMOUNT_FIELDS[presets.indexOf(amount)] ?? "NONE";
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const { id, currency } = await requireCreator(request, context);
  const schema = tipAmountsForm(currency, getLocale(context), rulesOf(context).tip);
  const form = parseForm(request, context, await readForm(request), schema);
  if (!form.ok) return form.reply;
  await saveTipAmounts(db, id, { ...form.value, currency }, clock());
  return redirect("/account/amounts", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Amounts({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { isSaved, otherCurrency, usual } = loaderData;
  const key = useSavedKey(isSaved, loaderData);
  return (
    <AccountPage title={t("amounts.title")} intro={t("amounts.intro", { usual })} isSaved={isSaved}>
      {otherCurrency === null ? null : (
        <p className="note">{t("amounts.otherCurrency", { currency: otherCurrency })}</p>
      )}
      <AmountsForm key={key} {...loaderData} lastResult={actionData} />
    </AccountPage>
  );
}

interface FormProps
  extends Pick<Route.ComponentProps["loaderData"], "currency" | "limits" | "locale" | "values"> {
  hasItems: boolean;
  lastResult: Route.ComponentProps["actionData"];
}

function AmountsForm({ currency, locale, limits, values, hasItems, lastResult }: FormProps) {
  const { t } = useTranslation("account");
  const { form, fields, textOf, input, select } = useCheckedForm({
    id: "amounts",
    lastResult,
    defaultValue: values,
    schema: tipAmountsForm(currency, locale, limits),
  });
  const nameOf = (place: number) => t("amounts.field", { place: place + 1 });
  const labels = {
    ...Object.fromEntries(AMOUNT_FIELDS.map((name, place) => [name, nameOf(place)])),
    mark: t("amounts.mark"),
    only_items: t("amounts.onlyItems"),
  };
  return (
    <section className="card">
      <FieldsForm form={form} labels={labels}>
        <fieldset>
          <legend className="legend">{t("amounts.fields", { currency })}</legend>
          <div className="amounts">
            {AMOUNT_FIELDS.map((name, place) => (
              <TextInput
                {...input(fields[name])}
                key={name}
                label={nameOf(place)}
                inputMode="decimal"
                maxLength={12}
              />
            ))}
          </div>
        </fieldset>
        <NativeSelect
          {...select(fields.mark)}
          label={labels.mark}
          description={t("amounts.markHelp")}
          data={[
            { value: "AUTOMATIC", label: t("amounts.automatic") },
            { value: "NONE", label: t("amounts.unmarked") },
            ...AMOUNT_FIELDS.map((value, place) => ({ value, label: nameOf(place) })),
          ]}
        />
        <Checkbox
          {...getInputProps(fields.only_items, { type: "checkbox" })}
          label={labels.only_items}
          description={hasItems ? undefined : t("amounts.onlyItemsHelp")}
          error={textOf(fields.only_items.errors)}
        />
        <SubmitButton>{t("save")}</SubmitButton>
      </FieldsForm>
    </section>
  );
}
