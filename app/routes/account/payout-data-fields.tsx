import type { SubmissionResult } from "@conform-to/react";
import { type FieldMetadata, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import {
  type PayoutDestination,
  payoutDataForm,
} from "../../domain/payouts/destinations/payout-data.schema.ts";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { MoreFields } from "../../ui/components/more-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";

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

type Countries = readonly { value: string; text: string }[];

export function PayoutDataFields({
  lastResult,
  countries,
  codes,
}: {
  lastResult: SubmissionResult<string[]> | null;
  countries: Countries;
  codes: Readonly<Record<number, string>>;
}) {
  const { t } = useTranslation("payouts");
  const schema = payoutDataForm((id) => codes[id] ?? null);
  const [form, fields] = useForm<PayoutDataValues, PayoutDestination>({
    id: "payout-data",
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = usePayoutDataLabels();
  return (
    <FieldsForm form={form} labels={labels} failure="errors.payout.data">
      <BankFields
        fields={fields}
        countries={countries}
        onCountry={() => {
          // The IBAN's validity depends on the country.
          if (fields.bank_iban.value) form.validate({ name: fields.bank_iban.name });
        }}
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
      <SubmitButton>{t("data.go")}</SubmitButton>
    </FieldsForm>
  );
}

function BankFields({
  fields,
  countries,
  onCountry,
}: {
  fields: Record<keyof PayoutDataValues, FieldMetadata<string>>;
  countries: Countries;
  onCountry: () => void;
}) {
  const { t } = useTranslation("payouts");
  const textOf = useErrorText();
  const labels = usePayoutDataLabels();
  return (
    <>
      <TextInput
        {...getInputProps(fields.bank_account_owner, { type: "text" })}
        label={labels.bank_account_owner}
        description={t("fields.ownerHelp")}
        error={textOf(fields.bank_account_owner.errors)}
        autoComplete="name"
        maxLength={70}
      />
      <NativeSelect
        {...getSelectProps(fields.bank_country_id)}
        label={labels.bank_country_id}
        error={textOf(fields.bank_country_id.errors)}
        onChange={onCountry}
        data={[
          { value: "", label: t("fields.chooseCountry") },
          ...countries.map(({ value, text }) => ({ value, label: text })),
        ]}
      />
      <TextInput
        {...getInputProps(fields.bank_iban, { type: "text" })}
        label={labels.bank_iban}
        description={t("fields.ibanHelp")}
        error={textOf(fields.bank_iban.errors)}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
      />
      <TextInput
        {...getInputProps(fields.bank_bic, { type: "text" })}
        label={labels.bank_bic}
        error={textOf(fields.bank_bic.errors)}
        autoComplete="off"
        spellCheck={false}
        maxLength={15}
      />
      <TextInput
        {...getInputProps(fields.bank_name, { type: "text" })}
        label={labels.bank_name}
        error={textOf(fields.bank_name.errors)}
        autoComplete="off"
        maxLength={70}
      />
    </>
  );
}

function usePayoutDataLabels() {
  const { t } = useTranslation("payouts");
  const wallet = { owner: t("fields.walletOwner"), email: t("fields.walletEmail") };
  return {
    bank_account_owner: t("fields.bank_account_owner"),
    bank_country_id: t("fields.bank_country_id"),
    bank_iban: t("fields.bank_iban"),
    bank_bic: t("fields.bank_bic"),
    bank_name: t("fields.bank_name"),
    ...Object.fromEntries(
      WALLETS.flatMap((name) => [
        [`${name}_account_owner`, wallet.owner],
        [`${name}_email`, wallet.email],
      ]),
    ),
  };
}

function Wallet({
  title,
  owner,
  email,
}: {
  title: string;
  owner: FieldMetadata<string>;
  email: FieldMetadata<string>;
}) {
  const { t } = useTranslation("payouts");
  const textOf = useErrorText();
  const isFilled = Boolean(owner.initialValue || email.initialValue || owner.errors || email.errors);
  return (
    <MoreFields title={title} isNeeded={isFilled}>
      <TextInput
        {...getInputProps(owner, { type: "text" })}
        label={t("fields.walletOwner")}
        error={textOf(owner.errors)}
        maxLength={70}
      />
      <TextInput
        {...getInputProps(email, { type: "email" })}
        label={t("fields.walletEmail")}
        error={textOf(email.errors)}
        inputMode="email"
        autoComplete="off"
        maxLength={254}
      />
    </MoreFields>
  );
}
