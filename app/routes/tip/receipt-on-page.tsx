import type { ReactElement } from "react";
import { useTexts } from "../../ui/texts.ts";

export function ReceiptOnPage({
  visibility,
  name,
}: {
  visibility: "public" | "private";
  name: string;
}): ReactElement {
  const { t } = useTexts("result");
  const isPublic = visibility === "public";
  return (
    <form method="post" className="fields">
      <input type="hidden" name="visibility" value={isPublic ? "private" : "public"} />
      {isPublic ? <p className="help">{t("receipt.onPage", { name })}</p> : null}
      <button type="submit" className="second-button">
        {isPublic ? t("receipt.offPage") : t("receipt.toPage", { name })}
      </button>
    </form>
  );
}
