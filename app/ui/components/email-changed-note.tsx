import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";

/** Until when a change of the email address holds payouts up, and why; nothing for "", when none does. */
export function EmailChangedNote({ waitsUntil }: { waitsUntil: string }): ReactElement | null {
  const { t } = useTexts("errors");
  if (waitsUntil === "") return null;
  return <p className="note">{t("payout.address_changed", { until: waitsUntil })}.</p>;
}
