import type { ReactElement } from "react";
import type { DocumentKind } from "../../domain/verification/verification.server.ts";
import { DocumentField } from "../../ui/components/document-field.tsx";
import { CheckGlyph } from "../../ui/components/icons.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

/** A document that is there, as its creator sees it. */
export interface ShownDocument {
  /** Where its creator can look at it, for some minutes. */
  url: string;
  kind: DocumentKind;
  uploadedOn: string;
}

/** One of the four documents: what is there, what was wrong with it, and the forms that send or remove it. */
export function DocumentForm({
  kind,
  document,
  reason,
  problem,
}: {
  kind: DocumentKind;
  document: ShownDocument | undefined;
  /** What the last decline found wrong with it. */
  reason: string | undefined;
  /** Why the file that was just sent is refused. */
  problem: string | undefined;
}): ReactElement {
  const { t } = useTexts("verification");
  const [, fields] = shownForm<{ file: string }>({
    id: kind,
    ...(problem ? { lastResult: { status: "error", error: { file: [problem] } } } : {}),
  });
  const name = t(`documents.${kind}.name`);
  return (
    <section className="card document" id={kind}>
      <h2>{name}</h2>
      {document ? <DocumentLine document={document} /> : null}
      {reason ? (
        <p className="summary">
          <b>{t("declined.reason")}</b> {reason}
        </p>
      ) : null}
      <form
        method="post"
        action={`/account/verification/${kind}`}
        encType="multipart/form-data"
        noValidate
        data-progress={t("documents.progress")}
        data-at-once=""
      >
        <DocumentField
          field={fields.file}
          label={document ? t("documents.replace") : t("documents.choose")}
          help={t(`documents.${kind}.help`)}
          dropText={t("documents.drop")}
        />
        <button type="submit" className="second-button">
          {t("documents.upload")} <span className="hidden-visually">{name}</span>
        </button>
      </form>
      {document ? (
        <form method="post" action={`/account/verification/${kind}/removal`}>
          <button type="submit" className="plain-button">
            {t("documents.remove")} <span className="hidden-visually">{name}</span>
          </button>
        </form>
      ) : null}
    </section>
  );
}

/** That a document is there, and the way to look at it. */
export function DocumentLine({ document }: { document: ShownDocument }): ReactElement {
  const { t } = useTexts("verification");
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
