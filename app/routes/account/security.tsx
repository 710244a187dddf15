import { servicesContext } from "../../context.ts";
import { browserName, findSecondFactor, listPasskeys, listSessions } from "../../domain/auth/auth.server.ts";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/security";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Who is signed in where, the second factor, and the passkeys beside it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const sessions = await listSessions(db, viewer.id, clock());
  return {
    title: getI18n(context).t("account:security.title"),
    isOperator: viewer.role === "ADMIN",
    factor: await findSecondFactor(db, viewer.id),
    passkeys: (await listPasskeys(db, viewer.id)).map(({ id, name, created_at }) => ({
      ...{ id, name, since: formatMomentInBerlin(created_at, locale) },
    })),
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
  const { factor, passkeys, sessions, isOperator } = loaderData;
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
      {factor.is_on ? <PasskeyCard passkeys={passkeys} /> : null}
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

function PasskeyCard({ passkeys }: { passkeys: readonly { id: string; name: string; since: string }[] }) {
  const { t } = useTexts("account");
  return (
    <Card title={t("passkeys.title")}>
      <p>{t("passkeys.about")}</p>
      <ul className="rows">
        {passkeys.map(({ id, name, since }) => (
          <li key={id}>
            <span>
              <b>{name}</b>
              <small>{t("security.sessions.since", { at: since })}</small>
            </span>
          </li>
        ))}
      </ul>
      <div className="actions">
        <SecondLink href="/account/security/passkeys">
          {passkeys.length > 0 ? t("passkeys.manage") : t("passkeys.add")}
        </SecondLink>
      </div>
    </Card>
  );
}
