import { Button, Checkbox } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
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
import { DocumentForm, DocumentLine, type ShownDocument } from "./document-form.tsx";

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

export function VerificationView(props: VerificationViewProps): ReactElement {
  const { facts } = props;
  if (facts.isOpen) return <OpenVerification {...props} />;
  return facts.processing ? (
    <ProcessingVerification facts={facts} processing={facts.processing} />
  ) : (
    <DoneVerification />
  );
}

function OpenVerification({ facts, refused, notHandedIn }: VerificationViewProps): ReactElement {
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
}): ReactElement {
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
function HandInForm({
  missing,
  isAgain,
}: {
  missing: readonly VerificationNeed[];
  isAgain: boolean;
}): ReactElement {
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

function ProcessingVerification({
  facts,
  processing,
}: {
  facts: VerificationPage;
  processing: Processing;
}): ReactElement {
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

function DoneVerification(): ReactElement {
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
