import type { ReactElement } from "react";
import { SecondLink } from "../form/main-button.tsx";
import { useTexts } from "../texts.ts";
import { AdminPage } from "./admin-page.tsx";
import { AuditTable, type ShownAuditEntry } from "./audit-table.tsx";

export interface DeletedUserFacts {
  title: string;
  deletedAt: string;
  /** Where the payout data is that has to be kept; null when there is none. */
  keptUrl: string | null;
  log: readonly ShownAuditEntry[];
}

/** What is left of an account that was deleted: the log leads here, and so do old payments. */
export function DeletedUser({ title, deletedAt, keptUrl, log }: DeletedUserFacts): ReactElement {
  const { t } = useTexts("admin");
  return (
    <AdminPage title={title}>
      <section className="card">
        <p>{t("deleted.text", { at: deletedAt })}</p>
        {keptUrl === null ? null : (
          <div className="actions">
            <SecondLink href={keptUrl}>{t("deleted.kept")}</SecondLink>
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
