import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { lastCheckpoint } from "../../../domain/ledger/journal.server.ts";
import { type CheckRun, checkAndFreeze, lastCheckRuns } from "../../../domain/ledger/ledger-checks.server.ts";
import { listBankBalances } from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, Facts } from "../../../ui/components/data-table.tsx";
import { CheckName } from "../../../ui/components/ledger-check-names.tsx";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { buttonForAll, pageActs } from "../acts.server.ts";
import { deskOf, doneText } from "../desk.server.ts";
import { BackToBooks } from "../page-parts.tsx";
import type { Route } from "./+types/checks";

const PAGE = "/admin/books/checks";
const DONE = ["checked", "started"] as const;

/** docs/money.md, 4. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, t, moment } = deskOf(context);
  const [runs, checkpoint, banks] = await Promise.all([
    lastCheckRuns(db),
    lastCheckpoint(db),
    listBankBalances(db),
  ]);
  const shown = (run: CheckRun | null) =>
    run && {
      at: moment(run.finished_at),
      transactions: run.transactions_count,
      first: run.after_transaction + 1,
      last: run.upto_transaction,
      checks: run.checks_count,
      faults: run.faults.map(({ name, count, rows }) => ({
        name,
        count,
        rows: rows.map((row) => JSON.stringify(row)),
      })),
    };
  return {
    title: t("books:books.checks"),
    done: doneText(url, DONE, (done) => t(`books:checks.done.${done}`)),
    since: shown(runs.DELTA),
    whole: shown(runs.FULL),
    isBankCompared: banks.length > 0,
    checkpoint: checkpoint && {
      at: moment(checkpoint.taken_at),
      last: checkpoint.upto_transaction,
      hash: checkpoint.hash,
    },
  };
}

export const action = pageActs({
  check_delta: buttonForAll(async ({ services }) => {
    await checkAndFreeze(services);
    return redirect(`${PAGE}?done=checked`, 303);
  }),
  check_full: buttonForAll(async ({ services }) => {
    await services.db.transaction().execute((trx) => services.jobs.enqueue(trx, "ledger.check-full", {}));
    return redirect(`${PAGE}?done=started`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Checks({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { t: bank } = useTranslation("bank");
  const { title, done, since, whole, checkpoint, isBankCompared } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <Card title={t("checks.since")}>
        <p>{t("checks.sinceHelp")}</p>
        {isBankCompared ? null : <p className="help">{bank("balancesNone")}</p>}
        <CheckRunFacts run={since} />
        <CheckForm intent="check_delta" text={t("books.check")} />
      </Card>
      <Card title={t("checks.whole")}>
        <p>{t("checks.wholeHelp")}</p>
        <CheckRunFacts run={whole} />
        <CheckForm intent="check_full" text={t("checks.checkWhole")} />
      </Card>
      <Card title={t("checks.checkpoint")}>
        <p>{t("checks.checkpointHelp")}</p>
        {checkpoint ? (
          <Facts
            facts={[
              [t("checks.at"), checkpoint.at],
              [t("checks.upto"), checkpoint.last],
              [t("checks.hash"), <code key="hash">{checkpoint.hash}</code>],
            ]}
          />
        ) : (
          <p className="help">{t("checks.never")}</p>
        )}
      </Card>
      <BackToBooks />
    </AdminPage>
  );
}

interface ShownRun {
  at: string;
  transactions: number;
  first: number;
  last: number;
  checks: number;
  faults: readonly { name: string; count: number; rows: readonly string[] }[];
}

const OF_BANK: readonly string[] = ["61-bank-agrees", "68-bank-is-heard"];

function CheckRunFacts({ run }: { run: ShownRun | null }) {
  const { t } = useTranslation("books");
  const { t: bank } = useTranslation("bank");
  if (run === null) return <p className="help">{t("checks.never")}</p>;
  const { faults } = run;
  return (
    <>
      <Facts
        facts={[
          [t("checks.at"), run.at],
          [
            t("checks.covered"),
            t("checks.transactions", { count: run.transactions, first: run.first, last: run.last }),
          ],
          [t("checks.asked"), t("checks.checks", { count: run.checks })],
          [
            t("books.checkResult"),
            faults.length === 0 ? t("books.clean") : <strong key="faults">{t("checks.found")}</strong>,
          ],
        ]}
      />
      {faults.length > 0 ? (
        <DataTable
          caption={t("checks.found")}
          columns={[t("books.checkName"), t("books.checkResult"), t("checks.rows")]}
          empty=""
          rows={faults.map(({ name, count, rows }) => ({
            key: name,
            cells: [
              <span key="name">
                <CheckName name={name} />
                {OF_BANK.includes(name) ? (
                  <>
                    {" "}
                    <Link to="/admin/books/bank">{bank("title")}</Link>
                  </>
                ) : null}
              </span>,
              t("books.faults", { count }),
              <ul key="rows">
                {rows.map((row) => (
                  <li key={row}>
                    <LongText text={row} />
                  </li>
                ))}
              </ul>,
            ],
          }))}
        />
      ) : null}
    </>
  );
}

function CheckForm(props: { intent: "check_delta" | "check_full"; text: string }) {
  return (
    <Form method="post">
      <SubmitButton kind="second" intent={props.intent}>
        {props.text}
      </SubmitButton>
    </Form>
  );
}
