import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";

/** Until when a change of the email address holds payouts up, and why; nothing for "", when none does. */
export function EmailChangedNote({ waitsUntil }: { waitsUntil: string }): ReactElement | null {
  return waitsUntil === "" ? null : <Note until={waitsUntil} />;
}

function Note({ until }: { until: string }): ReactElement {
  const { t } = useTexts("errors");
  return <p className="note">{t("payout.address_changed", { until })}.</p>;
}
