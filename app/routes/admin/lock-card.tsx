import type { ReactElement } from "react";
import { Card } from "../../ui/components/card.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { useTexts } from "../../ui/texts.ts";

/** The way to the page that locks an account. */
export function LockCard({ userId }: { userId: string }): ReactElement {
  const { t } = useTexts("admin");
  return (
    <Card title={t("lock.title")}>
      <p>{t("lock.text")}</p>
      <div className="actions">
        <SecondLink href={`/admin/users/${userId}/lock`}>{t("lock.open")}</SecondLink>
      </div>
    </Card>
  );
}
