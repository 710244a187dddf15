import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { bankReason } from "../../../domain/money/bank-reason.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import {
  findBankException,
  settleBankException,
} from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import type { Route } from "./+types/bank-exception";
import { shownBooking } from "./bank-bookings.server.ts";
import { About } from "./bank-parts.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const found = isId(params.id) ? await findBankException(db, params.id) : null;
  if (!found) throw data(null, { status: 404 });
  const { reason, words, statement_id, statement_ref, settled_at, settled_by, settled_reason, told_by } =
    found;
  const booking = shownBooking(found, locale);
  const { t } = getI18n(context);
  return {
    title: t("bank:exceptionTitle", { amount: booking.amount }),
    ...{
      booking,
      reason,
      words: bankReason(words, (code) => t(`bankCodes:${code}`)),
      statement_id,
      statement_ref,
      settled_by,
      settled_reason,
      told_by,
    },
    settled: settled_at === null ? null : formatMoment(settled_at, locale),
    is_own_import:
      second_operator_from_minor !== null && found.imported_by === (await requireViewer(request, context)).id,
  };
}

export const action = pageActs({
  settle: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const outcome = await settleBankException(services, { entry_id: id, operator_id, reason });
    return redirect(`/admin/books/bank?done=${outcome}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function BankException({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("bank");
  const { booking, settled } = loaderData;
  const { statement_id, statement_ref } = loaderData;
  const done: [string, ReactNode][] =
    settled === null
      ? []
      : loaderData.told_by !== null
        ? [
            [t("settledAt"), settled],
            [
              t("settledBy"),
              <Link key="by" to={`/admin/books/settlements/${loaderData.told_by}`}>
                {t("about.settlement")}
              </Link>,
            ],
          ]
        : [
            [t("settledAt"), settled],
            [t("settledBy"), loaderData.settled_by],
            [t("settledReason"), loaderData.settled_reason],
          ];
  return (
    <AdminPage title={loaderData.title}>
      <p>
        <Link to="/admin/books/bank">{t("title")}</Link>
      </p>
      <Card title={t("facts")}>
        <Facts
          facts={[
            [t("why"), t(`reason.${loaderData.reason}`)],
            [t("amount"), <b key="amount">{booking.amount}</b>],
            [t("booked"), booking.booked],
            [t("account"), booking.account],
            [t("reference"), <code key="reference">{booking.reference ?? "–"}</code>],
            [t("words"), loaderData.words],
            [t("about.title"), <About key="about" booking={booking} />],
            [
              t("statement"),
              <Link key="statement" to={`/admin/books/bank/${statement_id}`}>
                {statement_ref}
              </Link>,
            ],
            ...done,
          ]}
        />
      </Card>
      {settled === null && loaderData.is_own_import ? <p>{t("ownImport")}</p> : null}
      {settled === null && !loaderData.is_own_import ? (
        <ReasonForm
          intent="settle"
          schema={reasonForm}
          title={t("settle.title")}
          text={t("settle.text")}
          help={t("settle.help")}
          button={t("settle.go")}
        />
      ) : null}
      <div className="actions">
        <ButtonLink to="/admin/books/corrections">{t("toCorrections")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
