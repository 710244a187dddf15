import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";
import { Card } from "./card.tsx";
import { MainButton } from "./main-button.tsx";

/** An operator's yes to what waits for one, beside the `ReasonForm` of a no. */
export function AcceptanceForm({
  action,
  text,
  hidden = {},
}: {
  action: string;
  /** What follows from it. */
  text: string;
  /** What the form sends along, such as the mark of what the page showed. */
  hidden?: Readonly<Record<string, string>> | undefined;
}): ReactElement {
  const { t } = useTexts("admin");
  return (
    <Card title={t("case.accept")}>
      <p>{text}</p>
      <form method="post" action={action} className="fields">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <MainButton>{t("case.acceptGo")}</MainButton>
      </form>
    </Card>
  );
}
