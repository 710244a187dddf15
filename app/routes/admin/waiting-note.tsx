import type { ReactElement } from "react";
import type { Approval } from "../../domain/approvals/approvals.server.ts";
import { useTexts } from "../../ui/texts.ts";

export interface WaitingApproval {
  id: string;
  kind: Approval["kind"];
  maker: string;
  at: string;
}

/** That an act about this page's thing waits for a second operator already, and where. */
export function WaitingNote({ waiting }: { waiting: readonly WaitingApproval[] }): ReactElement[] {
  const { t } = useTexts("approvals");
  return waiting.map(({ id, kind, maker, at }) => (
    <p className="note" key={id}>
      {t(`kind.${kind}`)}: {t("waitingSince", { at, name: maker })}{" "}
      <a href={`/admin/approvals/${id}`}>{t("waitingLook")}</a>
    </p>
  ));
}
