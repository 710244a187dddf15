import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement, ReactNode } from "react";
import { CheckedForm } from "../../../ui/components/checked-form.tsx";
import { TextField } from "../../../ui/components/text-field.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Words } from "./declare.server.ts";

export function DeclarationPage(props: {
  title: string;
  intro: string;
  button: string;
  asksDay?: boolean;
  received: Words | null;
  answer: SubmissionResult<string[]> | undefined;
  children: ReactNode;
}): ReactElement {
  const { t } = useTexts("contracts");
  const { answer, title, received } = props;
  const labels = {
    name: t("name"),
    email: t("email"),
    contract: t("contract"),
    until: t("until"),
    reason: t("reason"),
  };
  const [form, fields] = shownForm<typeof labels>({ id: "declaration", lastResult: answer });
  if (received) return <Received said={received} labels={labels} asksDay={props.asksDay === true} />;
  return (
    <FormPage title={title} intro={props.intro}>
      <CheckedForm form={form} labels={labels} button={props.button}>
        <TextField field={fields.name} label={labels.name} control={{ autoComplete: "name" }} />
        <TextField
          field={fields.email}
          label={labels.email}
          help={t("emailHelp")}
          control={{ type: "email", autoComplete: "email", inputMode: "email" }}
        />
        <TextField field={fields.contract} label={labels.contract} help={t("contractHelp")} optional />
        {props.asksDay ? (
          <TextField field={fields.until} label={labels.until} help={t("untilHelp")} optional />
        ) : null}
        <TextField field={fields.reason} label={labels.reason} optional />
      </CheckedForm>
      <p className="more-links">{props.children}</p>
    </FormPage>
  );
}

function Received({
  said,
  labels,
  asksDay,
}: {
  said: Words;
  labels: Record<string, string>;
  asksDay: boolean;
}): ReactElement {
  const { t } = useTexts("contracts");
  const rows = [
    [labels.name, said.name],
    [labels.email, said.email],
    [labels.contract, said.contract ?? t("allOfThem")],
    ...(asksDay ? [[labels.until, said.until ?? t("now")]] : []),
    ...(said.reason === null ? [] : [[labels.reason, said.reason]]),
  ];
  return (
    <FormPage title={t("received")} intro={t("receivedAt", { at: said.at })}>
      <dl className="pairs">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="note">{t(said.is_mailed === false ? "notMailed" : "mailed", { email: said.email })}</p>
    </FormPage>
  );
}
