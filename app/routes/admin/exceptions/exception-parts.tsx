import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { useActReply } from "../../../ui/act-reply.ts";
import { ActCard } from "../../../ui/components/act-card.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { RefusedClick } from "../../../ui/components/refused-click.tsx";
import { type ShownFact, ShownFacts } from "../shown-facts.tsx";
import { type WaitingApproval, WaitingNote } from "../waiting-note.tsx";
import { type ShownSuspense, SuspenseExits, SuspenseReturn } from "./suspense-parts.tsx";

/** With `help`, a form that takes a reason; else a button. */
export interface ShownAct {
  intent: string;
  title: string;
  text: string;
  button: string;
  help?: string;
  isGrave?: boolean;
  /** What the page showed, such as an amount. */
  hidden?: Readonly<Record<string, string>>;
}

/** What a kind fills the page of an exception with. */
export interface ShownException {
  title: string;
  facts: readonly ShownFact[];
  /** Lines between the facts and the acts. */
  notes?: readonly string[];
  links?: readonly { text: string; href: string }[];
  waiting?: readonly WaitingApproval[];
  acts: readonly ShownAct[];
  suspense?: ShownSuspense;
}

export function ExceptionPage({ exception }: { exception: ShownException }): ReactElement {
  const { t } = useTranslation("exceptions");
  const { facts, notes = [], links = [], waiting = [], acts, suspense } = exception;
  return (
    <>
      <WaitingNote waiting={waiting} />
      <Card title={t("facts")}>
        <ShownFacts facts={facts} />
        {links.map(({ text, href }) => (
          <p key={href}>
            <Link to={href}>{text}</Link>
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

function ExceptionAct({ act: { help, ...act } }: { act: ShownAct }): ReactElement {
  const refusal = useActReply(act.intent);
  if (help !== undefined) return <ReasonForm {...act} help={help} schema={reasonForm} />;
  return (
    <>
      <RefusedClick id={act.intent} refusal={refusal} />
      <ActCard {...act} />
    </>
  );
}
