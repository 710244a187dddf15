import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { unbroken } from "../../ui/components/unbroken.ts";

export interface MaskedDetails {
  id: string;
  status: "CODE_SENT" | "PENDING" | "ACCEPTED" | "DECLINED";
  masked_account: string;
  decline_reason: string | null;
}

export function PayoutDataState({
  accepted,
  change,
}: {
  accepted: MaskedDetails | null;
  change: MaskedDetails | null;
}): ReactElement | null {
  const { t } = useTranslation("payouts");
  if (!accepted && !change) return null;
  return (
    <section className="card">
      {accepted ? <p>{t("data.accepted", { masked_account: unbroken(accepted.masked_account) })}</p> : null}
      {change?.status === "CODE_SENT" ? (
        <p className="note">
          {t("data.codeSent", { masked_account: unbroken(change.masked_account) })}{" "}
          <Link to={`/account/payoutdata/${change.id}/confirm`}>{t("data.typeCode")}</Link>
        </p>
      ) : null}
      {change?.status === "PENDING" ? (
        <p className="note">
          <b>{t("data.pending")}</b>{" "}
          {t("data.pendingText", { masked_account: unbroken(change.masked_account) })}
        </p>
      ) : null}
      {change?.status === "DECLINED" ? (
        <p className="summary">
          {t("data.declined", {
            masked_account: unbroken(change.masked_account),
            reason: change.decline_reason ?? "",
          })}
        </p>
      ) : null}
    </section>
  );
}
