import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { lastCheckpoint } from "../../../domain/ledger/journal.server.ts";
import { type CheckRun, checkAndFreeze, lastCheckRuns } from "../../../domain/ledger/ledger-checks.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { listBankBalances } from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { buttonForAll, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/checks";
import { CheckForm, CheckRunFacts } from "./checks-parts.tsx";

const PAGE = "/admin/books/checks";
const DONE = ["checked", "started"] as const;

/** docs/money.md, 4. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const [runs, checkpoint, banks] = await Promise.all([
    lastCheckRuns(db),
    lastCheckpoint(db),
    listBankBalances(db),
  ]);
  const shown = (run: CheckRun | null) =>
    run && {
      at: formatMoment(run.finished_at, locale),
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
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    title: t("books:books.checks"),
    done: done ? t(`books:checks.done.${done}`) : null,
    since: shown(runs.DELTA),
    whole: shown(runs.FULL),
    isBankCompared: banks.length > 0,
    checkpoint: checkpoint && {
      at: formatMoment(checkpoint.taken_at, locale),
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
  // A job, as it may take minutes.
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
      <div className="actions">
        <ButtonLink to="/admin/books">{t("books.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
