import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import type { TaxDetails } from "../../domain/sellers/tax-details.schema.ts";
import { CheckField } from "../../ui/components/check-field.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { SelectField, TextField } from "../../ui/components/text-field.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

type TaxValues = Record<
  "kind" | "tin_country_id" | "tin" | "has_no_tin" | "birth_city" | "birth_country_id" | "register_number",
  string
>;

/** A tax number and its country. Of what is kept, the number is never filled in again. */
export function TaxFields({
  lastResult,
  countries,
  countryId,
  kind,
}: {
  lastResult: SubmissionResult<string[]> | null | undefined;
  countries: readonly { value: string; text: string }[];
  /** The kept number's country, or the profile's, which most numbers are from. */
  countryId: string;
  kind: TaxDetails["kind"];
}): ReactElement {
  const { t } = useTexts("tax");
  const [form, fields] = shownForm<TaxValues>({
    id: "tax",
    lastResult: lastResult ?? null,
    defaultValue: { kind, tin_country_id: countryId },
  });
  const choices = [{ value: "", text: t("fields.chooseCountry") }, ...countries];
  const { register_number, has_no_tin, birth_city, birth_country_id } = fields;
  const isOpen = [register_number, has_no_tin, birth_city, birth_country_id].some(
    ({ initialValue, errors }) => Boolean(initialValue || errors),
  );
  return (
    <CheckedForm form={form} button={t("go")}>
      <SelectField
        field={fields.kind}
        label={t("fields.kind")}
        options={[
          { value: "PERSON", text: t("fields.person") },
          { value: "COMPANY", text: t("fields.company") },
        ]}
      />
      <SelectField field={fields.tin_country_id} label={t("fields.tin_country_id")} options={choices} />
      <TextField
        field={fields.tin}
        label={t("fields.tin")}
        help={t("fields.tinHelp")}
        control={{ autoComplete: "off", spellCheck: false, maxLength: 40 }}
      />
      <details className="more" open={isOpen}>
        <summary>{t("fields.more")}</summary>
        <div className="fields">
          <CheckField field={has_no_tin}>{t("fields.has_no_tin")}</CheckField>
          <TextField
            field={birth_city}
            label={t("fields.birth_city")}
            help={t("fields.birthHelp")}
            control={{ autoComplete: "off", maxLength: 80 }}
          />
          <SelectField field={birth_country_id} label={t("fields.birth_country_id")} options={choices} />
          <TextField
            field={register_number}
            label={t("fields.register_number")}
            optional
            help={t("fields.registerHelp")}
            control={{ autoComplete: "off", maxLength: 60 }}
          />
        </div>
      </details>
    </CheckedForm>
  );
}
