import type { ReactElement } from "react";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";

/** The way to the page that locks an account. */
export function LockCard({ userId }: { userId: string }): ReactElement {
  const { t } = useTexts("admin");
  return (
    <section className="card">
      <Title order={2}>{t("lock.title")}</Title>
      <p>{t("lock.text")}</p>
      <div className="actions">
        <SecondLink href={`/admin/users/${userId}/lock`}>{t("lock.open")}</SecondLink>
      </div>
    </section>
  );
}
