import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { listWaitingCases, readQueues } from "../../domain/desk/desk.server.ts";
import { mayOpen } from "../../domain/operator-rights.server.ts";
import { findPayoutFreeze } from "../../domain/payouts/freezes.server.ts";
import { missingBeforeMoney } from "../../domain/settings/first-run.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { productRules } from "../../product-rules.ts";
import { doneOf } from "../../ui/components/case-walk.tsx";
import { DataTable, figure, time } from "../../ui/components/data-table.tsx";
import { LongText } from "../../ui/components/name-parts.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/overview";
import { deskOf } from "./desk.server.ts";
import { lastDone } from "./last-done.server.ts";
import { shownNetworks, shownRateAges } from "./outside-states.server.ts";

const FROZEN = { href: "/admin/payouts" } as const;
const FIRST_RUN = { href: "/admin/settings/first-run" } as const;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const desk = deskOf(context);
  const { services, db, clock, t, money, stamp } = desk;
  const reader = await requireViewer(request, context);
  const asked = { now: clock(), reader, limit: productRules.inbox_rows };
  const [queues, cases, freeze, rates, networks, missing] = await Promise.all([
    readQueues(db, clock(), () => true, reader),
    listWaitingCases(db, asked),
    findPayoutFreeze(db),
    shownRateAges(context),
    shownNetworks(context),
    missingBeforeMoney(services, reader.role),
  ]);
  const waiting = queues.filter(({ count }) => count > 0);
  const all = waiting.reduce((sum, { count }) => sum + count, 0);
  return {
    ...lastDone(desk, url),
    title: t("admin:overview.title"),
    queues: waiting.map(({ queue, page, count }) => ({ queue, page, count })),
    cases: cases.map(({ queue, href, since, subject, amount_minor, currency }) => ({
      ...{ queue, href, subject, since: stamp(since) },
      amount: amount_minor === null || currency === null ? null : money(amount_minor, currency),
    })),
    rest: all - cases.length,
    alarms: [
      ...(missing > 0 ? [{ ...FIRST_RUN, text: t("overview:firstRun", { count: missing }) }] : []),
      ...(freeze === null ? [] : [{ ...FROZEN, text: t("overview:frozen") }]),
      ...(rates.old ? [{ href: "/admin/payments/rates", text: rates.old }] : []),
      ...networks.flatMap(({ problems }) => problems.map((text) => ({ href: "/admin/networks", text }))),
    ].filter(({ href }) => mayOpen(reader.role, href)),
  };
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("overview");
  const { t: names } = useTranslation("queues");
  const { title, done, queues, cases, rest, alarms } = loaderData;
  return (
    <AdminPage title={title} done={doneOf(done, loaderData)}>
      {alarms.map(({ href, text }) => (
        <p className="summary" key={text}>
          <Link to={href}>{text}</Link>
        </p>
      ))}
      {cases.length === 0 ? (
        <p>{t("noWork")}</p>
      ) : (
        <>
          <ul className="page-links">
            {queues.map(({ queue, page, count }) => (
              <li key={queue}>
                <Link to={page}>{`${names(`name.${queue}`)} (${count})`}</Link>
              </li>
            ))}
          </ul>
          <section className="card">
            <DataTable
              caption={t("inbox")}
              columns={[t("case"), t("about"), figure(t("worth")), time(t("since"))]}
              empty=""
              rows={cases.map(({ queue, href, subject, amount, since }) => ({
                key: `${queue} ${href} ${since.at}`,
                cells: [
                  <Link key="case" className="row-link" to={href}>
                    {names(`name.${queue}`)}
                  </Link>,
                  subject === null ? null : <LongText key="about" text={subject} />,
                  amount,
                  since,
                ],
              }))}
            />
            {rest > 0 ? <p className="help">{t("rest", { count: rest })}</p> : null}
          </section>
        </>
      )}
    </AdminPage>
  );
}
