import { data } from "react-router";
import { type Services, servicesContext } from "../../context.ts";
import { currentCode } from "../../domain/auth/second-factor.server.ts";
import { findOperator } from "../../domain/users/user.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { listDemoMails, readDemoMail } from "../../mail/mail.server.ts";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/mailbox";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** Also shows the demo operator's second-factor code. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  if (config.mode !== "demo") throw data(null, { status: 404 });
  const title = getI18n(context).t("mailbox:title");
  if (params.id === undefined)
    return { title, operators: await operatorCodes(services), mails: await listDemoMails(db), mail: null };
  const mail = isId(params.id) ? await readDemoMail(db, params.id) : null;
  if (!mail) throw data(null, { status: 404 });
  return { title: mail.subject, operators: [], mails: [], mail: { ...mail, id: params.id } };
}

async function operatorCodes(services: Services): Promise<{ email: string; code: string }[]> {
  const codes: { email: string; code: string }[] = [];
  for (const email of services.demoOperatorEmails) {
    const operator = await findOperator(services.db, email);
    const code = operator && (await currentCode(services, operator.id));
    if (code) codes.push({ email, code });
  }
  return codes;
}

export default function Mailbox({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("mailbox");
  const { mail, mails, operators } = loaderData;
  if (mail) {
    return (
      <article className="plain-page">
        <p>
          <a href="/dev/mail">{t("back")}</a>
        </p>
        <Title order={1}>{mail.subject}</Title>
        <p className="dim">{t("to", mail)}</p>
        <p>
          <a href={`/dev/mail/${mail.id}/html`}>{t("asHtml")}</a>
        </p>
        <p className="mail-text">{withLinks(mail.text)}</p>
      </article>
    );
  }
  return (
    <div className="plain-page">
      <Title order={1}>{t("title")}</Title>
      <p>{t("text")}</p>
      {operators.length > 0 ? (
        <p className="note">
          {operators.map((operator) => (
            <span key={operator.email}>
              {t("operator", operator)} <b className="secret">{operator.code}</b>
              <br />
            </span>
          ))}
          <span className="help">{t("operatorHelp")}</span>
        </p>
      ) : null}
      <p>
        <a href="/dev/mail/templates">{t("templates")}</a>
      </p>
      {mails.length === 0 ? <p className="note">{t("empty")}</p> : null}
      <ul className="mails">
        {mails.map((each) => (
          <li key={each.id}>
            <a className="person" href={`/dev/mail/${each.id}`}>
              <span>
                <b>{each.subject}</b>
                <small>{t("to", each)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part) =>
    part.startsWith("http") ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
