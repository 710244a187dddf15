import type { ReactElement } from "react";
import { AmountTable } from "../../ui/components/amount-table.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { ShownRefund, ShownReturn } from "./shown-refunds.server.ts";

export function ReceiptRefunds({
  refunds,
  left,
}: {
  refunds: readonly ShownRefund[];
  left: string;
}): ReactElement | null {
  const { t } = useTexts("result");
  if (refunds.length === 0) return null;
  return (
    <section className="next">
      <Title order={2}>{t("receipt.refunds")}</Title>
      {refunds.map(({ id, day, is_done, lines, back, credit_note }) => (
        <div key={id}>
          <p>
            <b>{t(is_done ? "receipt.refundedOn" : "receipt.onItsWay", { day })}</b>
          </p>
          <AmountTable lines={[...lines, { name: t("receipt.back"), amount: back, isSum: true }]} />
          {credit_note ? (
            <p>
              <a href={credit_note.path}>{t("receipt.creditNote", { number: credit_note.number })}</a>
            </p>
          ) : null}
        </div>
      ))}
      <AmountTable lines={[{ name: t("receipt.left"), amount: left, isSum: true }]} />
    </section>
  );
}

export function ReceiptReturns({ returns }: { returns: readonly ShownReturn[] }): ReactElement {
  const { t } = useTexts("result");
  return (
    <>
      {returns.map(({ id, amount, day, credit_note, cancellation }) => (
        <div className="note" key={id}>
          <p>{t("receipt.cameBack", { amount, day })}</p>
          {credit_note ? (
            <p>
              <a href={credit_note.path}>{t("receipt.creditNote", { number: credit_note.number })}</a>
              {cancellation ? (
                <>
                  {", "}
                  <a href={cancellation.path}>{t("receipt.cancelledBy", { number: cancellation.number })}</a>
                </>
              ) : null}
            </p>
          ) : null}
        </div>
      ))}
    </>
  );
}
