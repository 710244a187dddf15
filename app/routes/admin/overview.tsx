import { Title } from "@mantine/core";
import { servicesContext } from "../../context.ts";
import { type AccountStatus, countByStatus } from "../../domain/accounts/accounts.server.ts";
import { listAudit } from "../../domain/audit/audit.server.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import { countPayoutWork, findPayoutFreeze } from "../../domain/payouts/payouts.server.ts";
import { countItemQueue, countTipQueue } from "../../domain/tips/tips.server.ts";
import { countQueue } from "../../domain/verification/verification.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { AdminPage } from "../../ui/page/admin-page.tsx";
import { AuditTable } from "../../ui/page/audit-table.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/overview";

/** The back office at a glance: what waits, who is there, what was done last. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const locale = getLocale(context);
  const [verifications, tips, items, statuses, audit, payouts, freeze] = await Promise.all([
    countQueue(db),
    countTipQueue(db),
    countItemQueue(db),
    countByStatus(db),
    listAudit(db, {}),
    countPayoutWork(db),
    findPayoutFreeze(db),
  ]);
  const shown = ({ count, oldest }: { count: number; oldest: Date | null }) => ({
    count,
    oldest: oldest ? formatMoment(oldest, locale) : null,
  });
  return {
    title: getI18n(context).t("admin:overview.title"),
    queues: { verifications: shown(verifications), tips: shown(tips), items: shown(items) },
    payouts,
    isFrozen: freeze !== null,
    statuses,
    audit: audit.entries.slice(0, 5).map((entry) => ({ ...entry, at: formatMoment(entry.at, locale) })),
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

const QUEUES = ["verifications", "tips", "items"] as const;

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  const { t: desk } = useTexts("payoutDesk");
  const { queues, payouts, isFrozen, statuses, audit } = loaderData;
  return (
    <AdminPage title={loaderData.title} area="overview">
      {isFrozen ? (
        <p className="summary">
          <a href="/admin/payouts">{desk("overview.frozen")}</a>
        </p>
      ) : null}
      <section>
        <Title order={2}>{t("overview.waiting")}</Title>
        <div className="counts">
          {QUEUES.map((area) => (
            <a key={area} href={`/admin/${area}`}>
              <b>{queues[area].count}</b>
              {t(`areas.${area}`)}
              <small>
                {queues[area].oldest
                  ? t("overview.since", { at: queues[area].oldest })
                  : t("overview.nothing")}
              </small>
            </a>
          ))}
          <a href="/admin/payout-data">
            <b>{payouts.details}</b>
            {desk("overview.details")}
          </a>
          <a href="/admin/payouts?status=REQUESTED">
            <b>{payouts.requested}</b>
            {desk("overview.requested")}
          </a>
          <a href="/admin/payouts?status=PROCESSING">
            <b>{payouts.processing}</b>
            {desk("overview.processing")}
          </a>
        </div>
      </section>
      <section>
        <Title order={2}>{t("overview.creators")}</Title>
        <div className="counts">
          {STATUSES.map((status) => (
            <a key={status} href={`/admin/users?status=${status}`}>
              <b>{statuses[status] ?? 0}</b>
              {t(`status.${status}`)}
            </a>
          ))}
        </div>
      </section>
      <section className="card">
        <Title order={2}>{t("overview.last")}</Title>
        <AuditTable entries={audit} />
      </section>
    </AdminPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
