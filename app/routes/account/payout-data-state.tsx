import type { ReactElement } from "react";
import { useTexts } from "../../ui/texts.ts";

/** What a page says of payout data: enough to know it by. */
export interface MaskedDetails {
  id: string;
  status: "CODE_SENT" | "PENDING" | "ACCEPTED" | "DECLINED";
  hint: string;
  decline_reason: string | null;
}

/** Where the money goes now, and what became of the newest change. */
export function PayoutDataState({
  accepted,
  change,
}: {
  accepted: MaskedDetails | null;
  change: MaskedDetails | null;
}): ReactElement | null {
  const { t } = useTexts("payouts");
  if (!accepted && !change) return null;
  return (
    <section className="card">
      {accepted ? <p>{t("data.accepted", { hint: accepted.hint })}</p> : null}
      {change?.status === "CODE_SENT" ? (
        <p className="note">
          {t("data.codeSent", { hint: change.hint })}{" "}
          <a href={`/account/payoutdata/${change.id}/confirm`}>{t("data.typeCode")}</a>
        </p>
      ) : null}
      {change?.status === "PENDING" ? (
        <p className="note">
          <b>{t("data.pending")}</b> {t("data.pendingText", { hint: change.hint })}
        </p>
      ) : null}
      {change?.status === "DECLINED" ? (
        <p className="summary">
          {t("data.declined", { hint: change.hint, reason: change.decline_reason ?? "" })}
        </p>
      ) : null}
    </section>
  );
}
