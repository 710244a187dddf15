import type { ReactNode } from "react";
import { MainLink, SecondLink } from "../components/main-button.tsx";
import { Title } from "../components/title.tsx";
import { useTexts } from "../texts.ts";
import type { ErrorFacts } from "./layout-data.ts";

const KNOWN = [400, 403, 404, 405, 410, 413, 429, 500, 503] as const;

const NOT_ACTIVE_PAGES = {
  CREATED: "/account/verification",
  PENDING: "/account/verification",
  DECLINED: "/account/verification",
  CHARGEBACK: "/payout",
} as const;

interface ErrorPageProps extends ErrorFacts {
  status: number;
  notActive: keyof typeof NOT_ACTIVE_PAGES | null;
  isUnknownGuard: boolean;
  isOfOtherRole: boolean;
  isOfSeries: boolean;
}

/** A 500 shows the request id, never internals (docs/product.md, 9.8). */
export function ErrorPage(props: ErrorPageProps) {
  const { t } = useTexts();
  const { status, isUnknownGuard, requestId } = props;
  const known = KNOWN.find((each) => each === status);
  const title = known ? t(`error.s${known}.title`) : t("error.status.title", { status });
  return (
    <div className="plain-page">
      <title>{title}</title>
      <p className="dim small">{t("error.status.title", { status })}</p>
      <Title order={1}>{title}</Title>
      <Explanation {...props} />
      {status === 500 ? <p>{t(isUnknownGuard ? "error.unknownGuard" : "error.s500.message")}</p> : null}
      {status >= 500 && requestId ? (
        <p className="dim small">{t("error.requestId", { id: requestId })}</p>
      ) : null}
    </div>
  );
}

function Explanation({
  status,
  notActive,
  isOfOtherRole,
  isOfSeries,
  again,
  isPost,
  profile,
}: ErrorPageProps) {
  const { t } = useTexts();
  const known = KNOWN.find((each) => each === status);
  if (notActive !== null) {
    return (
      <ErrorMessage
        subtitle={t("error.notActive.subtitle")}
        text={t(`error.notActive.${notActive}`)}
        way={
          <MainLink href={NOT_ACTIVE_PAGES[notActive]}>
            {notActive === "CHARGEBACK" ? t("error.toPayouts") : t("error.toVerification")}
          </MainLink>
        }
      />
    );
  }
  if (isOfOtherRole)
    return (
      <ErrorMessage
        subtitle={t("error.otherRole.subtitle")}
        text={t("error.otherRole.text")}
        way={<MainLink href="/admin">{t("error.toOffice")}</MainLink>}
      />
    );
  if (status === 429 || status === 410) {
    const wait = again ? t("error.again", { again }) : t("error.s429.text");
    const text = status === 410 ? t("error.s410.text") : wait;
    const kept = status === 429 && isPost ? t("error.s429.kept") : "";
    return (
      <ErrorMessage
        subtitle={t(`error.s${status}.subtitle`)}
        text={`${text} ${kept}`.trim()}
        way={profile ? <MainLink href={`/${profile}`}>{t("error.toProfile")}</MainLink> : null}
      />
    );
  }
  if (status === 405 && !isPost)
    return <ErrorMessage subtitle={t("error.s405.looked")} text={t("error.s405.lookedText")} way={null} />;
  return (
    <ErrorMessage
      subtitle={known ? t(`error.s${known}.subtitle`) : t("error.other.subtitle")}
      text={known ? t(`error.s${known}.text`) : t("error.other.text")}
      way={isOfSeries ? <MainLink href="/monthly">{t("error.toLinks")}</MainLink> : null}
    />
  );
}

function ErrorMessage({ subtitle, text, way }: { subtitle: string; text: string; way: ReactNode }) {
  const { t } = useTexts();
  return (
    <>
      <p>
        <b>{subtitle}</b>
      </p>
      <p>{text}</p>
      <div className="actions">
        {way}
        {way ? (
          <SecondLink href="/">{t("error.home")}</SecondLink>
        ) : (
          <MainLink href="/">{t("error.home")}</MainLink>
        )}
      </div>
    </>
  );
}

/** Browser only: a page did not arrive. */
export function LostConnectionPage() {
  const { t } = useTexts();
  return (
    <div className="plain-page">
      <title>{t("error.offline.title")}</title>
      <Title order={1}>{t("error.offline.title")}</Title>
      <ErrorMessage
        subtitle={t("error.offline.subtitle")}
        text={t("error.offline.text")}
        way={<MainLink href="">{t("error.offline.again")}</MainLink>}
      />
    </div>
  );
}
