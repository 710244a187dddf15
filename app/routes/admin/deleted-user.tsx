import type { ReactElement } from "react";
import { AuditTable, type ShownAuditEntry } from "../../ui/components/audit-table.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import { useTexts } from "../../ui/texts.ts";

export interface DeletedUserFacts {
  title: string;
  deletedAt: string;
  /** Where the payout data is that has to be kept; null when there is none. */
  keptUrl: string | null;
  /** Where its statements are; null when there are none. */
  statementsUrl: string | null;
  log: readonly ShownAuditEntry[];
}

/** What is left of an account that was deleted: the log leads here, and so do old payments. */
export function DeletedUser({
  title,
  deletedAt,
  keptUrl,
  statementsUrl,
  log,
}: DeletedUserFacts): ReactElement {
  const { t } = useTexts("admin");
  return (
    <AdminPage title={title}>
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
      <section className="card">
        <h2>{t("deleted.log")}</h2>
        <AuditTable entries={log} />
      </section>
    </AdminPage>
  );
}
