import { servicesContext } from "../../context.ts";
import { browserName, findSecondFactor, listSessions } from "../../domain/auth/auth.server.ts";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/security";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Who is signed in where, and the second factor. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const sessions = await listSessions(db, viewer.id, clock());
  return {
    title: getI18n(context).t("account:security.title"),
    isOperator: viewer.role === "ADMIN",
    factor: await findSecondFactor(db, viewer.id),
    sessions: sessions.map((session) => ({
      id: session.id,
      ...browserName(session.user_agent),
      is_api: session.is_api,
      is_here: session.id === viewer.session_id,
      since: formatMomentInBerlin(session.created_at, locale),
    })),
  };
}

export default function Security({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const { factor, sessions, isOperator } = loaderData;
  return (
    <div className="account-page">
      <Title order={1}>{t("security.title")}</Title>
      <Card title={t("security.factor.title")}>
        <p>{factor.is_on ? t("security.factor.on") : t("security.factor.off")}</p>
        {factor.is_on ? (
          <>
            <p className="help">{t("security.factor.codes", { count: factor.recovery_codes })}</p>
            <div className="actions">
              <SecondLink href="/account/security/recovery-codes">{t("security.factor.newCodes")}</SecondLink>
              {isOperator ? null : (
                <SecondLink href="/account/security/second-factor/removal">
                  {t("security.factor.remove")}
                </SecondLink>
              )}
            </div>
          </>
        ) : (
          <div className="actions">
            <MainLink href="/account/security/second-factor">{t("security.factor.setUp")}</MainLink>
          </div>
        )}
      </Card>
      <Card title={t("security.sessions.title")}>
        <ul className="rows">
          {sessions.map((session) => (
            <li key={session.id}>
              <span>
                <b>
                  {session.is_api
                    ? t("security.sessions.api")
                    : session.browser
                      ? t("security.sessions.browser", session)
                      : t("security.sessions.unknown")}
                </b>
                <small>
                  {session.is_here
                    ? t("security.sessions.here")
                    : t("security.sessions.since", { at: session.since })}
                </small>
              </span>
              {session.is_here ? null : (
                <form method="post" action={`/account/security/sessions/${session.id}/end`}>
                  <button type="submit" className="plain-button">
                    {t("security.sessions.end")}
                  </button>
                </form>
              )}
            </li>
          ))}
        </ul>
        {sessions.length > 1 ? (
          <form method="post" action="/account/security/sessions/end">
            <button type="submit" className="plain-button">
              {t("security.sessions.endAll")}
            </button>
          </form>
        ) : null}
      </Card>
    </div>
  );
}
