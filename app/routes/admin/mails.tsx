import { useTranslation } from "react-i18next";
import { Form, redirect } from "react-router";
import { maskEmail } from "../../domain/email-address.schema.ts";
import { listUnsentMails, retryMail } from "../../domain/mails/outbox.server.ts";
import { figure, time } from "../../ui/components/data-table.tsx";
import { named } from "../../ui/components/known-names.ts";
import { LongText } from "../../ui/components/name-parts.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/mails";
import { button, pageActs } from "./acts.server.ts";
import { deskOf, doneText } from "./desk.server.ts";
import { TableCard } from "./page-parts.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, t, stamp } = deskOf(context);
  return {
    title: t("books:mails.title"),
    done: doneText(url, ["retried", "gone"], (done) => t(`books:mails.done.${done}`)),
    mails: (await listUnsentMails(db, clock())).map(({ recipient, created_at, ...mail }) => ({
      ...mail,
      recipient: maskEmail(recipient),
      since: stamp(created_at),
    })),
  };
}

export const action = pageActs({
  retry: button(async ({ services, ...given }) => {
    const isRetried = await retryMail(services, given);
    return redirect(`/admin/mails?done=${isRetried ? "retried" : "gone"}`, 303);
  }),
});

export { sendAct as clientAction } from "../../ui/lost-connection.ts";

export default function Mails({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>{t("mails.intro")}</p>
      <TableCard
        caption={loaderData.title}
        columns={[
          t("mails.what"),
          t("mails.recipient"),
          time(t("mails.since")),
          figure(t("mails.tries")),
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
    </AdminPage>
  );
}

export const MAILS = [
  "receipt",
  "register",
  "password_reset",
  "deletion",
  "email_change",
  "email_change_notice",
  "email_changed",
  "email_restored",
  "password_changed",
  "verification_accepted",
  "verification_declined",
  "account_locked",
  "grouplist_news",
  "new_tip",
  "new_tips",
  "thank_you",
  "payout_code",
  "payout_data_decided",
  "tax_details_wanted",
  "payout_sent",
  "payout_failed",
  "vat_id_refused",
  "second_factor_changed",
  "passkey_changed",
  "voucher_bought",
  "voucher_news",
  "chain_head",
  "operator_changed",
  "test_mail",
] as const;
