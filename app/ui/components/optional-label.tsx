import { useTranslation } from "react-i18next";

export function OptionalLabel({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <>
      {children} <span className="optional">({t("form.optional")})</span>
    </>
  );
}
