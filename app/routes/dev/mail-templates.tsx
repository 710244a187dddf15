import { data } from "react-router";
import { LANGUAGES, LOCALES } from "../../../locales/index.ts";
import { servicesContext } from "../../context.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/mail-templates";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if (services.config.mode !== "demo") throw data(null, { status: 404 });
  const locale = getLocale(context);
  return {
    title: getI18n(context).t("mailbox:templates"),
    mails: services.mailSamples.names.map((template) => ({
      template,
      subject: services.mailSamples.render(template, locale)?.subject ?? "",
    })),
  };
}

export default function MailTemplates({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("mailbox");
  return (
    <div className="plain-page">
      <p>
        <a href="/dev/mail">{t("back")}</a>
      </p>
      <Title order={1}>{loaderData.title}</Title>
      <p>{t("templatesText")}</p>
      <ul className="mails">
        {loaderData.mails.map(({ template, subject }) => (
          <li key={template} className="person">
            <span>
              <b>{subject}</b>
              {LOCALES.map((locale) => (
                <small key={locale}>
                  {LANGUAGES[locale].name}:{" "}
                  {(["html", "plain"] as const).map((part) => (
                    <a
                      key={part}
                      className="mail-part"
                      href={`/dev/mail/templates/${template}/${locale}/${part}`}
                      aria-label={`${subject}, ${LANGUAGES[locale].name}, ${t(part)}`}
                    >
                      {t(part)}
                    </a>
                  ))}
                </small>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
