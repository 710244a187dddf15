import type { ReactElement, ReactNode } from "react";
import { Title } from "../components/title.tsx";
import { useTexts } from "../texts.ts";

/** A page of the account with one form: its title, and that it was saved. */
export function AccountPage({
  title,
  intro,
  isSaved,
  children,
}: {
  title: string;
  intro?: ReactNode;
  isSaved?: boolean;
  children: ReactNode;
}): ReactElement {
  const { t } = useTexts("account");
  return (
    <div className="account-page">
      <Title order={1}>{title}</Title>
      {intro ? <p className="help">{intro}</p> : null}
      {isSaved ? (
        <p className="note" role="status">
          {t("saved")}
        </p>
      ) : null}
      {children}
    </div>
  );
}
