import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { CreatorBalances } from "../../../domain/ledger/post.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

export interface ShownMoney {
  currency: string;
  available: string;
  others: readonly { code: Exclude<keyof CreatorBalances, "creator_available">; amount: string }[];
  /** A LOCKED creator with a balance cannot withdraw, so an operator may. */
  isPayable: boolean;
}

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
