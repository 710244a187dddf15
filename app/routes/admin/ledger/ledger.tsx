import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { type QueueName, readQueues, type WaitingQueue } from "../../../domain/desk/desk.server.ts";
import { writeOff } from "../../../domain/earnings/debts.server.ts";
import { lastCheckRuns } from "../../../domain/ledger/ledger-checks.server.ts";
import { listOwing, owedAndHeld, trialBalance } from "../../../domain/ledger/ledger-reports.server.ts";
import type { Stamp } from "../../../domain/money/formats.ts";
import { countLateReturns } from "../../../domain/payouts/batches/transitions.server.ts";
import { writeOffForm } from "../../../domain/refunds/refund.schema.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { formForAll, pageActs } from "../acts.server.ts";
import { deskOf, doneText } from "../desk.server.ts";
import { TableCard } from "../page-parts.tsx";
import { totalsOf } from "../shown-money.server.ts";
import type { Route } from "./+types/ledger";
import { shownBalances } from "./ledger.server.ts";
import { BalanceTable, errorsOf, isRefused, OwingList } from "./ledger-parts.tsx";

const DONE = ["written_off", "nothing_owed", "waiting"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, locale, t, money, moment, stamp } = deskOf(context);
  const [balances, sums, owing, runs, queues, late] = await Promise.all([
    trialBalance(db),
    owedAndHeld(db),
    listOwing(db, productRules.ledger_page.owing),
    lastCheckRuns(db),
    readQueues(db, clock()),
    countLateReturns(db, clock()),
  ]);
  const waitingIn = (name: QueueName) => queues.find(({ queue }) => queue === name)?.count ?? 0;
  const checked = runs.DELTA ?? runs.FULL;
  const isClean = [runs.DELTA, runs.FULL].every((run) => run === null || run.faults.length === 0);
  return {
    title: t("books:books.title"),
    bookings: waitingIn("bookings") + waitingIn("gaps") + late,
    exceptions: waitingIn("settlements"),
    decisions: shownExceptions(queues, stamp),
    done: doneText(url, DONE, (done) => t(`books:books.done.${done}`)),
    // A partial check must not hide the findings of a full one.
    checked:
      checked === null
        ? t("books:checks.never")
        : t(isClean ? "books:checks.lastClean" : "books:checks.lastFaulty", {
            at: moment(checked.finished_at),
          }),
    owed: money(sums.owed_minor, "EUR"),
    held: money(sums.held_minor, "EUR"),
    isHeld: sums.is_held,
    currencies: shownBalances(balances, locale, null),
    owing: owing.map((row) => ({ ...row, owed: money(row.owed_minor, row.currency) })),
    owingTotals: totalsOf(
      owing.map(({ owed_minor, currency }) => ({ amount_minor: owed_minor, currency })),
      locale,
    ),
  };
}

export const action = pageActs({
  write_off: formForAll(writeOffForm, async ({ services, operator_id }, debt) => {
    const outcome = await writeOff(services, { ...debt, operator_id });
    return redirect(`/admin/books?done=${outcome}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Books({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { t: bank } = useTranslation("bank");
  const { t: corrected } = useTranslation("corrections");
  const { t: desk } = useTranslation("desk");
  const { t: settled } = useTranslation("settlements");
  const { currencies, owed, held, isHeld, owing, owingTotals, exceptions, done } = loaderData;
  const refused = useActReply("write_off");
  const isNoRows = refused !== null && !owing.some((debt) => isRefused(debt, refused));
  return (
    <AdminPage title={loaderData.title} done={done}>
      {isNoRows ? (
        <FormErrors
          form={{ id: "books", status: "error", allErrors: { "": errorsOf(refused) } }}
          labels={{}}
        />
      ) : null}
      <Card title={t("books.held")}>
        <p>{t(isHeld ? "books.isHeld" : "books.isNotHeld", { owed, held })}</p>
        <p>{loaderData.checked}</p>
        <ul className="page-links">
          <li>
            <Link to="/admin/books/checks">{t("books.checks")}</Link>
          </li>
          <li>
            <Link to="/admin/books/postings">{t("books.postings")}</Link>
          </li>
          <li>
            <Link to="/admin/books/past">{t("past.link")}</Link>
          </li>
          <li>
            <Link to="/admin/books/journal">{desk("journal.link")}</Link>
          </li>
          <li>
            <Link to="/admin/books/oss">{desk("oss.link")}</Link>
          </li>
          <li>
            <Link to="/admin/books/sellers">{desk("sellers.title")}</Link>
          </li>
          <li>
            <Link to="/admin/books/corrections">{corrected("link")}</Link>
          </li>
          <li>
            <Link to="/admin/books/bank">
              {loaderData.bookings > 0 ? bank("link", { count: loaderData.bookings }) : bank("title")}
            </Link>
          </li>
          <li>
            <Link to="/admin/books/settlements">
              {exceptions > 0 ? settled("link", { count: exceptions }) : settled("title")}
            </Link>
          </li>
        </ul>
      </Card>
      <ExceptionsCard exceptions={loaderData.decisions} />
      {currencies.map(({ currency, rows, totals }) => (
        <Card key={currency} title={t("books.balance", { currency })}>
          <BalanceTable caption={t("books.balance", { currency })} rows={rows} totals={totals} />
        </Card>
      ))}
      <Card title={t("books.owing")}>
        <OwingList owing={owing} totals={owingTotals} refused={refused} />
      </Card>
    </AdminPage>
  );
}

function shownExceptions(queues: readonly WaitingQueue[], stamp: (at: Date | null) => Stamp | null) {
  return queues
    .filter(({ isMoney, count }) => isMoney && count > 0)
    .sort((a, b) => (a.oldest?.getTime() ?? 0) - (b.oldest?.getTime() ?? 0))
    .map(({ queue, page, count, oldest }) => ({
      ...{ queue, page, count },
      since: stamp(oldest),
    }));
}

function ExceptionsCard({ exceptions }: { exceptions: ReturnType<typeof shownExceptions> }) {
  const { t } = useTranslation("desk");
  const { t: names } = useTranslation("queues");
  return (
    <TableCard
      title={t("exceptions.title")}
      columns={[t("exceptions.queue"), figure(t("exceptions.count")), time(t("exceptions.since"))]}
      empty={t("exceptions.empty")}
      rows={exceptions.map(({ queue, page, count, since }) => ({
        key: queue,
        cells: [
          <Link key="queue" to={page}>
            {names(`name.${queue}`)}
          </Link>,
          count,
          since,
        ],
      }))}
    />
  );
}
