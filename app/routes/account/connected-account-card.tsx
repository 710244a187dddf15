import type { SubmissionResult } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import { z } from "zod";
import { passwordForm } from "../../domain/users/user.schema.ts";
import { Card } from "../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { Facts } from "../../ui/components/data-table.tsx";
import { MoreFields } from "../../ui/components/more-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import type { ShownAccount } from "./connected-account.server.ts";

const connectForm = z.object({});
type Reply = SubmissionResult<string[]> | null;

/** The words come with the data: few creators see them. */
export function ConnectedAccountCard({
  account,
  refusals,
}: {
  account: ShownAccount;
  refusals: { connect: Reply; disconnect: Reply };
}) {
  const { title, lines, facts, button, note, disconnect } = account;
  return (
    <Card title={title}>
      {note ? (
        <p className="note" role="status">
          {note}
        </p>
      ) : null}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {facts ? (
        <>
          <Facts facts={facts.rows} />
          <p className="help">{facts.help}</p>
        </>
      ) : null}
      {button.password === null ? (
        <GoOn button={button} refusal={refusals.connect} />
      ) : (
        <Connect text={button.text} label={button.password} refusal={refusals.connect} />
      )}
      {disconnect ? <Disconnect words={disconnect} refusal={refusals.disconnect} /> : null}
    </Card>
  );
}

function GoOn({ button, refusal }: { button: ShownAccount["button"]; refusal: Reply }) {
  const { form } = useCheckedForm({ id: "connect", lastResult: refusal, schema: connectForm });
  return (
    <FieldsForm form={form} labels={{}}>
      <SubmitButton kind={button.kind} intent="connect">
        {button.text}
      </SubmitButton>
    </FieldsForm>
  );
}

function Connect({ text, label, refusal }: { text: string; label: string; refusal: Reply }) {
  const { form, fields, input } = useCheckedForm({
    id: "connect",
    lastResult: refusal,
    schema: passwordForm,
  });
  return (
    <FieldsForm form={form} labels={{ password: label }}>
      <TextInput {...input(fields.password, "password")} label={label} autoComplete="current-password" />
      <SubmitButton intent="connect">{text}</SubmitButton>
    </FieldsForm>
  );
}

function Disconnect({ words, refusal }: { words: NonNullable<ShownAccount["disconnect"]>; refusal: Reply }) {
  const { form, fields, input } = useCheckedForm({
    id: "disconnect",
    lastResult: refusal,
    schema: passwordForm,
  });
  return (
    <MoreFields title={words.title} isNeeded={refusal !== null}>
      <p>{words.text}</p>
      <FieldsForm form={form} labels={{ password: words.password }}>
        <TextInput
          {...input(fields.password, "password")}
          label={words.password}
          autoComplete="current-password"
        />
        <SubmitButton kind="warn" intent="disconnect">
          {words.go}
        </SubmitButton>
      </FieldsForm>
    </MoreFields>
  );
}
