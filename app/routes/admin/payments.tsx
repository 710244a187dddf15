import { servicesContext } from "../../context.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { searchPayments } from "../../domain/tips/tips.server.ts";
import { askedAfter, askedOf, askedWords, nextPage } from "../../http/admin-lists.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { DataTable, NextPage } from "../../ui/display/data-table.tsx";
import { shortId } from "../../ui/display/short-id.ts";
import { SearchForm } from "../../ui/form/search-form.tsx";
import { AdminPage } from "../../ui/page/admin-page.tsx";
import { PAYMENT_STATES, PaymentState } from "../../ui/page/payment-parts.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/payments";

/** All payments, found by whatever an operator has in hand. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const words = askedWords(url.searchParams);
  const status = askedOf(url.searchParams, "status", PAYMENT_STATES);
  const locale = getLocale(context);
  const { payments, next } = await searchPayments(context.get(servicesContext).db, {
    words,
    status,
    after: askedAfter(url.searchParams),
  });
  return {
    title: getI18n(context).t("books:payments.title"),
    words,
    status,
    payments: payments.map((payment) => ({
      ...payment,
      amount: formatAmount(payment.charged_minor, payment.charged_currency, locale),
      at: formatMoment(payment.created_at, locale),
    })),
    next: nextPage("/admin/payments", next, { q: words, status }),
  };
}

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("books");
  const { payments, words, status, next } = loaderData;
  return (
    <AdminPage title={loaderData.title} area="payments">
      <SearchForm action="/admin/payments" label={t("payments.search")} words={words} go={t("payments.go")}>
        <label>
          {t("payments.state")}
          <select name="status" className="plain-input" defaultValue={status ?? ""}>
            <option value="">{t("payments.all")}</option>
            {PAYMENT_STATES.map((each) => (
              <option key={each} value={each}>
                {t(`state.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </SearchForm>
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[
            t("payments.payment"),
            t("payments.amount"),
            t("payments.state"),
            t("payments.creator"),
            t("payments.fan"),
            t("payments.at"),
          ]}
          empty={t("payments.empty")}
          rows={payments.map((payment) => ({
            key: payment.id,
            cells: [
              <a key="payment" href={`/admin/payments/${payment.id}`}>
                {shortId(payment.id)}
              </a>,
              <span key="amount" className="money">
                {payment.amount}
              </span>,
              <PaymentState key="state" status={payment.status} />,
              payment.username === null ? "–" : `@${payment.username}`,
              payment.sender_email ?? "–",
              payment.at,
            ],
          }))}
        />
        <NextPage href={next} text={t("payments.next")} />
      </section>
    </AdminPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
