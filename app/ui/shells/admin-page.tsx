import type { ReactElement, ReactNode } from "react";
import { NameParts } from "../components/name-parts.tsx";
import { Title } from "../components/title.tsx";

/** A page of the back office: its title, and what was just done. The way to its areas is the sidebar. */
export function AdminPage({
  title,
  done,
  children,
}: {
  title: string;
  done?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="account-page admin">
      <Title order={1}>
        <NameParts text={title} />
      </Title>
      {done ? (
        <p className="note" role="status">
          {done}
        </p>
      ) : null}
      {children}
    </div>
  );
}
