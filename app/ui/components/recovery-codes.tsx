import type { ReactElement } from "react";
import { FormPage } from "../shells/form-page.tsx";
import { useTexts } from "../texts.ts";
import { MainLink } from "./main-button.tsx";

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }): ReactElement {
  const { t } = useTexts("account");
  return (
    <FormPage title={t("recovery.title")} intro={t("recovery.intro")}>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="actions">
        <MainLink href="/account/security">{t("recovery.done")}</MainLink>
      </div>
    </FormPage>
  );
}
