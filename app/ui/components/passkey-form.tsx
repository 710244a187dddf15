import type { ReactNode } from "react";
import { useTexts } from "../texts.ts";
import { SecondButton } from "./main-button.tsx";

export function PasskeyForm({
  options,
  field = "passkey",
  children = <input type="hidden" name="intent" value="passkey" />,
}: {
  options: object | null;
  field?: string;
  children?: ReactNode;
}) {
  const { t } = useTexts("auth");
  if (!options) return null;
  return (
    <form method="post" hidden data-passkey={JSON.stringify(options)}>
      <div className="fields">
        {children}
        <input type="hidden" name={field} data-answer="" />
        <p className="summary" role="alert" data-fault="" hidden>
          {t("passkey.failed")}
        </p>
        <SecondButton>{t("passkey.use")}</SecondButton>
      </div>
    </form>
  );
}
