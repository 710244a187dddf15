import { type FieldMetadata, getFormProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Textarea } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { DocumentKind } from "../../../domain/verification/verification.schema.ts";
import { declineForm } from "../../../domain/verification/verification.schema.ts";
import { useActReply } from "../../../ui/act-reply.ts";
import { AcceptanceForm } from "../../../ui/components/acceptance-form.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { FormErrors, useErrorText } from "../../../ui/components/form-errors.tsx";
import { OptionalLabel } from "../../../ui/components/optional-label.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import {
  DocumentName,
  type ShownUser,
  UserFacts,
  VerificationHistory,
} from "../../../ui/components/user-table.tsx";
import { LockCard } from "../lock-card.tsx";
import type { shownDocuments } from "../user.server.ts";

type ShownDocuments = Awaited<ReturnType<typeof shownDocuments>>;

export interface ShownVerification extends Omit<Parameters<typeof VerificationHistory>[0], "children"> {
  isOpen: boolean;
  user: ShownUser;
  links: readonly string[];
  documents: ShownDocuments;
  /** The open case. */
  seen: string;
}

export function VerificationCards({ verification }: { verification: ShownVerification }): ReactElement {
  const { t } = useTranslation("admin");
  const { isOpen, user, links, documents, cases, views, seen } = verification;
  return (
    <>
      <div className="beside-data">
        <UserFacts user={user} links={links} />
        <Card title={t("case.documents")}>
          <p className="help">{t("case.logged")}</p>
          <Documents documents={documents} />
        </Card>
      </div>
      {isOpen ? (
        <>
          <AcceptanceForm text={t("case.acceptText")} hidden={{ seen }} />
          <DeclineForm seen={seen} />
          <LockCard userId={user.id} />
        </>
      ) : (
        <p className="note">{t("case.closed")}</p>
      )}
      <VerificationHistory cases={cases} views={views} />
    </>
  );
}

function Documents({ documents }: { documents: ShownDocuments }): ReactElement {
  const { t } = useTranslation("admin");
  if (documents.length === 0) return <p>{t("case.noDocuments")}</p>;
  return (
    <div className="papers">
      {documents.map(({ url, kind, isPdf, uploadedOn }) => (
        <figure key={kind} className="paper">
          <h3>
            <DocumentName kind={kind} />
          </h3>
          <a href={url}>{isPdf ? t("case.pdf") : <img src={url} alt={t("case.open")} loading="lazy" />}</a>
          <figcaption className="help">{t("case.uploaded", { day: uploadedOn })}</figcaption>
        </figure>
      ))}
    </div>
  );
}

const KINDS = ["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"] as const;

function DeclineForm({ seen }: { seen: string }): ReactElement {
  const { t } = useTranslation("admin");
  const { t: own } = useTranslation("verification");
  const [form, fields] = useForm<Record<DocumentKind, string>, Record<string, string | undefined>>({
    id: "decline",
    lastResult: useActReply("decline"),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: declineForm }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const labels = Object.fromEntries(KINDS.map((kind) => [kind, own(`documents.${kind}.name`)]));
  return (
    <Card title={t("case.decline")}>
      <p>{t("case.declineText")}</p>
      <FormErrors form={form} labels={labels} />
      <Form method="post" className="fields" data-decision="decline" {...getFormProps(form)}>
        <input type="hidden" name="seen" value={seen} />
        {KINDS.map((kind) => (
          <ReasonField key={kind} label={labels[kind] ?? ""} field={fields[kind]} />
        ))}
        <SubmitButton kind="second" intent="decline">
          {t("case.declineGo")}
        </SubmitButton>
      </Form>
    </Card>
  );
}

function ReasonField({ label, field }: { label: string; field: FieldMetadata<string> }): ReactElement {
  const textOf = useErrorText();
  return (
    <Textarea
      {...getTextareaProps(field)}
      label={<OptionalLabel>{label}</OptionalLabel>}
      error={textOf(field.errors)}
      rows={2}
      maxLength={500}
    />
  );
}
