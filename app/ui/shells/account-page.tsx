import type { ReactNode } from "react";
import { PageTitle } from "../components/page-title.tsx";
import { Title } from "../components/title.tsx";
import { useTexts } from "../texts.ts";
import { useIsApp } from "./hydration.ts";

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
  isRefused?: boolean;
  isSaved?: boolean;
  savedText?: string;
  children: ReactNode;
}) {
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
