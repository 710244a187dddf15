import { Button, Checkbox } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link, useFetcher } from "react-router";
import type {
  DocumentKind,
  Processing,
  VerificationNeed,
} from "../../domain/verification/verification.schema.ts";
import { Card } from "../../ui/components/card.tsx";
import { FormErrors } from "../../ui/components/form-errors.tsx";
import { CheckGlyph, ClockGlyph } from "../../ui/components/icons.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { FileField, useChosenFile } from "../../ui/upload/file-field.tsx";
import { UploadProgress, useUpload } from "../../ui/upload/use-upload.tsx";

const NEEDS: readonly [VerificationNeed, string][] = [
  ["names", "/account/edit"],
  ["address", "/account/edit"],
  ["date_of_birth", "/account/edit"],
  ["social_link", "/account/socialmedia"],
  ["terms", "/account/verification-terms"],
  ["mediafile_pass", "#mediafile_pass"],
  ["mediafile_passback", "#mediafile_passback"],
  ["mediafile_shootout", "#mediafile_shootout"],
  ["mediafile_invoice", "#mediafile_invoice"],
  ["photo", "/account/edit"],
];

const KINDS: readonly DocumentKind[] = [
  "mediafile_pass",
  "mediafile_passback",
  "mediafile_shootout",
  "mediafile_invoice",
];

interface VerificationPage {
  isOpen: boolean;
  isDeclined: boolean;
  missing: readonly VerificationNeed[];
  reasons: readonly { kind: DocumentKind; reason: string }[];
  processing: Processing | null;
  handedInOn: string;
  documents: readonly ShownDocument[];
}

interface VerificationViewProps {
  facts: VerificationPage;
  refused?: { kind: DocumentKind; problem: string } | null;
  notHandedIn?: string | undefined;
}

export function VerificationView(props: VerificationViewProps) {
  const { facts } = props;
  if (facts.isOpen) return <OpenVerification {...props} />;
  return facts.processing ? (
    <ProcessingVerification facts={facts} processing={facts.processing} />
  ) : (
    <DoneVerification />
  );
}

function OpenVerification({ facts, refused, notHandedIn }: VerificationViewProps) {
  const { t } = useTranslation("verification");
  const { missing, reasons, documents } = facts;
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
          <ul className="points">
            {reasons.map(({ kind, reason }) => (
              <li key={kind}>
                <a href={`#${kind}`}>{t(`documents.${kind}.name`)}</a>: {reason}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card title={t("needs.title")}>
        <ul className="rows">
          {NEEDS.map(([need, href]) => (
            <NeedRow
              key={need}
              need={need}
              href={href}
              state={
                missing.includes(need)
                  ? "open"
                  : reasons.some(({ kind }) => kind === need)
                    ? "declined"
                    : "done"
              }
            />
          ))}
        </ul>
      </Card>
      {KINDS.map((kind) => (
        <DocumentForm
          key={kind}
          kind={kind}
          document={documents.find((each) => each.kind === kind)}
          reason={reasons.find((each) => each.kind === kind)?.reason}
          problem={refused?.kind === kind ? refused.problem : undefined}
        />
      ))}
      <HandInForm missing={missing} isAgain={facts.isDeclined} />
    </AccountPage>
  );
}

function NeedRow({
  need,
  href,
  state,
}: {
  need: VerificationNeed;
  href: string;
  state: "open" | "declined" | "done";
}) {
  const { t } = useTranslation("verification");
  return (
    <li>
      {href.startsWith("#") ? (
        <a href={href}>{t(`needs.${need}`)}</a>
      ) : (
        <Link to={href}>{t(`needs.${need}`)}</Link>
      )}
      <span className={state === "done" ? "mark mark-done" : "mark"}>
        {state === "done" ? <CheckGlyph size={16} /> : <ClockGlyph size={16} />}
        {t(`needs.${state}`)}
      </span>
    </li>
  );
}

/** The button is always enabled: too early, it lists what is missing. */
function HandInForm({ missing, isAgain }: { missing: readonly VerificationNeed[]; isAgain: boolean }) {
  const { t } = useTranslation("verification");
  return (
    <Card title={t("handIn.title")}>
      <p>{t("handIn.text")}</p>
      <Form method="post" action="/account/verification" className="fields">
        {missing.includes("photo") ? <Checkbox name="skip_photo" label={t("handIn.skipPhoto")} /> : null}
        <SubmitButton>{isAgain ? t("handIn.again") : t("handIn.go")}</SubmitButton>
      </Form>
    </Card>
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
    <section className="card document" id={kind}>
      <h2>{name}</h2>
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
    </section>
  );
}

/** With script, a file is sent once chosen; the button serves refused ones. */
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
