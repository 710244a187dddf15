import type { ReactElement } from "react";
import type { CreatorBalances } from "../../../domain/ledger/ledger.server.ts";
import { Facts } from "../../../ui/components/data-table.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";

/** A creator's money in one currency, in words; what is nothing is left out. */
export interface ShownMoney {
  currency: string;
  available: string;
  others: readonly { code: Exclude<keyof CreatorBalances, "creator_available">; amount: string }[];
  /** That it may be paid out from here: to a creator who is LOCKED, when there is something. */
  isPayable: boolean;
}

/** What a creator has, and the way to pay it out to who is locked and cannot ask for it. */
export function UserMoney({ userId, money }: { userId: string; money: readonly ShownMoney[] }): ReactElement {
  const { t } = useTexts("admin");
  return (
    <section className="card">
      <Title order={2}>{t("money.title")}</Title>
      {money.map(({ currency, available, others, isPayable }) => (
        <div key={currency}>
          <Facts
            facts={[
              [t("money.creator_available"), available],
              ...others.map(({ code, amount }) => [t(`money.${code}`), amount] as const),
            ]}
          />
          {isPayable ? (
            <form method="post" action={`/admin/users/${userId}/payout`}>
              <p className="help">{t("money.lockedText")}</p>
              <input type="hidden" name="currency" value={currency} />
              <button type="submit" className="second-button">
                {t("money.payOut", { amount: available })}
              </button>
            </form>
          ) : null}
        </div>
      ))}
    </section>
  );
}
