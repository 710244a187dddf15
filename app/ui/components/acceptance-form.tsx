import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Card } from "./card.tsx";
import { SubmitButton } from "./submit-button.tsx";

/** Its intent is "accept"; `ReasonForm` declines. */
export function AcceptanceForm({
  text,
  hidden = {},
}: {
  text: string;
  hidden?: Readonly<Record<string, string>> | undefined;
}) {
  const { t } = useTranslation("admin");
  return (
    <Card title={t("case.accept")}>
      <p>{text}</p>
      <Form method="post" className="fields" data-decision="accept">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton intent="accept">{t("case.acceptGo")}</SubmitButton>
      </Form>
    </Card>
  );
}
