import { useTranslation } from "react-i18next";
import { Form, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { maskEmail } from "../../../domain/email-address.schema.ts";
import { listUnsentMails, retryMail } from "../../../domain/mails/outbox.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { MAILS } from "../../../ui/components/mail-names.ts";
import { named } from "../../../ui/components/named.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/mails";

export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const { db, clock } = context.get(servicesContext);
  const done = askedOf(url.searchParams, "done", ["retried", "gone"]);
  return {
    title: t("books:mails.title"),
    done: done ? t(`books:mails.done.${done}`) : null,
    mails: (await listUnsentMails(db, clock())).map(({ recipient, created_at, ...mail }) => ({
      ...mail,
      recipient: maskEmail(recipient),
      since: formatMoment(created_at, locale),
    })),
  };
}

export const action = pageActs({
  retry: button(async ({ services, ...given }) => {
    const isRetried = await retryMail(services, given);
    return redirect(`/admin/mails?done=${isRetried ? "retried" : "gone"}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Mails({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>{t("mails.intro")}</p>
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[
            t("mails.what"),
            t("mails.recipient"),
            { name: t("mails.since"), isMoment: true },
            { name: t("mails.tries"), isFigure: true },
            t("mails.error"),
            t("mails.act"),
          ]}
          empty={t("mails.empty")}
          rows={loaderData.mails.map((mail) => ({
            key: mail.id,
            cells: [
              named(MAILS, mail.template, (known) => t(`mails.names.${known}`)),
              <LongText key="recipient" text={mail.recipient} />,
              mail.since,
              mail.attempts,
              <LongText key="error" text={mail.last_error} />,
              <Form key="act" method="post">
                <input type="hidden" name="id" value={mail.id} />
                <button type="submit" className="second-button" name="intent" value="retry">
                  {t("mails.go")}
                </button>
              </Form>,
            ],
          }))}
        />
      </section>
    </AdminPage>
  );
}
