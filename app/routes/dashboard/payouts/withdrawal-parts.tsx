import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { Locale } from "../../../domain/money/minor.ts";
import { withdrawalForm } from "../../../domain/payouts/requests/payout.schema.ts";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { unbroken } from "../../../ui/components/unbroken.ts";

export function WithdrawalAmount({
  id,
  currency,
  locale,
  typed = "",
  refusal = null,
  help,
  className,
}: {
  id: string;
  currency: string;
  locale: Locale;
  typed?: string;
  refusal?: SubmissionResult<string[]> | null;
  help?: string;
  className: "fields" | "withdraw";
}) {
  const { t } = useTranslation("payouts");
  const { form, fields, input } = useCheckedForm({
    id,
    lastResult: refusal,
    defaultValue: { currency, amount: typed },
    schema: withdrawalForm(locale),
  });
  const labels = { amount: t("withdrawal.amount", { currency }) };
  return (
    <>
      <FormErrors form={form} labels={labels} />
      <Form method="get" action="/payout/withdrawal" className={className} {...getFormProps(form)}>
        <input type="hidden" name="currency" value={currency} />
        <TextInput
          {...input(fields.amount)}
          label={labels.amount}
          description={help}
          placeholder={t("withdrawal.all")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
        />
        <SubmitButton>{t("withdrawal.next")}</SubmitButton>
      </Form>
    </>
  );
}

interface ShownWithdrawal {
  amount: string;
  gross: string;
  fee: string;
  fee_minor: number;
  net: string;
  masked_account: string;
  why: string | null;
}

export function WithdrawalSummary({ currency, confirm }: { currency: string; confirm: ShownWithdrawal }) {
  const { t } = useTranslation("payouts");
  const { amount, gross, fee, fee_minor, net, masked_account, why } = confirm;
  const query = new URLSearchParams({ currency, amount });
  return (
    <>
      <table className="price">
        <tbody>
          <tr>
            <th scope="row">{t("withdrawal.gross")}</th>
            <td className="money">{gross}</td>
          </tr>
          <tr>
            <th scope="row">{t("withdrawal.fee")}</th>
            <td className="money">{fee}</td>
          </tr>
          <tr className="sum">
            <th scope="row">{t("withdrawal.net", { masked_account: unbroken(masked_account) })}</th>
            <td className="money">{net}</td>
          </tr>
        </tbody>
      </table>
      {why === null ? null : <p className="help">{why}</p>}
      <Form method="post" action={`/payout/withdrawal?${query.toString()}`} className="fields">
        <input type="hidden" name="currency" value={currency} />
        <input type="hidden" name="amount" value={amount} />
        <input type="hidden" name="seen_fee_minor" value={fee_minor} />
        <SubmitButton>{t("withdrawal.go", { net })}</SubmitButton>
      </Form>
    </>
  );
}
