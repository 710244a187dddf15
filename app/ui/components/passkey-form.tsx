import type { ReactElement, ReactNode } from "react";
import { useTexts } from "../texts.ts";
import { SecondButton } from "./main-button.tsx";

/** One button that sends the answer of a passkey; without script, or a passkey, it is not there. */
export function PasskeyForm({
  options,
  field = "passkey",
  children = <input type="hidden" name="intent" value="passkey" />,
}: {
  options: object | null;
  /** The field of the answer. */
  field?: string;
  /** The other fields. */
  children?: ReactNode;
}): ReactElement | null {
  const { t } = useTexts("auth");
  if (!options) return null;
  return (
    <form method="post" hidden data-passkey={JSON.stringify(options)}>
      <div className="fields">
        {children}
        {/* The script fills it. */}
        <input type="hidden" name={field} data-answer="" />
        <p className="summary" role="alert" data-fault="" hidden>
          {t("passkey.failed")}
        </p>
        <SecondButton>{t("passkey.use")}</SecondButton>
      </div>
    </form>
  );
}
