import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";

export function LockCard({ userId }: { userId: string }): ReactElement {
  const { t } = useTranslation("admin");
  return (
    <Card title={t("lock.title")}>
      <p>{t("lock.text")}</p>
      <div className="actions">
        <ButtonLink to={`/admin/users/${userId}/lock`}>{t("lock.open")}</ButtonLink>
      </div>
    </Card>
  );
}
