import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NameParts } from "../components/name-parts.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { Title } from "../components/title.tsx";

/** A page of the back office: its title, and what was just done. The way to its areas is the sidebar. */
export function AdminPage({
  title,
  done,
  isAlone = false,
  children,
}: {
  title: string;
  done?: ReactNode;
  /** On pages with acts that otherwise take two operators: that one works alone here. */
  isAlone?: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="account-page admin">
      <PageTitle>{title}</PageTitle>
      <Title order={1}>
        <NameParts text={title} />
      </Title>
      {done ? (
        <p className="note" role="status">
          {done}
        </p>
      ) : null}
      {isAlone ? <AloneNote /> : null}
      {children}
    </div>
  );
}

function AloneNote(): ReactElement {
  const { t } = useTranslation("approvals");
  return <p className="help">{t("alone")}</p>;
}
