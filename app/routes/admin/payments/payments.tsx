import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { may } from "../../../domain/operator-rights.server.ts";
import { PAYMENT_STATUSES } from "../../../domain/payments/states.ts";
import { searchPayments } from "../../../domain/tips/payment-search.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, figure, time } from "../../../ui/components/data-table.tsx";
import { LongText, NameParts } from "../../../ui/components/name-parts.tsx";
import { ColumnPlot } from "../../../ui/components/plots.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { askedSearch, deskOf, nextPage } from "../desk.server.ts";
import { SearchPage } from "../page-parts.tsx";
import { totalsOf } from "../shown-money.server.ts";
import type { Route } from "./+types/payments";
import { PaymentState } from "./payment-parts.tsx";
import { loadFigures } from "./payment-plots.server.ts";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { role } = await requireViewer(request, context);
  const search = askedSearch(url.searchParams, PAYMENT_STATUSES);
  const { words, status } = search;
  const { db, locale, money, stamp } = deskOf(context);
  const [{ payments, next }, figures] = await Promise.all([searchPayments(db, search), loadFigures(context)]);
  return {
    ofMoney: may(role, "money"),
    words,
    status,
    figures,
    payments: payments.map((payment) => ({
      ...{ id: payment.id, status: payment.status, username: payment.username },
      ...{ group_slug: payment.group_slug, sender_email: payment.sender_email },
      isVoucher: payment.voucher_id !== null,
      amount: money(payment.charged_minor, payment.charged_currency),
      at: stamp(payment.created_at),
    })),
    // A list of all states sums paid ones only.
    totals: totalsOf(
      payments
        .filter((payment) => status !== null || payment.status === "SUCCESS")
        .map((payment) => ({ amount_minor: payment.charged_minor, currency: payment.charged_currency })),
      locale,
    ),
    next: nextPage("/admin/payments", next, { q: words, status }),
  };
}

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { t: exceptions } = useTranslation("exceptions");
  const { payments, totals, words, status, next } = loaderData;
  return (
    <SearchPage
      path="/admin/payments"
      title={t("payments.title")}
      {...{ words, next }}
      note={
        loaderData.ofMoney ? (
          <ul className="page-links">
            <li>
              <Link to="/admin/exceptions">{exceptions("title")}</Link>
            </li>
            <li>
              <Link to="/admin/payments/rates">{t("rates.title")}</Link>
            </li>
          </ul>
        ) : null
      }
      after={<PaymentPlots figures={loaderData.figures} />}
      texts={{ search: t("payments.search"), go: t("payments.go"), next: t("payments.next") }}
      columns={[
        t("payments.payment"),
        figure(t("payments.amount")),
        t("payments.state"),
        t("payments.creator"),
        t("payments.fan"),
        time(t("payments.at")),
      ]}
      empty={t("payments.empty")}
      totals={totals.map(({ currency, amount }) => ({
        key: currency,
        cells: [t(status === null ? "payments.totalPaid" : "payments.total", { currency }), amount],
      }))}
      rows={payments.map((payment) => ({
        key: payment.id,
        cells: [
          <Link key="payment" className="row-link" to={`/admin/payments/${payment.id}`}>
            <ShortId id={payment.id} />
          </Link>,
          payment.amount,
          <PaymentState key="state" status={payment.status} />,
          payment.username === null && payment.group_slug === null ? (
            <Fragment key="creator">{payment.isVoucher ? t("payment.voucher") : "–"}</Fragment>
          ) : (
            <NameParts
              key="creator"
              text={payment.username === null ? `/gl/${payment.group_slug}` : `@${payment.username}`}
            />
          ),
          <LongText key="fan" text={payment.sender_email} />,
          payment.at,
        ],
      }))}
    >
      <label>
        {t("payments.state")}
        <select key={status} name="status" className="plain-input" defaultValue={status ?? ""}>
          <option value="">{t("payments.all")}</option>
          {PAYMENT_STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`state.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </SearchPage>
  );
}

type Figures = Awaited<ReturnType<typeof loadFigures>>;

function PaymentPlots({ figures }: { figures: Figures }) {
  return (
    <div className="plots">
      <PaidByDay {...figures} />
      <RefusedByWeek {...figures} />
    </div>
  );
}

function PaidByDay({ days, types }: Figures) {
  const { t } = useTranslation("overview");
  const title = t("paid");
  return (
    <Card title={title}>
      {types.length === 0 ? (
        <p className="help">{t("nothing")}</p>
      ) : (
        <>
          <ColumnPlot title={t("paidTitle")} columns={days} parts={types} />
          <p className="help">{t("paidNote")}</p>
          <Folded>
            <DataTable
              caption={title}
              columns={[t("day"), ...[t("charged"), ...types, t("amount"), t("tips")].map(figure)]}
              rows={days.toReversed().map((day) => ({
                key: day.key,
                cells: [day.name, day.figure, ...day.amounts, day.amount, day.tips],
              }))}
              empty=""
            />
          </Folded>
        </>
      )}
    </Card>
  );
}

function RefusedByWeek({ weeks, reasons }: Figures) {
  const { t } = useTranslation("overview");
  const title = t("refused");
  return (
    <Card title={title}>
      {reasons.length === 0 ? (
        <p className="help">{t("nothing")}</p>
      ) : (
        <>
          <ColumnPlot title={t("refusedTitle")} columns={weeks} parts={reasons} />
          <Folded>
            <DataTable
              caption={title}
              columns={[t("week"), ...[...reasons, t("all")].map(figure)]}
              rows={weeks.toReversed().map((week) => ({
                key: week.key,
                cells: [week.name, ...week.parts, week.figure],
              }))}
              empty=""
            />
          </Folded>
        </>
      )}
    </Card>
  );
}

function Folded({ children }: { children: ReactNode }) {
  const { t } = useTranslation("overview");
  return (
    <details className="more">
      <summary>{t("table")}</summary>
      {children}
    </details>
  );
}
