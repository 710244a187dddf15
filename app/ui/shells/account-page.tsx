import type { ReactElement, ReactNode } from "react";
import { PageTitle } from "../components/page-title.tsx";
import { Title } from "../components/title.tsx";
import { useTexts } from "../texts.ts";
import { useIsApp } from "./hydration.ts";

/** A page of the account with one form: its title, and that it was saved. */
export function AccountPage({
  title,
  intro,
  isRefused,
  isSaved,
  savedText,
  children,
}: {
  title: string;
  intro?: ReactNode;
  /** What was looked up is refused: the title says so, as it does of a form that was sent. */
  isRefused?: boolean;
  isSaved?: boolean;
  /** What is said of it where “Saved.” alone would mislead. */
  savedText?: string;
  children: ReactNode;
}): ReactElement {
  const { t } = useTexts("account");
  const isApp = useIsApp();
  return (
    <div className="account-page">
      {isApp ? <PageTitle isRefused={isRefused}>{title}</PageTitle> : null}
      <Title order={1}>{title}</Title>
      {intro ? <p className="help">{intro}</p> : null}
      {isSaved ? (
        <p className="note" role="status">
          {savedText ?? t("saved")}
        </p>
      ) : null}
      {children}
    </div>
  );
}
