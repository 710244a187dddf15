import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { leftoverForm } from "../../domain/payouts/batches/admin-payouts.schema.ts";
import type { RemainingMoney } from "../../domain/payouts/requests/withdrawals.server.ts";
import { AuditTable, type ShownAuditEntry } from "../../ui/components/audit-table.tsx";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";
import { Facts } from "../../ui/components/data-table.tsx";
import { ReasonForm } from "../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";

export interface DeletedUserFacts {
  title: string;
  id: string;
  deletedAt: string;
  money: readonly (Pick<RemainingMoney, "currency" | "is_payable" | "is_lost"> & { available: string })[];
  keptUrl: string | null;
  statementsUrl: string | null;
  log: readonly ShownAuditEntry[];
}

export function DeletedUser({
  title,
  done,
  deletedAt,
  money,
  keptUrl,
  statementsUrl,
  log,
}: DeletedUserFacts & { done: string | null }): ReactElement {
  const { t } = useTranslation("admin");
  return (
    <AdminPage title={title} done={done}>
      <section className="card">
        <p>{t("deleted.text", { at: deletedAt })}</p>
        {keptUrl === null && statementsUrl === null ? null : (
          <div className="actions">
            {keptUrl === null ? null : <ButtonLink to={keptUrl}>{t("deleted.kept")}</ButtonLink>}
            {statementsUrl === null ? null : (
              <ButtonLink to={statementsUrl}>{t("deleted.keptStatements")}</ButtonLink>
            )}
          </div>
        )}
      </section>
      {money.map((each) => (
        <LeftMoney key={each.currency} {...each} />
      ))}
      <section className="card">
        <h2>{t("deleted.log")}</h2>
        <AuditTable entries={log} />
      </section>
    </AdminPage>
  );
}

function LeftMoney({ currency, available, is_payable, is_lost }: DeletedUserFacts["money"][number]) {
  const { t } = useTranslation("admin");
  if (is_lost)
    return (
      <ReasonForm
        id={`give-up-${currency}`}
        intent="give_up"
        schema={leftoverForm}
        hidden={{ currency }}
        isGrave
        title={t("deleted.giveUp", { amount: available })}
        text={t("deleted.giveUpText")}
        help={t("deleted.reasonHelp")}
        button={t("deleted.giveUp", { amount: available })}
      />
    );
  return (
    <Card title={t("deleted.money")}>
      <Facts facts={[[t("money.creator_available"), available]]} />
      <p>{t(is_payable ? "deleted.payText" : "deleted.wait")}</p>
      {is_payable ? (
        <Form method="post">
          <input type="hidden" name="currency" value={currency} />
          <SubmitButton kind="second" intent="pay_out">
            {t("money.payOut", { amount: available })}
          </SubmitButton>
        </Form>
      ) : null}
    </Card>
  );
}
