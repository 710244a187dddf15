import { useTexts } from "../texts.ts";

export function EmailChangedNote({ waitsUntil }: { waitsUntil: string }) {
  return waitsUntil === "" ? null : <Note until={waitsUntil} />;
}

function Note({ until }: { until: string }) {
  const { t } = useTexts("errors");
  return <p className="note">{t("payout.address_changed", { until })}.</p>;
}
