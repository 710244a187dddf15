import type { ReactElement } from "react";
import { Form } from "react-router";
import { Card } from "./card.tsx";
import { SubmitButton } from "./submit-button.tsx";

export function ActCard({
  title,
  text,
  button,
  intent,
}: Record<"title" | "text" | "button" | "intent", string>): ReactElement {
  return (
    <Card title={title}>
      <p>{text}</p>
      <Form method="post">
        <SubmitButton kind="second" intent={intent}>
          {button}
        </SubmitButton>
      </Form>
    </Card>
  );
}
