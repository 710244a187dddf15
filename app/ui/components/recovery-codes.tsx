import { useTranslation } from "react-i18next";
import { FormPage } from "../shells/form-page.tsx";
import { useHold } from "../shells/refusals.tsx";
import { ButtonLink } from "./button-link.tsx";

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation("account");
  useHold(true);
  return (
    <FormPage title={t("recovery.title")} intro={t("recovery.intro")}>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="actions">
        <ButtonLink to="/account/security" kind="go">
          {t("recovery.done")}
        </ButtonLink>
      </div>
    </FormPage>
  );
}
