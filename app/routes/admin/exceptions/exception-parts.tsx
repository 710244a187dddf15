import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Stamp } from "../../../domain/money/formats.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { returnedForm } from "../../../domain/suspense/suspense.schema.ts";
import type { ListedExit } from "../../../domain/suspense/suspense.server.ts";
import { productRules } from "../../../product-rules.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { RefusedClick } from "../../../ui/components/form-errors.tsx";
import { ActCard, ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";
import { type ShownFact, ShownFacts, TableCard, type WaitingApproval, WaitingNote } from "../page-parts.tsx";

export interface ShownSuspense {
  exits: readonly {
    id: string;
    kind: ListedExit["kind"];
    amount: string;
    beyond: string | null;
    reference: string;
    operator: string | null;
    reason: string | null;
    at: Stamp;
  }[];
  returning: { seenLeft: number; left: string } | null;
}

export function SuspenseExits({ exits }: Pick<ShownSuspense, "exits">) {
  const { t } = useTranslation("suspense");
  return (
    <TableCard
      title={t("exits")}
      columns={[t("exit"), figure(t("amount")), t("reference"), t("by"), t("returned.note"), time(t("at"))]}
      empty={t("noExits")}
      rows={exits.map((each) => ({
        key: each.id,
        cells: [
          t(`kind.${each.kind}`),
          <span key="amount">
            {each.amount}
            {each.beyond ? <small>{t("beyond", { amount: each.beyond })}</small> : null}
          </span>,
          <code key="reference">{each.reference || "–"}</code>,
          each.operator ?? t("itself"),
          each.reason ?? "–",
          each.at,
        ],
      }))}
    />
  );
}

const WAYS = ["PROVIDER", "BANK"] as const;

export function SuspenseReturn({ seenLeft, left }: NonNullable<ShownSuspense["returning"]>) {
  const { t } = useTranslation("suspense");
  const { form, fields, input, textarea, select } = useCheckedForm({
    id: "returned",
    lastResult: useActReply("returned"),
    schema: returnedForm,
  });
  const labels = {
    by: t("returned.how"),
    reference: t("returned.reference"),
    note: t("returned.note"),
  };
  return (
    <Card title={t("returned.title")}>
      <p>{t("returned.text")}</p>
      <FieldsForm form={form} labels={labels} hasHidden>
        <input type="hidden" name="seen_left" value={seenLeft} />
        <NativeSelect
          {...select(fields.by)}
          label={labels.by}
          data={WAYS.map((value) => ({ value, label: t(`returned.ways.${value}`) }))}
        />
        <TextInput
          {...input(fields.reference)}
          label={labels.reference}
          description={t("returned.referenceHelp")}
          maxLength={productRules.reference_characters_maximum}
          autoComplete="off"
        />
        <Textarea
          {...textarea(fields.note)}
          label={labels.note}
          description={t("returned.noteHelp")}
          rows={2}
          maxLength={500}
        />
        <SubmitButton kind="second" intent="returned">
          {t("returned.go", { amount: left })}
        </SubmitButton>
      </FieldsForm>
    </Card>
  );
}

export interface ShownAct {
  intent: string;
  title: string;
  text: string;
  button: string;
  help?: string;
  isGrave?: boolean;
  hidden?: Readonly<Record<string, string>>;
}

export interface ShownException {
  title: string;
  facts: readonly ShownFact[];
  notes?: readonly string[];
  links?: readonly { text: string; href: string }[];
  waiting?: readonly WaitingApproval[];
  acts: readonly ShownAct[];
  suspense?: ShownSuspense;
}

export function ExceptionPage({ exception }: { exception: ShownException }) {
  const { t } = useTranslation("exceptions");
  const { facts, notes = [], links = [], waiting = [], acts, suspense } = exception;
  return (
    <>
      <WaitingNote waiting={waiting} />
      <Card title={t("facts")}>
        <ShownFacts facts={facts} />
        {links.map(({ text, href }) => (
          <p key={href}>
            <ButtonLink to={href}>{text}</ButtonLink>
          </p>
        ))}
      </Card>
      {suspense ? <SuspenseExits exits={suspense.exits} /> : null}
      {notes.map((note) => (
        <p className="note" key={note}>
          {note}
        </p>
      ))}
      {acts.filter(isButton).map((act) => (
        <ExceptionAct key={act.intent} act={act} />
      ))}
      {suspense?.returning ? <SuspenseReturn {...suspense.returning} /> : null}
      {acts
        .filter((act) => !isButton(act))
        .map((act) => (
          <ExceptionAct key={act.intent} act={act} />
        ))}
    </>
  );
}

const isButton = ({ help }: ShownAct) => help === undefined;

function ExceptionAct({ act: { help, ...act } }: { act: ShownAct }) {
  const refusal = useActReply(act.intent);
  if (help !== undefined) return <ReasonForm {...act} help={help} schema={reasonForm} />;
  return (
    <>
      <RefusedClick id={act.intent} refusal={refusal} />
      <ActCard {...act} />
    </>
  );
}
