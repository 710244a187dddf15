import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

/** The label of a field that may stay empty. */
export function OptionalLabel({ children }: { children: string }): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      {children} <span className="optional">({t("form.optional")})</span>
    </>
  );
}
