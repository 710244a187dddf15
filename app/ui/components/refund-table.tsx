import { useTexts } from "../texts.ts";

export interface ShownRefund {
  tip: string;
  fee: string;
  vat: string;
  fan: string;
  fromPending: string | null;
  fromAvailable: string | null;
  fromAccount: string | null;
  goodwill: string | null;
}

export function RefundTable({ figures, account }: { figures: ShownRefund; account: string }) {
  const { t } = useTexts("books");
  const sources = [
    [t("refund.fromPending"), figures.fromPending],
    [t("refund.fromAvailable"), figures.fromAvailable],
    [account, figures.fromAccount],
    [t("refund.fromUs"), figures.goodwill],
  ] as const;
  return (
    <table className="price">
      <tbody>
        <Line name={t("refund.ofTip")} amount={figures.tip} />
        <Line name={t("refund.ofFee")} amount={figures.fee} />
        <Line name={t("refund.ofVat")} amount={figures.vat} />
        <tr className="sum">
          <th scope="row">{t("refund.fanGets")}</th>
          <td className="money">{figures.fan}</td>
        </tr>
        {sources.map(([name, amount]) =>
          amount === null ? null : <Line key={name} name={name} amount={amount} />,
        )}
      </tbody>
    </table>
  );
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="money">{amount}</td>
    </tr>
  );
}
