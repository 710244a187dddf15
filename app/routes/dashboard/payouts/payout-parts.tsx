import type { ReactElement, ReactNode } from "react";
import { countryName, formatDay, formatMonth } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import type { PayoutPromise } from "../../../domain/payouts/payouts.server.ts";
import { AmountField } from "../../../ui/components/amount-field.tsx";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { DataTable, Facts, NextPage } from "../../../ui/components/data-table.tsx";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { OTHER_BALANCES } from "../../../ui/components/other-balances.ts";
import { Title } from "../../../ui/components/title.tsx";
import { unbroken } from "../../../ui/components/unbroken.ts";
import { useTexts } from "../../../ui/texts.ts";

interface Money {
  currency: string;
  /** Of what is available, held back for a debt. */
  held_minor: number;
  balances: Record<"creator_available" | (typeof OTHER_BALANCES)[number], number>;
  maturing: readonly { day: string; amount_minor: number }[];
}

interface ShownPayout {
  id: string;
  currency: string;
  amount_minor: number;
  fee_minor: number;
  net_minor: number;
  payout_type: "MONTHLY" | "MANUAL";
  status: "REQUESTED" | "PROCESSING" | "PAID" | "RETURN_REPORTED" | "FAILED";
  failure_reason: string | null;
  requested_at: Date;
  statement_number: number | null;
  cancellation_number: number | null;
  country_overview: readonly { country: string; amount_minor: number }[] | null;
}

import { Card } from "../../../ui/components/card.tsx";
import { EmailChangedNote } from "../../../ui/components/email-changed-note.tsx";
import { type DebtOnPage, DebtsCard } from "./debts-card.tsx";

type OpenPayout = Pick<ShownPayout, "id" | "currency" | "amount_minor" | "requested_at" | "status">;

interface MonthStatement {
  month: string;
  currency: string;
}

/** So many of the newest months are shown at once. */
const NEWEST_MONTHS = 6;

interface PayoutViewProps {
  done: "saved" | "requested" | "set_off" | null;
  debts: readonly DebtOnPage[];
  /** What was wrong with a form of this page. */
  problems?: ReactNode;
  money: readonly Money[];
  settings: {
    payout_type_id: 1 | 2;
    payout_method: "BANK" | "PAXUM";
    automatic_minimum_minor: number;
    currency: string;
  };
  /** The account that the money goes to, masked; null when there is none. */
  masked_account: string | null;
  promise: PayoutPromise;
  /** Until when a change of the email address holds payouts up; "" when none does. */
  waitsUntil: string;
  nextDay: string;
  /** What is on its way: until it has arrived, nothing else is paid out. */
  open: readonly OpenPayout[];
  payouts: readonly ShownPayout[];
  next: string | null;
  months: readonly MonthStatement[];
}

/** A creator's money, how it is paid out, and what was. */
export function PayoutView(props: PayoutViewProps): ReactElement {
  const { t } = useTexts("payouts");
  const canWithdraw = ["monthly", "manual", "owing"].includes(props.promise) && props.waitsUntil === "";
  return (
    <div className="account-page paper">
      <DashboardTabs current="payouts" />
      <Title order={1}>{t("title")}</Title>
      {props.done ? (
        <p className="note" role="status">
          {t(props.done === "set_off" ? "debts.done" : props.done)}
        </p>
      ) : null}
      {props.problems}
      {props.promise === "data_pending" ? <p className="note">{t("data.pending")}</p> : null}
      <EmailChangedNote waitsUntil={props.waitsUntil} />
      <DebtsCard debts={props.debts} />
      {props.money.map((each) => (
        <Balance key={each.currency} {...each} open={props.open} canWithdraw={canWithdraw} />
      ))}
      <Automatic {...props} />
      <Card title={t("history.title")}>
        <History payouts={props.payouts} />
        <NextPage href={props.next} text={t("history.older")} />
      </Card>
      <Months months={props.months} />
    </div>
  );
}

function Balance({
  currency,
  balances,
  maturing,
  held_minor,
  open,
  canWithdraw,
}: Money & { open: readonly OpenPayout[]; canWithdraw: boolean }): ReactElement {
  const { t, locale } = useTexts("payouts");
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const rest = OTHER_BALANCES.filter((code) => balances[code] !== 0);
  return (
    <Card title={t("balance.available")}>
      <p className="balance">{show(balances.creator_available)}</p>
      {held_minor > 0 ? <p className="help">{t("debts.held", { amount: show(held_minor) })}</p> : null}
      {rest.length > 0 ? (
        <Facts facts={rest.map((code) => [t(`balance.${code}`), show(balances[code])] as const)} />
      ) : null}
      {maturing.length > 0 ? (
        <details className="more">
          <summary>{t("balance.when")}</summary>
          <Facts
            facts={maturing.map(
              ({ day, amount_minor }) => [formatDay(day, locale), show(amount_minor)] as const,
            )}
          />
        </details>
      ) : null}
      {open.map((payout) => (
        <p key={payout.id} className="note">
          {t("open", {
            amount: formatAmount(payout.amount_minor, payout.currency, locale),
            day: formatDay(payout.requested_at, locale),
            status: t(`status.${payout.status}`),
          })}
        </p>
      ))}
      {canWithdraw && open.length === 0 && balances.creator_available > 0 ? (
        <form method="get" action="/payout/withdrawal" className="withdraw">
          <input type="hidden" name="currency" value={currency} />
          <AmountField
            id={`amount-${currency}`}
            label={t("withdrawal.amount", { currency })}
            typed=""
            placeholder={t("withdrawal.all")}
          />
          <MainButton>{t("withdrawal.next")}</MainButton>
        </form>
      ) : null}
    </Card>
  );
}

/** Where a creator goes to be paid out, where that is up to them. */
const REMEDIES: Partial<Record<PayoutPromise, string>> = {
  not_verified: "/account/verification",
  in_review: "/account/verification",
  declined: "/account/verification",
};

/** How the creator will be paid out, or what has to come first; nothing is promised that will not happen. */
function Automatic({ settings, masked_account, promise, nextDay }: PayoutViewProps): ReactElement {
  const { t, locale } = useTexts("payouts");
  const minimum = formatAmount(settings.automatic_minimum_minor, settings.currency, locale);
  const method = t(`method.${settings.payout_method}`);
  const remedy = REMEDIES[promise];
  return (
    <Card title={t("settings.title")}>
      <p>
        {t(`promise.${promise}`, { day: formatDay(nextDay, locale), minimum })}{" "}
        {remedy ? <a href={remedy}>{t("promise.toVerification")}</a> : null}
      </p>
      {["monthly", "manual"].includes(promise) ? null : (
        <p className="help">
          {t("settings.chosen", {
            type: t(settings.payout_type_id === 1 ? "settings.monthly" : "settings.manual"),
          })}
        </p>
      )}
      {masked_account === null ? null : (
        <p>
          {t("settings.goesTo", {
            account: masked_account === method ? method : `${method} ${unbroken(masked_account)}`,
          })}
        </p>
      )}
      <div className="actions">
        <SecondLink href="/payout/settings">{t("settings.change")}</SecondLink>
        <SecondLink href="/account/payoutdata">{t("settings.data")}</SecondLink>
      </div>
    </Card>
  );
}

function History({ payouts }: { payouts: readonly ShownPayout[] }): ReactElement {
  const { t, locale } = useTexts("payouts");
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
      rows={payouts.map((payout) => {
        const show = (amount: number) => formatAmount(amount, payout.currency, locale);
        return {
          key: payout.id,
          cells: [
            <span key="date">
              {formatDay(payout.requested_at, locale)}
              <small>{t(`type.${payout.payout_type}`)}</small>
            </span>,
            show(payout.amount_minor),
            <span key="net">
              {show(payout.net_minor)}
              <small>{t("history.afterFee", { fee: show(payout.fee_minor) })}</small>
            </span>,
            <Countries key="countries" payout={payout} />,
            [statusOf(payout), payout.failure_reason].filter(Boolean).join(": "),
            <Documents key="documents" payout={payout} />,
          ],
        };
      })}
    />
  );
}

/** Where a payout's tips came from; the largest sum is shown, the others on demand. */
function Countries({ payout: { country_overview, currency } }: { payout: ShownPayout }): ReactNode {
  const { t, locale } = useTexts("payouts");
  const sums = (country_overview ?? []).map(
    ({ country, amount_minor }) =>
      `${countryName(country, locale)} ${formatAmount(amount_minor, currency, locale)}`,
  );
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

function Months({ months }: { months: readonly MonthStatement[] }): ReactNode {
  const { t } = useTexts("payouts");
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

function MonthList({ months }: { months: readonly MonthStatement[] }): ReactElement {
  const { t, locale } = useTexts("payouts");
  return (
    <ul className="months">
      {months.map(({ month, currency }) => (
        <li key={`${month} ${currency}`}>
          <a href={`/payout/months/${month}/${currency}`}>
            {t("months.pdf", { month: formatMonth(month, locale), currency })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The statement of a payout, and what cancelled it. */
function Documents({ payout }: { payout: ShownPayout }): ReactNode {
  const { t } = useTexts("payouts");
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
