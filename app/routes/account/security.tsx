import { useTranslation } from "react-i18next";
import { Form, Link, useFetcher } from "react-router";
import { servicesContext } from "../../context.ts";
import { browserName } from "../../domain/auth/browser-name.ts";
import { listPasskeys } from "../../domain/auth/passkeys.server.ts";
import { findSecondFactor } from "../../domain/auth/second-factor.server.ts";
import { listSessions } from "../../domain/auth/sessions.server.ts";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { isOperator } from "../../domain/users/viewer.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/security";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const sessions = await listSessions(db, viewer.id, clock());
  return {
    isOperator: isOperator(viewer),
    factor: await findSecondFactor(db, viewer.id),
    passkeys: (await listPasskeys(db, viewer.id)).map(({ id, name, created_at }) => ({
      ...{ id, name, since: formatMomentInBerlin(created_at, locale) },
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      ...browserName(session.user_agent),
      is_api: session.is_api,
      api_key: session.api_key,
      is_here: session.id === viewer.session_id,
      since: formatMomentInBerlin(session.created_at, locale),
    })),
  };
}

export default function Security({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { factor, passkeys, sessions, isOperator } = loaderData;
  return (
    <AccountPage title={t("security.title")}>
      <Card title={t("security.factor.title")}>
        <p>{factor.is_on ? t("security.factor.on") : t("security.factor.off")}</p>
        {factor.is_on ? (
          <>
            <p className="help">{t("security.factor.codes", { count: factor.recovery_codes })}</p>
            <div className="actions">
              <ButtonLink to="/account/security/recovery-codes">{t("security.factor.newCodes")}</ButtonLink>
              {isOperator ? null : (
                <ButtonLink to="/account/security/second-factor/removal">
                  {t("security.factor.remove")}
                </ButtonLink>
              )}
            </div>
          </>
        ) : (
          <div className="actions">
            <ButtonLink to="/account/security/second-factor" kind="go">
              {t("security.factor.setUp")}
            </ButtonLink>
          </div>
        )}
      </Card>
      {factor.is_on ? <PasskeyCard passkeys={passkeys} /> : null}
      <Card title={t("security.sessions.title")}>
        <ul className="rows">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
        {sessions.length > 1 ? (
          <Form method="post" action="/account/security/sessions/end">
            <button type="submit" className="plain-button">
              {t("security.sessions.endAll")}
            </button>
          </Form>
        ) : null}
      </Card>
    </AccountPage>
  );
}

type Session = Route.ComponentProps["loaderData"]["sessions"][number];

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation("account");
  const fetcher = useFetcher();
  if (fetcher.state !== "idle") return null;
  const { id, browser, system, is_api, api_key, is_here, since } = session;
  const name = browser ? t("security.sessions.browser", { browser, system }) : t("security.sessions.unknown");
  if (api_key !== null)
    return (
      <li>
        <span>
          <b>{t("security.sessions.key", { name: api_key })}</b>
          <small>{t("security.sessions.since", { at: since })}</small>
        </span>
        <Link to="/account/api">{t("security.sessions.manage")}</Link>
      </li>
    );
  return (
    <li>
      <span>
        <b>{is_api ? t("security.sessions.api") : name}</b>
        <small>{is_here ? t("security.sessions.here") : t("security.sessions.since", { at: since })}</small>
      </span>
      {is_here ? null : (
        <fetcher.Form method="post" action={`/account/security/sessions/${id}/end`}>
          <button type="submit" className="plain-button">
            {t("security.sessions.end")}
          </button>
        </fetcher.Form>
      )}
    </li>
  );
}

function PasskeyCard({ passkeys }: { passkeys: readonly { id: string; name: string; since: string }[] }) {
  const { t } = useTranslation("account");
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
        <ButtonLink to="/account/security/passkeys">
          {passkeys.length > 0 ? t("passkeys.manage") : t("passkeys.add")}
        </ButtonLink>
      </div>
    </Card>
  );
}
