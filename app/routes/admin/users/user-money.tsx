import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { CreatorBalances } from "../../../domain/ledger/post.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

/** A creator's money in one currency, in words; what is nothing is left out. */
export interface ShownMoney {
  currency: string;
  available: string;
  others: readonly { code: Exclude<keyof CreatorBalances, "creator_available">; amount: string }[];
  /** That it may be paid out from here: to a creator who is LOCKED, when there is something. */
  isPayable: boolean;
}

/** What a creator has, and the way to pay it out to who is locked and cannot ask for it. */
export function UserMoney({ money }: { money: readonly ShownMoney[] }): ReactElement {
  const { t } = useTranslation("admin");
  return (
    <Card title={t("money.title")}>
      {money.map(({ currency, available, others, isPayable }) => (
        <div key={currency}>
          <Facts
            facts={[
              [t("money.creator_available"), available],
              ...others.map(({ code, amount }) => [t(`money.${code}`), amount] as const),
            ]}
          />
          {isPayable ? (
            <Form method="post">
              <p className="help">{t("money.lockedText")}</p>
              <input type="hidden" name="currency" value={currency} />
              <SubmitButton kind="second" intent="pay_out">
                {t("money.payOut", { amount: available })}
              </SubmitButton>
            </Form>
          ) : null}
        </div>
      ))}
    </Card>
  );
}
