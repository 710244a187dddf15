import { getInputProps, type SubmissionResult } from "@conform-to/react";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import {
  CREATOR_EVENT_TYPES,
  type CreatorEventType,
  EVENT_FIELDS,
  WEBHOOK_FORMATS,
  type WebhookFormat,
  webhookForm,
} from "../../domain/creator-events/webhook.schema.ts";
import { passwordForm } from "../../domain/users/user.schema.ts";
import { Card } from "../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { CopyTextButton } from "../../ui/components/copy-text-button.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { useHold } from "../../ui/shells/refusals.tsx";

type LastResult = SubmissionResult<string[]> | null | undefined;
type State = "on" | "failing" | "CREATOR" | "GONE" | "FAILING";

interface Made {
  host: string;
  format: WebhookFormat;
  secret: string;
  until: string | null;
}

export function MadeSecret({ host, format, secret, until }: Made) {
  const { t } = useTranslation("webhooks");
  useHold(true);
  return (
    <section className="card" role="status">
      <p>{t(format === "KO_FI" ? "token" : "secret", { host })}</p>
      <p>
        <code>{secret}</code>
      </p>
      {until ? <p>{t("bothUntil", { until })}</p> : null}
      <div className="actions">
        <CopyTextButton text={secret} label={t("copy")} copied={t("copied")} />
      </div>
    </section>
  );
}

export function WebhookState({ of }: { of: State }) {
  const { t } = useTranslation("webhooks");
  return <small>{t(`states.${of}`)}</small>;
}

export function NewWebhook({ lastResult }: { lastResult: LastResult }) {
  const { t } = useTranslation("webhooks");
  const { form, fields, textOf, input, select } = useCheckedForm({
    ...{
      id: "webhook",
      lastResult,
      schema: webhookForm,
      defaultValue: { tip_received: "on", format: "STANDARD" },
    },
  });
  const labels = {
    address: t("address"),
    format: t("format"),
    tip_received: t("which"),
    password: t("password"),
  };
  return (
    <FieldsForm form={form} labels={labels}>
      <TextInput
        {...input(fields.address)}
        label={labels.address}
        description={t("addressHelp")}
        inputMode="url"
        maxLength={2000}
        autoComplete="off"
      />
      <NativeSelect
        {...select(fields.format)}
        label={labels.format}
        description={t("formatHelp")}
        data={WEBHOOK_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
      />
      <fieldset>
        <legend className="legend">{labels.tip_received}</legend>
        {CREATOR_EVENT_TYPES.map((type) => {
          const field = fields[EVENT_FIELDS[type]];
          return (
            <Checkbox
              {...getInputProps(field, { type: "checkbox" })}
              key={type}
              label={t(`events.${EVENT_FIELDS[type]}`)}
              error={textOf(field.errors)}
            />
          );
        })}
      </fieldset>
      <TextInput
        {...input(fields.password, "password")}
        label={labels.password}
        autoComplete="current-password"
        maxLength={1024}
      />
      <SubmitButton>{t("add")}</SubmitButton>
    </FieldsForm>
  );
}

interface Shown {
  format: WebhookFormat;
  events: readonly CreatorEventType[];
  state: State;
  earlierUntil: string | null;
}

export function OneWebhook({
  of: { format, events, state, earlierUntil },
  answerKey,
  lastResult,
}: {
  of: Shown;
  answerKey: string | number;
  lastResult: LastResult;
}) {
  const { t } = useTranslation("webhooks");
  const isOn = state === "on" || state === "failing";
  return (
    <>
      <Card title={t(`states.${state}`)}>
        <p>{t(`formats.${format}`)}</p>
        {format === "STANDARD" ? (
          <ChosenEvents events={events} />
        ) : (
          <p>{events.map((type) => t(`events.${EVENT_FIELDS[type]}`)).join(" · ")}</p>
        )}
        <Form method="post" className="actions">
          {isOn ? (
            <button type="submit" name="intent" value="test" className="plain-button">
              {t("test")}
            </button>
          ) : null}
          <button type="submit" name="intent" value={isOn ? "off" : "on"} className="plain-button">
            {t(isOn ? "switchOff" : "switchOn")}
          </button>
        </Form>
        <details>
          <summary>{t("remove")}</summary>
          <p>{t("removeSure")}</p>
          <Form method="post">
            <button type="submit" name="intent" value="remove" className="plain-button">
              {t("removeNow")}
            </button>
          </Form>
        </details>
      </Card>
      <Card title={t("renewTitle")}>
        <p className="help">
          {earlierUntil
            ? t("earlierUntil", { until: earlierUntil })
            : t(format === "KO_FI" ? "renewToken" : "renewHelp")}
        </p>
        <RenewSecret key={answerKey} lastResult={lastResult} />
      </Card>
    </>
  );
}

function ChosenEvents({ events }: Pick<Shown, "events">) {
  const { t } = useTranslation("webhooks");
  return (
    <Form method="post" className="fields">
      <fieldset>
        <legend className="legend">{t("which")}</legend>
        {CREATOR_EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            name={EVENT_FIELDS[type]}
            label={t(`events.${EVENT_FIELDS[type]}`)}
            defaultChecked={events.includes(type)}
          />
        ))}
      </fieldset>
      <SubmitButton kind="second" intent="events">
        {t("choose")}
      </SubmitButton>
    </Form>
  );
}

function RenewSecret({ lastResult }: { lastResult: LastResult }) {
  const { t } = useTranslation("webhooks");
  const { form, fields, input } = useCheckedForm({ id: "renewal", lastResult, schema: passwordForm });
  const labels = { password: t("password") };
  return (
    <FieldsForm form={form} labels={labels}>
      <input type="hidden" name="intent" value="renew" />
      <TextInput
        {...input(fields.password, "password")}
        label={labels.password}
        autoComplete="current-password"
        maxLength={1024}
      />
      <SubmitButton>{t("renew")}</SubmitButton>
    </FieldsForm>
  );
}
