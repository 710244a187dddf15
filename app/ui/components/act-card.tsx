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
