import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { AcceptanceForm } from "../../../ui/components/acceptance-form.tsx";
import { Card } from "../../../ui/components/card.tsx";
import {
  DocumentName,
  type ShownUser,
  UserFacts,
  VerificationHistory,
} from "../../../ui/components/user-table.tsx";
import { LockCard } from "../lock-card.tsx";
import type { shownDocuments } from "../user.server.ts";
import { DeclineForm } from "./decline-form.tsx";

type ShownDocuments = Awaited<ReturnType<typeof shownDocuments>>;

export interface ShownVerification extends Omit<Parameters<typeof VerificationHistory>[0], "children"> {
  isOpen: boolean;
  user: ShownUser;
  links: readonly string[];
  documents: ShownDocuments;
}

export function VerificationCards({ verification }: { verification: ShownVerification }): ReactElement {
  const { t } = useTranslation("admin");
  const { isOpen, user, links, documents, cases, views } = verification;
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
          <AcceptanceForm text={t("case.acceptText")} />
          <DeclineForm />
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
