import type { ReactElement } from "react";
import type { LeaverMoney } from "../../domain/payouts/payouts.server.ts";
import { AuditTable, type ShownAuditEntry } from "../../ui/components/audit-table.tsx";
import { Card } from "../../ui/components/card.tsx";
import { Facts } from "../../ui/components/data-table.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { ReasonForm } from "../../ui/components/reason-form.tsx";
import { useRefusal } from "../../ui/refusal.ts";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import { useTexts } from "../../ui/texts.ts";

export interface DeletedUserFacts {
  title: string;
  id: string;
  deletedAt: string;
  /** What came after the account was gone, and what can be done about it. */
  money: readonly (Pick<LeaverMoney, "currency" | "is_payable" | "is_lost"> & { available: string })[];
  /** Where the payout data is that has to be kept; null when there is none. */
  keptUrl: string | null;
  /** Where its statements are; null when there are none. */
  statementsUrl: string | null;
  log: readonly ShownAuditEntry[];
}

/** What is left of an account that was deleted: the log leads here, and so do old payments. */
export function DeletedUser({
  id,
  title,
  done,
  deletedAt,
  money,
  keptUrl,
  statementsUrl,
  log,
}: DeletedUserFacts & { done: string | null }): ReactElement {
  const { t } = useTexts("admin");
  return (
    <AdminPage title={title} done={done}>
      <section className="card">
        <p>{t("deleted.text", { at: deletedAt })}</p>
        {keptUrl === null && statementsUrl === null ? null : (
          <div className="actions">
            {keptUrl === null ? null : <SecondLink href={keptUrl}>{t("deleted.kept")}</SecondLink>}
            {statementsUrl === null ? null : (
              <SecondLink href={statementsUrl}>{t("deleted.keptStatements")}</SecondLink>
            )}
          </div>
        )}
      </section>
      {money.map((each) => (
        <LeftMoney key={each.currency} id={id} {...each} />
      ))}
      <section className="card">
        <h2>{t("deleted.log")}</h2>
        <AuditTable entries={log} />
      </section>
    </AdminPage>
  );
}

/** A leaver's money in one currency: it is paid out, or given up, or waits for either. */
function LeftMoney({
  id,
  currency,
  available,
  is_payable,
  is_lost,
}: DeletedUserFacts["money"][number] & { id: string }) {
  const { t } = useTexts("admin");
  const refused = useRefusal();
  if (is_lost)
    return (
      <ReasonForm
        id={`remainder-${currency}`}
        action={`/admin/users/${id}/remainder`}
        hidden={{ currency }}
        isGrave
        title={t("deleted.giveUp", { amount: available })}
        text={t("deleted.giveUpText")}
        help={t("deleted.reasonHelp")}
        button={t("deleted.giveUp", { amount: available })}
        lastResult={refused}
      />
    );
  return (
    <Card title={t("deleted.money")}>
      <Facts facts={[[t("money.creator_available"), available]]} />
      <p>{t(is_payable ? "deleted.payText" : "deleted.wait")}</p>
      {is_payable ? (
        <form method="post" action={`/admin/users/${id}/payout`}>
          <input type="hidden" name="currency" value={currency} />
          <button type="submit" className="second-button">
            {t("money.payOut", { amount: available })}
          </button>
        </form>
      ) : null}
    </Card>
  );
}
