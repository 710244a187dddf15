import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";
import { SecondButton } from "./main-button.tsx";

/** One button that sends the answer of a passkey; without script, or a passkey, it is not there. */
export function PasskeyForm({ options }: { options: object | null }): ReactElement | null {
  const { t } = useTexts("auth");
  if (!options) return null;
  return (
    <form method="post" hidden data-passkey={JSON.stringify(options)}>
      <div className="fields">
        <input type="hidden" name="intent" value="passkey" />
        {/* The script fills it. */}
        <input type="hidden" name="passkey" />
        <p className="summary" role="alert" data-fault="" hidden>
          {t("passkey.failed")}
        </p>
        <SecondButton>{t("passkey.use")}</SecondButton>
      </div>
    </form>
  );
}
