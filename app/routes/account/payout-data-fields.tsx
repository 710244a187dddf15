import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { SelectField, TextField } from "../../ui/components/text-field.tsx";
import { type ShownField, shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

const WALLETS = ["paxum", "paypal", "payoneer"] as const;

type PayoutDataValues = Record<
  | "bank_account_owner"
  | "bank_name"
  | "bank_iban"
  | "bank_bic"
  | "bank_country_id"
  | `${(typeof WALLETS)[number]}_account_owner`
  | `${(typeof WALLETS)[number]}_email`,
  string
>;

/** The bank account, and the wallets beside it. What is kept is never filled in again: it is shown masked alone. */
export function PayoutDataFields({
  lastResult,
  countries,
}: {
  lastResult: SubmissionResult<string[]> | null | undefined;
  countries: readonly { value: string; text: string }[];
}): ReactElement {
  const { t } = useTexts("payouts");
  const [form, fields] = shownForm<PayoutDataValues>({ id: "payout-data", lastResult: lastResult ?? null });
  return (
    <CheckedForm form={form} button={t("data.go")}>
      <TextField
        field={fields.bank_account_owner}
        label={t("fields.bank_account_owner")}
        help={t("fields.ownerHelp")}
        control={{ autoComplete: "name", maxLength: 70 }}
      />
      <SelectField
        field={fields.bank_country_id}
        label={t("fields.bank_country_id")}
        options={[{ value: "", text: t("fields.chooseCountry") }, ...countries]}
      />
      <TextField
        field={fields.bank_iban}
        label={t("fields.bank_iban")}
        help={t("fields.ibanHelp")}
        control={{ autoComplete: "off", spellCheck: false, maxLength: 80, className: "code" }}
      />
      <TextField
        field={fields.bank_bic}
        label={t("fields.bank_bic")}
        control={{ autoComplete: "off", spellCheck: false, maxLength: 15 }}
      />
      <TextField
        field={fields.bank_name}
        label={t("fields.bank_name")}
        control={{ autoComplete: "off", maxLength: 70 }}
      />
      {WALLETS.map((wallet) => (
        <Wallet
          key={wallet}
          title={t(`fields.${wallet}`)}
          owner={fields[`${wallet}_account_owner`]}
          email={fields[`${wallet}_email`]}
        />
      ))}
      <p className="help">{t("data.codeComes")}</p>
    </CheckedForm>
  );
}

function Wallet({
  title,
  owner,
  email,
}: {
  title: string;
  owner: ShownField;
  email: ShownField;
}): ReactElement {
  const { t } = useTexts("payouts");
  const isFilled = Boolean(owner.initialValue || email.initialValue || owner.errors || email.errors);
  return (
    <details className="more" open={isFilled}>
      <summary>{title}</summary>
      <div className="fields">
        <TextField field={owner} label={t("fields.walletOwner")} control={{ maxLength: 70 }} />
        <TextField
          field={email}
          label={t("fields.walletEmail")}
          control={{ type: "email", inputMode: "email", autoComplete: "off", maxLength: 254 }}
        />
      </div>
    </details>
  );
}
