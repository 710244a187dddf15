import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

export function OptionalLabel({ children }: { children: string }): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      {children} <span className="optional">({t("form.optional")})</span>
    </>
  );
}
