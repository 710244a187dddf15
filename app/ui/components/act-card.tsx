import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Card } from "./card.tsx";
import { SubmitButton } from "./submit-button.tsx";

export function ActCard({
  title,
  text,
  button,
  intent,
  hidden = {},
}: Record<"title" | "text" | "button" | "intent", string> & {
  hidden?: Readonly<Record<string, string>>;
}) {
  return (
    <Card title={title}>
      <p>{text}</p>
      <Form method="post">
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <SubmitButton kind="second" intent={intent}>
          {button}
        </SubmitButton>
      </Form>
    </Card>
  );
}

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
