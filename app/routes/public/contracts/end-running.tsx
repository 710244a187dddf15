import type { ReactElement } from "react";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { useTexts } from "../../../ui/texts.ts";

export function EndRunning({
  running,
  asksBack,
  title,
}: {
  running: readonly { id: string; name: string; total: string }[];
  /** Payments go back too, also of tips that have ended. */
  asksBack: boolean;
  title: string;
}): ReactElement {
  const { t } = useTexts("contracts");
  if (running.length === 0 && !asksBack) return <FormPage title={t("all.doneTitle")} intro={t("all.done")} />;
  return (
    <FormPage title={title} intro={asksBack ? t("all.asksBack") : undefined}>
      <ul>
        {running.map(({ id, name, total }) => (
          <li key={id}>{t("all.each", { name, total })}</li>
        ))}
      </ul>
      <form method="post" className="fields" data-once="">
        <MainButton>{t("all.go")}</MainButton>
      </form>
    </FormPage>
  );
}
