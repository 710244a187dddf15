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
        <PasskeyAnswer intent="passkey" />
        <SecondButton>{t("passkey.use")}</SecondButton>
      </div>
    </form>
  );
}

/** The field that the script fills, and what is said where the browser gives no answer. */
export function PasskeyAnswer({ intent }: { intent: string }): ReactElement {
  const { t } = useTexts("auth");
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="passkey" />
      <p className="summary" role="alert" data-fault="failed" hidden>
        {t("passkey.failed")}
      </p>
      <p className="summary" role="alert" data-fault="known" hidden>
        {t("passkey.known")}
      </p>
    </>
  );
}
