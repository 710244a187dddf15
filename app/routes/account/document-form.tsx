import { type ReactElement, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { DocumentKind } from "../../domain/verification/verification.schema.ts";
import { CheckGlyph } from "../../ui/components/icons.tsx";
import { FileField } from "../../ui/upload/file-field.tsx";
import { UploadProgress } from "../../ui/upload/upload-progress.tsx";
import { useChosenFile } from "../../ui/upload/use-chosen-file.ts";
import { useUpload } from "../../ui/upload/use-upload.ts";

export interface ShownDocument {
  /** Short-lived. */
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

export function DocumentForm({ kind, document, reason, problem }: DocumentFormProps): ReactElement {
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
}): ReactElement {
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

export function DocumentLine({ document }: { document: ShownDocument }): ReactElement {
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
