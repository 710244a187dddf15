import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../context.ts";
import { listAudit } from "../../domain/audit/audit.server.ts";
import { readQueues } from "../../domain/desk/desk.server.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import { countPayoutWork } from "../../domain/payouts/batches/admin-queries.server.ts";
import { findPayoutFreeze } from "../../domain/payouts/freezes.server.ts";
import { countByStatus } from "../../domain/users/user.server.ts";
import type { AccountStatus } from "../../domain/users/viewer.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { AuditTable } from "../../ui/components/audit-table.tsx";
import { Card } from "../../ui/components/card.tsx";
import { Title } from "../../ui/components/title.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/overview";
import { shownAudit } from "./audit.server.ts";
import { shownNetworks } from "./network-states.server.ts";
import { loadFigures } from "./overview-figures.server.ts";
import { OverviewPlots } from "./overview-plots.tsx";
import { shownAges } from "./queue-ages.server.ts";
import { shownRateAges } from "./rate-ages.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const locale = getLocale(context);
  const [queues, figures, statuses, audit, payouts, freeze, rates, networks] = await Promise.all([
    readQueues(db, clock()),
    loadFigures(context),
    countByStatus(db),
    listAudit(db, {}),
    countPayoutWork(db),
    findPayoutFreeze(db),
    shownRateAges(context),
    shownNetworks(context),
  ]);
  return {
    title: getI18n(context).t("admin:overview.title"),
    queues: queues.map(({ queue, page, count, oldest }) => ({
      ...{ queue, page, count },
      oldest: oldest && formatMoment(oldest, locale),
    })),
    ages: shownAges(queues, context),
    figures,
    processing: payouts.processing,
    isFrozen: freeze !== null,
    rates: { newest: rates.newest, old: rates.old },
    networks: networks.flatMap(({ problems }) => problems),
    statuses,
    audit: await shownAudit(db, audit.entries.slice(0, 5), getI18n(context)),
  };
}

const STATUSES: readonly AccountStatus[] = [
  "CREATED",
  "PENDING",
  "ACTIVE",
  "DECLINED",
  "CHARGEBACK",
  "LOCKED",
];

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { t: work } = useTranslation("overview");
  const { t: names } = useTranslation("queues");
  const { queues, processing, isFrozen, rates, networks, statuses, audit } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      {isFrozen ? (
        <p className="summary">
          <Link to="/admin/payouts">{work("frozen")}</Link>
        </p>
      ) : null}
      {rates.old ? (
        <p className="summary">
          <Link to="/admin/payments/rates">{rates.old}</Link>
        </p>
      ) : null}
      {networks.map((problem) => (
        <p className="summary" key={problem}>
          <Link to="/admin/networks">{problem}</Link>
        </p>
      ))}
      <section>
        <Title order={2}>{t("overview.waiting")}</Title>
        <div className="counts">
          {queues.map(({ queue, page, count, oldest }) => (
            <Count key={queue} isWork href={page} count={count}>
              {names(`name.${queue}`)}
              {oldest ? <small>{t("overview.since", { at: oldest })}</small> : null}
            </Count>
          ))}
          <Count href="/admin/payouts?status=PROCESSING" count={processing}>
            {work("processing")}
          </Count>
        </div>
      </section>
      {rates.newest ? (
        <p className="help">
          <Link to="/admin/payments/rates">{rates.newest}</Link>
        </p>
      ) : null}
      <OverviewPlots figures={loaderData.figures} ages={loaderData.ages} />
      <section>
        <Title order={2}>{t("overview.creators")}</Title>
        <div className="counts">
          {STATUSES.map((status) => (
            <Count key={status} href={`/admin/users?status=${status}`} count={statuses[status] ?? 0}>
              {t(`status.${status}`)}
            </Count>
          ))}
        </div>
      </section>
      <Card title={t("overview.last")}>
        <AuditTable entries={audit} />
      </Card>
    </AdminPage>
  );
}

function Count({
  href,
  count,
  isWork = false,
  children,
}: {
  href: string;
  count: number;
  isWork?: boolean;
  children: ReactNode;
}) {
  return (
    <Link to={href} data-count={count} {...(isWork && count > 0 ? { className: "waits" } : {})}>
      <b>{count}</b>
      {children}
    </Link>
  );
}
