import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import type { PayoutPromise } from "../../../domain/payouts/requests/payout-fees.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { DataTable, Facts } from "../../../ui/components/data-table.tsx";
import { EmailChangedNote } from "../../../ui/components/email-changed-note.tsx";
import { PageTitle } from "../../../ui/components/page-title.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { unbroken } from "../../../ui/components/unbroken.ts";
import type { DebtOnPage, loadPayouts } from "./payouts.server.ts";
import { WithdrawalAmount } from "./withdrawal-parts.tsx";

type Loaded = Awaited<ReturnType<typeof loadPayouts>>;

const NEWEST_MONTHS = 6;

export function PayoutView({
  problems,
  ...loaded
}: Loaded & {
  problems?: ReactNode;
}) {
  const { t } = useTranslation("payouts");
  const { locale, done, automatic, waitsUntil, open, next } = loaded;
  const canWithdraw = ["monthly", "manual", "owing"].includes(automatic.promise) && waitsUntil === "";
  return (
    <div className="account-page paper">
      <PageTitle>{t("title")}</PageTitle>
      <DashboardTabs current="payouts" />
      <Title order={1}>{t("title")}</Title>
      {done ? (
        <p className="note" role="status">
          {done}
        </p>
      ) : null}
      {problems}
      {automatic.promise === "data_pending" ? <p className="note">{t("data.pending")}</p> : null}
      <EmailChangedNote waitsUntil={waitsUntil} />
      <DebtsCard debts={loaded.debts} />
      {loaded.direct ? <ProviderPayouts {...loaded.direct} isAlone={!loaded.isHeld} /> : null}
      {loaded.money.map((each) => (
        <Balance key={each.currency} {...each} {...{ locale, open, canWithdraw }} />
      ))}
      {loaded.isHeld ? <Automatic {...automatic} /> : null}
      {loaded.isHeld || loaded.payouts.length > 0 ? (
        <Card title={t("history.title")}>
          <History payouts={loaded.payouts} />
          {next === null ? null : (
            <p>
              <Link to={next} rel="next">
                {t("history.older")}
              </Link>
            </p>
          )}
        </Card>
      ) : null}
      <Months months={loaded.months} />
    </div>
  );
}

function ProviderPayouts({
  title,
  lines,
  rows,
  link,
  isAlone,
  ...table
}: NonNullable<Loaded["direct"]> & { isAlone: boolean }) {
  return (
    <Card title={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {link === null ? null : (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      )}
      <DataTable
        {...table}
        rows={rows.map(({ key, cells: [day = "", amount = "", state = ""], help }) => ({
          key,
          cells: [
            day,
            amount,
            <span key="state">
              {state}
              {help === null ? null : <small>{help}</small>}
            </span>,
          ],
        }))}
      />
      {isAlone ? <ToSettings /> : null}
    </Card>
  );
}

function Balance({
  currency,
  available,
  isAvailable,
  held,
  rest,
  maturing,
  locale,
  open,
  canWithdraw,
}: Loaded["money"][number] & Pick<Loaded, "locale" | "open"> & { canWithdraw: boolean }) {
  const { t } = useTranslation("payouts");
  return (
    <Card title={t("balance.available")}>
      <p className="balance">{available}</p>
      {held === null ? null : <p className="help">{t("debts.held", { amount: held })}</p>}
      {rest.length > 0 ? (
        <Facts facts={rest.map(({ code, amount }) => [t(`balance.${code}`), amount] as const)} />
      ) : null}
      {maturing.length > 0 ? (
        <details className="more">
          <summary>{t("balance.when")}</summary>
          <Facts facts={maturing.map(({ day, amount }) => [day, amount] as const)} />
        </details>
      ) : null}
      {open.map(({ id, amount, day, status }) => (
        <p key={id} className="note">
          {t("open", { amount, day, status: t(`status.${status}`) })}
        </p>
      ))}
      {canWithdraw && open.length === 0 && isAvailable ? (
        <WithdrawalAmount
          id={`withdraw-${currency}`}
          currency={currency}
          locale={locale}
          className="withdraw"
        />
      ) : null}
    </Card>
  );
}

const REMEDIES: Partial<Record<PayoutPromise, string>> = {
  not_verified: "/account/verification",
  in_review: "/account/verification",
  declined: "/account/verification",
};

/** Promises only payouts that will happen. */
function Automatic({
  isMonthly,
  method: code,
  minimum,
  masked_account,
  promise,
  nextDay,
}: Loaded["automatic"]) {
  const { t } = useTranslation("payouts");
  const method = t(`method.${code}`);
  const remedy = REMEDIES[promise];
  return (
    <Card title={t("settings.title")}>
      <p>
        {t(`promise.${promise}`, { day: nextDay, minimum })}{" "}
        {remedy ? <Link to={remedy}>{t("promise.toVerification")}</Link> : null}
      </p>
      {["monthly", "manual"].includes(promise) ? null : (
        <p className="help">
          {t("settings.chosen", { type: t(isMonthly ? "settings.monthly" : "settings.manual") })}
        </p>
      )}
      {masked_account === null ? null : (
        <p>
          {t("settings.goesTo", {
            account: masked_account === method ? method : `${method} ${unbroken(masked_account)}`,
          })}
        </p>
      )}
      <ToSettings />
    </Card>
  );
}

function ToSettings() {
  const { t } = useTranslation("payouts");
  return (
    <div className="actions">
      <ButtonLink to="/payout/settings">{t("settings.change")}</ButtonLink>
      <ButtonLink to="/account/payoutdata">{t("settings.data")}</ButtonLink>
    </div>
  );
}

function Months({ months }: { months: Loaded["months"] }): ReactNode {
  const { t } = useTranslation("payouts");
  if (months.length === 0) return null;
  const older = months.slice(NEWEST_MONTHS);
  return (
    <Card title={t("months.title")}>
      <p className="help">{t("months.about")}</p>
      <MonthList months={months.slice(0, NEWEST_MONTHS)} />
      {older.length > 0 ? (
        <details className="more">
          <summary>{t("months.older")}</summary>
          <MonthList months={older} />
        </details>
      ) : null}
    </Card>
  );
}

function MonthList({ months }: { months: Loaded["months"] }) {
  const { t } = useTranslation("payouts");
  return (
    <ul className="months">
      {months.map(({ month, currency, name }) => (
        <li key={`${month} ${currency}`}>
          <a href={`/payout/months/${month}/${currency}`}>{t("months.pdf", { month: name, currency })}</a>
        </li>
      ))}
    </ul>
  );
}

export function DebtsCard({ debts }: { debts: readonly DebtOnPage[] }) {
  const { t } = useTranslation("payouts");
  if (debts.length === 0) return null;
  return (
    <Card title={t("debts.title")}>
      {debts.map(({ currency, owed, offers, lacks_rate }) => (
        <div key={currency} className="fields">
          <p className="balance">{t("debts.owed", { amount: owed })}</p>
          <p className="help">{t("debts.about", { currency })}</p>
          {lacks_rate ? <p className="note">{t("debts.noRate")}</p> : null}
          {offers.map((offer) => (
            <Form key={offer.from_currency} method="post" action="/payout" className="fields">
              <input type="hidden" name="debt_currency" value={currency} />
              <input type="hidden" name="debt_minor" value={offer.debt_minor} />
              <input type="hidden" name="from_currency" value={offer.from_currency} />
              <input type="hidden" name="from_minor" value={offer.from_minor} />
              <SubmitButton>{t("debts.go", { debt: offer.debt, from: offer.from })}</SubmitButton>
              <p className="help">{t("debts.rate", { rate: offer.rate, date: offer.rate_date })}</p>
            </Form>
          ))}
        </div>
      ))}
    </Card>
  );
}

type ShownPayout = Awaited<ReturnType<typeof loadPayouts>>["payouts"][number];

export function History({ payouts }: { payouts: readonly ShownPayout[] }) {
  const { t } = useTranslation("payouts");
  const statusOf = ({ status }: ShownPayout) =>
    t(status === "RETURN_REPORTED" ? "returnReported" : `status.${status}`);
  return (
    <DataTable
      caption={t("history.title")}
      columns={[
        t("history.date"),
        t("history.gross"),
        t("history.net"),
        t("history.countries"),
        t("history.status"),
        t("history.statement"),
      ]}
      empty={t("history.empty")}
      rows={payouts.map((payout) => ({
        key: payout.id,
        cells: [
          <span key="date">
            {payout.day}
            <small>{t(`type.${payout.payout_type}`)}</small>
          </span>,
          payout.gross,
          <span key="net">
            {payout.net}
            <small>{t("history.afterFee", { fee: payout.fee })}</small>
          </span>,
          <Countries key="countries" sums={payout.countries} />,
          [statusOf(payout), payout.failure_reason].filter(Boolean).join(": "),
          <Documents key="documents" payout={payout} />,
        ],
      }))}
    />
  );
}

function Countries({ sums }: { sums: readonly string[] }): ReactNode {
  const { t } = useTranslation("payouts");
  const [first, ...others] = sums;
  if (others.length === 0) return first ?? "–";
  return (
    <details className="more">
      <summary>{t("history.inCountries", { count: sums.length })}</summary>
      {sums.map((sum) => (
        <div key={sum}>{sum}</div>
      ))}
    </details>
  );
}

function Documents({ payout }: { payout: ShownPayout }): ReactNode {
  const { t } = useTranslation("payouts");
  const { id, statement_number, cancellation_number } = payout;
  if (statement_number === null) return "–";
  return (
    <span>
      <a href={`/payout/${id}/statement`}>{t("history.pdf", { number: statement_number })}</a>
      {cancellation_number === null ? null : (
        <small>
          <a href={`/payout/${id}/cancellation`}>{t("cancellation.pdf", { number: cancellation_number })}</a>
        </small>
      )}
    </span>
  );
}
