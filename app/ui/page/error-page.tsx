import { Title } from "@mantine/core";
import type { ReactElement } from "react";
import { MainLink } from "../form/main-button.tsx";
import { useTexts } from "../texts.ts";

const KNOWN = [400, 403, 404, 405, 410, 413, 429, 500, 503] as const;

/**
 * The page of an error (specification, sections 2 and 8): title, subtitle, description, home button; a 500 also says a
 * message that is safe for everybody, and the request's number, never what went wrong inside.
 */
export function ErrorPage({
  status,
  requestId,
  needsVerification,
  isUnknownGuard,
}: {
  status: number;
  requestId: string | null;
  /** The page is for verified creators, and this one is not verified yet. */
  needsVerification: boolean;
  isUnknownGuard: boolean;
}): ReactElement {
  const { t } = useTexts();
  const known = KNOWN.find((each) => each === status);
  return (
    <div className="plain-page">
      <title>{known ? t(`error.s${known}.title`) : t("error.status.title", { status })}</title>
      <p className="dim small">{t("error.status.title", { status })}</p>
      <Title order={1}>{known ? t(`error.s${known}.title`) : t("error.status.title", { status })}</Title>
      {needsVerification ? (
        <p>{t("error.needsVerification")}</p>
      ) : (
        <>
          <p>
            <b>{known ? t(`error.s${known}.subtitle`) : t("error.other.subtitle")}</b>
          </p>
          <p>{known ? t(`error.s${known}.text`) : t("error.other.text")}</p>
        </>
      )}
      {status === 500 ? <p>{t(isUnknownGuard ? "error.unknownGuard" : "error.s500.message")}</p> : null}
      {status >= 500 && requestId ? (
        <p className="dim small">{t("error.requestId", { id: requestId })}</p>
      ) : null}
      <div className="actions">
        {needsVerification ? (
          <MainLink href="/account/verification">{t("error.toVerification")}</MainLink>
        ) : (
          <MainLink href="/">{t("error.home")}</MainLink>
        )}
      </div>
    </div>
  );
}
