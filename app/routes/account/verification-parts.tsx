import type { ReactElement } from "react";
import type {
  DocumentKind,
  Processing,
  VerificationNeed,
} from "../../domain/verification/verification.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { CheckGlyph, ClockGlyph } from "../../ui/components/icons.tsx";
import { MainButton, MainLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import { DocumentForm, DocumentLine, type ShownDocument } from "./document-form.tsx";

/** Where each need is seen to. */
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

/** A creator's verification: what it needs, its documents, and how far it has come. */
export interface VerificationPage {
  title: string;
  isOpen: boolean;
  isDeclined: boolean;
  missing: readonly VerificationNeed[];
  reasons: readonly { kind: DocumentKind; reason: string }[];
  processing: Processing | null;
  handedInOn: string;
  documents: readonly ShownDocument[];
}

/** What was wrong with the form that was just sent: with a document, or with handing in. */
export type VerificationProblem = { kind: DocumentKind; problem: string } | { handIn: string };

export function VerificationView({
  facts,
  problem,
}: {
  facts: VerificationPage;
  problem: VerificationProblem | undefined;
}): ReactElement {
  if (facts.isOpen) return <OpenVerification facts={facts} problem={problem} />;
  return facts.processing ? (
    <ProcessingVerification facts={facts} processing={facts.processing} />
  ) : (
    <DoneVerification title={facts.title} />
  );
}

function OpenVerification({
  facts,
  problem,
}: {
  facts: VerificationPage;
  problem: VerificationProblem | undefined;
}): ReactElement {
  const { t } = useTexts("verification");
  const { missing, reasons, documents } = facts;
  return (
    <AccountPage title={facts.title} intro={t("intro")}>
      {problem && "handIn" in problem ? (
        <ErrorSummary formId="hand-in" errors={{ "": [problem.handIn] }} />
      ) : null}
      {problem && "kind" in problem ? (
        <ErrorSummary
          formId={problem.kind}
          errors={{ file: [`${t(`documents.${problem.kind}.name`)}: ${problem.problem}`] }}
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
          problem={problem && "kind" in problem && problem.kind === kind ? problem.problem : undefined}
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
  /** A declined document is there, and has to be replaced all the same. */
  state: "open" | "declined" | "done";
}): ReactElement {
  const { t } = useTexts("verification");
  return (
    <li>
      <a href={href}>{t(`needs.${need}`)}</a>
      <span className={state === "done" ? "mark mark-done" : "mark"}>
        {state === "done" ? <CheckGlyph size={16} /> : <ClockGlyph size={16} />}
        {t(`needs.${state}`)}
      </span>
    </li>
  );
}

/** Its button is there from the start: pressed too early, it names what is missing. */
function HandInForm({
  missing,
  isAgain,
}: {
  missing: readonly VerificationNeed[];
  isAgain: boolean;
}): ReactElement {
  const { t } = useTexts("verification");
  return (
    <Card title={t("handIn.title")}>
      <p>{t("handIn.text")}</p>
      <form method="post" action="/account/verification" className="fields">
        {missing.includes("photo") ? (
          <label className="tick">
            <input type="checkbox" name="skip_photo" />
            <span>{t("handIn.skipPhoto")}</span>
          </label>
        ) : null}
        <MainButton>{isAgain ? t("handIn.again") : t("handIn.go")}</MainButton>
      </form>
    </Card>
  );
}

function ProcessingVerification({
  facts,
  processing,
}: {
  facts: VerificationPage;
  processing: Processing;
}): ReactElement {
  const { t } = useTexts("verification");
  const { days_left, percent } = processing;
  return (
    <AccountPage title={facts.title}>
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

function DoneVerification({ title }: { title: string }): ReactElement {
  const { t } = useTexts("verification");
  return (
    <AccountPage title={title}>
      <Card title={t("done.title")}>
        <p>{t("done.text")}</p>
        <div className="actions">
          <MainLink href="/dashboard">{t("done.go")}</MainLink>
        </div>
      </Card>
    </AccountPage>
  );
}
