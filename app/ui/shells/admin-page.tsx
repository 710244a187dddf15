import { type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { useActionData } from "react-router";
import { ErrorSummary } from "../components/error-summary.tsx";
import { NameParts } from "../components/name-parts.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { Title } from "../components/title.tsx";
import type { ActReply } from "../lost-connection.ts";
import { RenderedActs } from "../lost-connection.ts";
import { FOCUSED } from "./refused-page.ts";

export function AdminPage({
  title,
  done,
  isAlone = false,
  children,
}: {
  title: string;
  done?: ReactNode;
  isAlone?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="account-page admin">
      <PageTitle>{title}</PageTitle>
      <Title order={1}>
        <NameParts text={title} />
      </Title>
      {done ? (
        <p className="note" role="status" {...FOCUSED}>
          {done}
        </p>
      ) : null}
      {isAlone ? <AloneNote /> : null}
      {children}
      <GoneFormErrors />
    </div>
  );
}

function GoneFormErrors() {
  const { t } = useTranslation();
  const rendered = useContext(RenderedActs);
  const reply = useActionData<Partial<ActReply> | null>();
  if (!reply?.act || !reply.error || rendered?.has(reply.act)) return null;
  const texts = [...new Set(Object.values(reply.error).flatMap((errors) => errors ?? []))];
  return <ErrorSummary formId="page" errors={{ "": texts.length > 0 ? texts : [t("form.gone")] }} />;
}

function AloneNote() {
  const { t } = useTranslation("approvals");
  return <p className="help">{t("alone")}</p>;
}
