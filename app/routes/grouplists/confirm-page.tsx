import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { RefusedClick } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Question } from "./questions.ts";

export function ConfirmPage({
  question,
  back,
  refusal,
}: {
  question: Question;
  back: string;
  refusal?: SubmissionResult<string[]> | null | undefined;
}) {
  return (
    <FormPage title={question.title}>
      <RefusedClick id="confirm" refusal={refusal} />
      <p>{question.text}</p>
      <Form method="post" className="fields">
        <HiddenFields fields={question.fields} />
        <div className="actions">
          <SubmitButton>{question.button}</SubmitButton>
          <ButtonLink to={back}>{question.back}</ButtonLink>
        </div>
      </Form>
    </FormPage>
  );
}

export function HiddenFields({ fields = {} }: { fields: Question["fields"] }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
