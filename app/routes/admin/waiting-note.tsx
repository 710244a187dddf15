import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Approval } from "../../domain/approvals/approvals.server.ts";

export interface WaitingApproval {
  id: string;
  kind: Approval["kind"];
  maker: string;
  at: string;
}

export function WaitingNote({ waiting }: { waiting: readonly WaitingApproval[] }): ReactElement[] {
  const { t } = useTranslation("approvals");
  return waiting.map(({ id, kind, maker, at }) => (
    <p className="note" key={id}>
      {`${t(`kind.${kind}`)}: ${t("waitingSince", { at, name: maker })} `}
      <Link to={`/admin/approvals/${id}`}>{t("waitingLook")}</Link>
    </p>
  ));
}
