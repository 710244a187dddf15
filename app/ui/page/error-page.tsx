import { Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { MainLink } from "../form/main-button.tsx";

const KNOWN = [400, 403, 404, 405, 410, 413, 429, 500, 503] as const;

/**
 * The page of an error (specification, sections 2 and 8): title, subtitle, description, home button; a 500 also says a
 * message that is safe for everybody, and the request's number, never what went wrong inside.
 */
export function ErrorPage({ status, requestId }: { status: number; requestId: string | null }): ReactElement {
  const { t } = useTranslation();
  const known = KNOWN.find((each) => each === status);
  return (
    <div className="plain-page">
      <title>{known ? t(`error.s${known}.title`) : t("error.status.title", { status })}</title>
      <p className="dim small">{t("error.status.title", { status })}</p>
      <Title order={1}>{known ? t(`error.s${known}.title`) : t("error.status.title", { status })}</Title>
      <p>
        <b>{known ? t(`error.s${known}.subtitle`) : t("error.other.subtitle")}</b>
      </p>
      <p>{known ? t(`error.s${known}.text`) : t("error.other.text")}</p>
      {status === 500 ? <p>{t("error.s500.message")}</p> : null}
      {status >= 500 && requestId ? (
        <p className="dim small">{t("error.requestId", { id: requestId })}</p>
      ) : null}
      <div className="actions">
        <MainLink href="/">{t("error.home")}</MainLink>
      </div>
    </div>
  );
}
