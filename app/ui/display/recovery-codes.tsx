import type { ReactElement } from "react";
import { MainLink } from "../form/main-button.tsx";
import { FormPage } from "../page/form-page.tsx";
import { useTexts } from "../texts.ts";

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
