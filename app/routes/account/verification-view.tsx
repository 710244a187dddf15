import type { SubmissionResult } from "@conform-to/react";
import { Button, Checkbox } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link, useFetcher } from "react-router";
import type {
  DocumentKind,
  Processing,
  VerificationNeed,
} from "../../domain/verification/verification.schema.ts";
import { productRules } from "../../product-rules.ts";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";
import { FormErrors } from "../../ui/components/form-errors.tsx";
import { CheckGlyph, ClockGlyph } from "../../ui/components/icons.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { FileField, useChosenFile } from "../../ui/upload/file-field.tsx";
import { UploadProgress, useUpload } from "../../ui/upload/use-upload.tsx";
import { type PersonFacts, PersonForm } from "./edit-forms.tsx";
import { PictureForm } from "./picture-form.tsx";

type Step = "person" | "social_link" | "terms" | DocumentKind | "photo" | "hand_in";

/** One thing each. The skippable photo does not open by itself. */
const STEPS: readonly (readonly [Exclude<Step, "hand_in">, readonly VerificationNeed[]])[] = [
  ["person", ["names", "date_of_birth", "address"]],
  ["mediafile_pass", ["mediafile_pass"]],
  ["mediafile_passback", ["mediafile_passback"]],
  ["mediafile_shootout", ["mediafile_shootout"]],
  ["mediafile_invoice", ["mediafile_invoice"]],
  ["social_link", ["social_link"]],
  ["terms", ["terms"]],
  ["photo", ["photo"]],
];

/** Which camera a phone opens. */
const CAMERAS: Partial<Record<DocumentKind, "user" | "environment">> = {
  mediafile_pass: "environment",
  mediafile_passback: "environment",
  mediafile_shootout: "user",
};

interface VerificationPage {
  /** Null once nothing can change. */
  person: PersonFacts | null;
  isOpen: boolean;
  isDeclined: boolean;
  missing: readonly VerificationNeed[];
  waived: readonly DocumentKind[];
  reasons: readonly { kind: DocumentKind; reason: string }[];
  processing: Processing | null;
  handedInOn: string;
  /** Where the provider's check replaces ours. */
  byProvider: { text: string; go: string } | null;
  documents: readonly ShownDocument[];
}

interface VerificationViewProps {
  facts: VerificationPage;
  refusedPerson?: SubmissionResult<string[]> | null;
  refused?: { kind: DocumentKind; problem: string } | null;
  notHandedIn?: string | undefined;
}

export function VerificationView(props: VerificationViewProps) {
  const { facts } = props;
  if (facts.byProvider) return <ProviderVerification words={facts.byProvider} />;
  if (facts.isOpen) return <OpenVerification {...props} />;
  return facts.processing ? (
    <ProcessingVerification facts={facts} processing={facts.processing} />
  ) : (
    <DoneVerification />
  );
}

function ProviderVerification({ words }: { words: { text: string; go: string } }) {
  const { t } = useTranslation("verification");
  return (
    <AccountPage title={t("title")} intro={words.text}>
      <div className="actions">
        <ButtonLink to="/account/payoutdata">{words.go}</ButtonLink>
      </div>
    </AccountPage>
  );
}

function OpenVerification(props: VerificationViewProps) {
  const { facts, refused, refusedPerson, notHandedIn } = props;
  const { t } = useTranslation("verification");
  const { missing, waived, reasons } = facts;
  const isNeeded = ([step]: (typeof STEPS)[number]) =>
    !waived.some((kind) => kind === step) || reasons.some(({ kind }) => kind === step);
  const stateOf = (step: Step, needs: readonly VerificationNeed[]) => {
    if (needs.some((need) => missing.includes(need))) return "open";
    return reasons.some(({ kind }) => kind === step) ? "declined" : "done";
  };
  const steps = STEPS.filter(isNeeded).map(([id, needs]) => ({ id, state: stateOf(id, needs) }) as const);
  const next = steps.find(({ id, state }) => state !== "done" && id !== "photo")?.id ?? "hand_in";
  const current: Step = notHandedIn ? "hand_in" : refusedPerson ? "person" : (refused?.kind ?? next);
  return (
    <AccountPage title={t("title")} intro={t("intro")}>
      {notHandedIn === undefined ? null : (
        <FormErrors form={{ id: "hand-in", status: "error", allErrors: { "": [notHandedIn] } }} labels={{}} />
      )}
      {refused ? (
        <FormErrors
          form={{ id: refused.kind, status: "error", allErrors: { file: [refused.problem] } }}
          labels={{ file: t(`documents.${refused.kind}.name`) }}
        />
      ) : null}
      {facts.isDeclined ? (
        <Card title={t("declined.title")}>
          <p>{reasons.length > 0 ? t("declined.text") : t("declined.replaced")}</p>
        </Card>
      ) : null}
      <Progress steps={steps} />
      <ol className="guide">
        {steps.map(({ id, state }) => (
          <GuideStep key={id} id={id} state={state} isCurrent={id === current}>
            <StepContent id={id} {...props} />
          </GuideStep>
        ))}
        <GuideStep id="hand_in" state={next === "hand_in" ? "open" : null} isCurrent={current === "hand_in"}>
          <HandInForm missing={missing} isAgain={facts.isDeclined} />
        </GuideStep>
      </ol>
    </AccountPage>
  );
}

type StepState = "open" | "declined" | "done";

function Progress({ steps }: { steps: readonly { id: Exclude<Step, "hand_in">; state: StepState }[] }) {
  const { t } = useTranslation("verification");
  const missing = steps.filter(({ state }) => state !== "done");
  const done = steps.length - missing.length;
  const minutes = missing.length * productRules.verification.step_minutes;
  return (
    <section className="card processing">
      <p>
        <b>{t("needs.progress", { done, count: steps.length })}</b>
        {missing.length > 0 ? ` · ${t("needs.minutes", { count: minutes })}` : null}
      </p>
      <progress value={done} max={steps.length} aria-label={t("needs.title")} />
      {missing.length > 0 ? (
        <p className="help">
          {t("needs.missing", {
            needs: missing.map(({ id }) => t(`needs.${id}`)).join(" · "),
          })}
        </p>
      ) : null}
    </section>
  );
}

/** On phones an open step hides the others (verification.css). */
function GuideStep({
  id,
  state,
  isCurrent,
  children,
}: {
  id: Step;
  state: StepState | null;
  isCurrent: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation("verification");
  const details = useRef<HTMLDetailsElement>(null);
  const wasCurrent = useRef(isCurrent);
  useEffect(() => {
    if (wasCurrent.current === isCurrent || !details.current) return;
    wasCurrent.current = isCurrent;
    details.current.open = isCurrent;
    if (isCurrent) details.current.querySelector("summary")?.focus();
  }, [isCurrent]);
  return (
    <li id={id}>
      <details ref={details} className="card" name="step" open={isCurrent}>
        <summary>
          <b>{t(`needs.${id}`)}</b>
          {state ? (
            <span className={state === "done" ? "mark mark-done" : "mark"}>
              {state === "done" ? <CheckGlyph size={16} /> : <ClockGlyph size={16} />}
              {t(`needs.${state}`)}
            </span>
          ) : null}
          <span className="guide-all">{t("needs.all")}</span>
        </summary>
        {children}
      </details>
    </li>
  );
}

function StepContent({ id, facts, refused, refusedPerson }: VerificationViewProps & { id: Step }) {
  const { t } = useTranslation("verification");
  switch (id) {
    case "person":
      return facts.person ? <PersonForm {...facts.person} lastResult={refusedPerson ?? null} /> : null;
    case "social_link":
      return <StepLink to="/account/socialmedia">{t("needs.addSocial")}</StepLink>;
    case "terms":
      return (
        <StepLink to="/account/verification-terms?return_to=%2Faccount%2Fverification">
          {t("needs.readTerms")}
        </StepLink>
      );
    case "photo":
      return facts.person ? (
        <PictureForm kind="avatar" {...facts.person.picture} next="verification" />
      ) : null;
    case "hand_in":
      return null;
    default:
      return (
        <DocumentForm
          kind={id}
          document={facts.documents.find((each) => each.kind === id)}
          reason={facts.reasons.find((each) => each.kind === id)?.reason}
          problem={refused?.kind === id ? refused.problem : undefined}
        />
      );
  }
}

function StepLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button component={Link} to={to} className="go">
      {children}
    </Button>
  );
}

/** Always enabled: too early, it lists what is missing. */
function HandInForm({ missing, isAgain }: { missing: readonly VerificationNeed[]; isAgain: boolean }) {
  const { t } = useTranslation("verification");
  return (
    <>
      <p>{t("handIn.text")}</p>
      <Form method="post" action="/account/verification" className="fields">
        {missing.includes("photo") ? <Checkbox name="skip_photo" label={t("handIn.skipPhoto")} /> : null}
        <SubmitButton>{isAgain ? t("handIn.again") : t("handIn.go")}</SubmitButton>
      </Form>
    </>
  );
}

function ProcessingVerification({ facts, processing }: { facts: VerificationPage; processing: Processing }) {
  const { t } = useTranslation("verification");
  const { days_left, percent } = processing;
  return (
    <AccountPage title={t("title")}>
      <section className="card processing">
        <Title order={2}>{t("processing.title")}</Title>
        <p>{t("processing.text", { day: facts.handedInOn })}</p>
        <progress value={percent} max={100} aria-label={t("processing.label")} />
        <p className="processing-figures">
          <span>{days_left > 0 ? t("processing.daysLeft", { count: days_left }) : t("processing.late")}</span>
          <span>{t("processing.percent", { percent })}</span>
        </p>
      </section>
      <Card title={t("processing.documents")}>
        <ul className="rows handed-in">
          {facts.documents.map((document) => (
            <li key={document.kind}>
              <span>{t(`documents.${document.kind}.name`)}</span>
              <DocumentLine document={document} />
            </li>
          ))}
        </ul>
      </Card>
    </AccountPage>
  );
}

function DoneVerification() {
  const { t } = useTranslation("verification");
  return (
    <AccountPage title={t("title")}>
      <Card title={t("done.title")}>
        <p>{t("done.text")}</p>
        <div className="actions">
          <Button component="a" href="/dashboard" className="go">
            {t("done.go")}
          </Button>
        </div>
      </Card>
    </AccountPage>
  );
}

interface ShownDocument {
  url: string;
  kind: DocumentKind;
  uploadedOn: string;
}

interface DocumentFormProps {
  kind: DocumentKind;
  document: ShownDocument | undefined;
  reason: string | undefined;
  problem: string | undefined;
}

function DocumentForm({ kind, document, reason, problem }: DocumentFormProps) {
  const { t } = useTranslation("verification");
  const removal = useFetcher();
  const shown = removal.state === "idle" ? document : undefined;
  const name = t(`documents.${kind}.name`);
  return (
    <div className="document">
      {shown ? <DocumentLine document={shown} /> : null}
      {reason ? (
        <p className="summary">
          <b>{t("declined.reason")}</b> {reason}
        </p>
      ) : null}
      <SendForm kind={kind} name={name} isThere={shown !== undefined} problem={problem} />
      {shown ? (
        <removal.Form method="post" action={`/account/verification/${kind}/removal`} preventScrollReset>
          <button type="submit" className="plain-button">
            {t("documents.remove")} <span className="hidden-visually">{name}</span>
          </button>
        </removal.Form>
      ) : null}
    </div>
  );
}

/** With script, choosing sends the file; the button serves refused ones. */
function SendForm(props: {
  kind: DocumentKind;
  name: string;
  isThere: boolean;
  problem: string | undefined;
}) {
  const { t } = useTranslation("verification");
  const upload = useUpload(t("documents.failed"));
  const chosen = useChosenFile();
  const form = useRef<HTMLFormElement>(null);
  const { file, isNew, isReady } = chosen;
  useEffect(() => {
    if (file !== null && isNew) form.current?.requestSubmit();
  }, [file, isNew]);
  const { kind, name, isThere, problem } = props;
  return (
    <form
      ref={form}
      method="post"
      action={`/account/verification/${kind}`}
      encType="multipart/form-data"
      noValidate
      onSubmit={upload.send}
      onReset={chosen.empty}
    >
      <FileField
        id={`${kind}-file`}
        name="file"
        chosen={chosen}
        upload={upload}
        problem={problem}
        accept="image/jpeg,image/png,image/gif,application/pdf"
        camera={CAMERAS[kind]}
        dropText={t("documents.drop")}
        wrapper={{
          label: isThere ? t("documents.replace") : t("documents.choose"),
          description: t(`documents.${kind}.help`),
        }}
      />
      <button
        type="submit"
        className="second-button"
        hidden={isReady && (file === null || upload.part !== null)}
      >
        {t("documents.upload")} <span className="hidden-visually">{name}</span>
      </button>
      {upload.part === null ? null : <UploadProgress part={upload.part} text={t("documents.progress")} />}
    </form>
  );
}

function DocumentLine({ document }: { document: ShownDocument }) {
  const { t } = useTranslation("verification");
  return (
    <p>
      <span className="mark mark-done">
        <CheckGlyph size={16} />
        {t("documents.uploaded", { day: document.uploadedOn })}
      </span>{" "}
      <a href={document.url}>
        {t("documents.look")}
        <span className="hidden-visually"> {t(`documents.${document.kind}.name`)}</span>
      </a>
    </p>
  );
}
