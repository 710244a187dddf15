import { MainLink } from "../../../ui/components/main-button.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";

export function ItemGone() {
  const { t } = useTexts("items");
  return (
    <section className="card steps">
      <Title order={1}>{t("gone.title")}</Title>
      <p>{t("gone.text")}</p>
      <div className="actions">
        <MainLink href="/dashboard/items">{t("gone.back")}</MainLink>
      </div>
    </section>
  );
}
