import type { ReactElement } from "react";
import { FieldProblem } from "../../ui/components/field-problem.tsx";
import { useFieldLabel } from "../../ui/components/form-faults.ts";
import { describe, SelectField, TextField } from "../../ui/components/text-field.tsx";
import type { ShownField } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

/** The fields of a profile by their names (docs/product.md, 10.1). */
export interface ProfileFieldNames {
  username: string;
  name: string;
  firstname: string;
  lastname: string;
  country_id: string;
  company: string;
  eu_ust_id: string;
  address: string;
  zipcode: string;
  city: string;
  date_of_birth_day: string;
  date_of_birth_month: string;
  date_of_birth_year: string;
}

type Fields = Record<keyof ProfileFieldNames, ShownField>;

export function ProfileFieldset({
  fields,
  countries,
  vatIdCheck,
}: {
  fields: Fields;
  countries: readonly { value: string; text: string }[];
  /** What is known of the VAT id that is saved; null for nothing. */
  vatIdCheck: string | null;
}): ReactElement {
  const { t } = useTexts("account");
  return (
    <>
      <h2 className="group-label">{t("edit.public")}</h2>
      <TextField
        field={fields.username}
        label={t("edit.username")}
        help={t("edit.usernameHelp")}
        control={{ autoComplete: "username", autoCapitalize: "none", spellCheck: false, maxLength: 25 }}
      />
      <TextField field={fields.name} label={t("edit.name")} control={{ autoComplete: "nickname" }} />
      <h2 className="group-label">{t("edit.private")}</h2>
      <p className="help">{t("edit.privateHelp")}</p>
      <div className="pair">
        <TextField
          field={fields.firstname}
          label={t("edit.firstname")}
          control={{ autoComplete: "given-name" }}
        />
        <TextField
          field={fields.lastname}
          label={t("edit.lastname")}
          control={{ autoComplete: "family-name" }}
        />
      </div>
      <BirthDate fields={fields} />
      <TextField
        field={fields.address}
        label={t("edit.address")}
        control={{ autoComplete: "street-address" }}
      />
      <div className="pair">
        <TextField
          field={fields.zipcode}
          label={t("edit.zipcode")}
          control={{ autoComplete: "postal-code" }}
        />
        <TextField field={fields.city} label={t("edit.city")} control={{ autoComplete: "address-level2" }} />
      </div>
      <SelectField field={fields.country_id} label={t("edit.country")} options={countries} />
      <div className="pair">
        <TextField
          field={fields.company}
          label={t("edit.company")}
          optional
          control={{ autoComplete: "organization" }}
        />
        <TextField
          field={fields.eu_ust_id}
          label={t("edit.vatId")}
          optional
          help={vatIdCheck ?? t("edit.vatIdHelp")}
        />
      </div>
    </>
  );
}

/** Day, month and year as three fields of one question. */
function BirthDate({ fields }: { fields: Fields }): ReactElement {
  const { t } = useTexts("account");
  const parts = [
    ["date_of_birth_day", t("edit.day"), "bday-day", 2],
    ["date_of_birth_month", t("edit.month"), "bday-month", 2],
    ["date_of_birth_year", t("edit.year"), "bday-year", 4],
  ] as const;
  return (
    <fieldset className="field">
      <legend className="legend">{t("edit.dateOfBirth")}</legend>
      <div className="birth">
        {parts.map(([name, label, autoComplete, digits]) => (
          <DatePart key={name} field={fields[name]} {...{ label, autoComplete, digits }} />
        ))}
      </div>
      {parts.map(([name]) => (
        <FieldProblem key={name} id={fields[name].id} errors={fields[name].errors} />
      ))}
    </fieldset>
  );
}

function DatePart(props: {
  field: ShownField;
  label: string;
  autoComplete: string;
  digits: number;
}): ReactElement {
  const { field, label, autoComplete, digits } = props;
  useFieldLabel(field.id, label);
  return (
    <label>
      <span className="help">{label}</span>
      <input
        {...describe(field, false)}
        className="plain-input"
        defaultValue={field.initialValue ?? ""}
        inputMode="numeric"
        maxLength={digits}
        size={digits}
        autoComplete={autoComplete}
      />
    </label>
  );
}
