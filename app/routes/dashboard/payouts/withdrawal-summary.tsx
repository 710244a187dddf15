import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { unbroken } from "../../../ui/components/unbroken.ts";

interface ShownWithdrawal {
  amount: string;
  gross: string;
  fee: string;
  net: string;
  masked_account: string;
  why: string | null;
}

export function WithdrawalSummary({ currency, confirm }: { currency: string; confirm: ShownWithdrawal }) {
  const { t } = useTranslation("payouts");
  const { amount, gross, fee, net, masked_account, why } = confirm;
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
      <Form method="post" action={`/payout/withdrawal?currency=${currency}`} className="fields">
        <input type="hidden" name="currency" value={currency} />
        <input type="hidden" name="amount" value={amount} />
        <SubmitButton>{t("withdrawal.go", { net })}</SubmitButton>
      </Form>
    </>
  );
}
