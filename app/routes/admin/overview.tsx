import type { ReactNode } from "react";
import { servicesContext } from "../../context.ts";
import { countApprovals } from "../../domain/approvals/approvals.server.ts";
import { listAudit } from "../../domain/audit/audit.server.ts";
import { listHeldRates } from "../../domain/exchange-rates/exchange-rates.server.ts";
import { countReviewQueue } from "../../domain/moderation/moderation.server.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import { countPayoutWork, findPayoutFreeze } from "../../domain/payouts/payouts.server.ts";
import { countSuspense } from "../../domain/suspense/suspense.server.ts";
import { countUnsentMails } from "../../domain/unsent-mails/unsent-mails.server.ts";
import { type AccountStatus, countByStatus } from "../../domain/users/users.server.ts";
import { countQueue } from "../../domain/verification/verification.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { AuditTable } from "../../ui/components/audit-table.tsx";
import { Card } from "../../ui/components/card.tsx";
import { Title } from "../../ui/components/title.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/overview";
import { shownAudit } from "./audit.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The back office at a glance: what waits, who is there, what was done last. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const locale = getLocale(context);
  const [verifications, tips, items, statuses, audit, payouts, freeze, approvals, unclear, rates, mails] =
    await Promise.all([
      countQueue(db),
      countReviewQueue(db, "tip"),
      countReviewQueue(db, "item"),
      countByStatus(db),
      listAudit(db, {}),
      countPayoutWork(db),
      findPayoutFreeze(db),
      countApprovals(db),
      countSuspense(db),
      listHeldRates(db),
      countUnsentMails(db, clock()),
    ]);
  const shown = ({ count, oldest }: { count: number; oldest: Date | null }) => ({
    count,
    oldest: oldest ? formatMoment(oldest, locale) : null,
  });
  return {
    title: getI18n(context).t("admin:overview.title"),
    queues: { verifications: shown(verifications), tips: shown(tips), items: shown(items) },
    payouts,
    approvals,
    unclear,
    rates: rates.length,
    mails,
    isFrozen: freeze !== null,
    statuses,
    audit: await shownAudit(db, audit.entries.slice(0, 5), locale),
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
  const { t: desk } = useTexts("adminPayouts");
  const { t: suspense } = useTexts("suspense");
  const { t: books } = useTexts("books");
  const { queues, payouts, approvals, unclear, rates, mails, isFrozen, statuses, audit } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      {isFrozen ? (
        <p className="summary">
          <a href="/admin/payouts">{desk("overview.frozen")}</a>
        </p>
      ) : null}
      <section>
        <Title order={2}>{t("overview.waiting")}</Title>
        <div className="counts">
          {QUEUES.map((area) => (
            <Count key={area} isWork href={`/admin/${area}`} count={queues[area].count}>
              {t(`areas.${area}`)}
              {queues[area].oldest ? <small>{t("overview.since", { at: queues[area].oldest })}</small> : null}
            </Count>
          ))}
          <Count isWork href="/admin/payout-data" count={payouts.details}>
            {desk("overview.details")}
          </Count>
          <Count isWork href="/admin/payouts?status=REQUESTED" count={payouts.requested}>
            {desk("overview.requested")}
          </Count>
          <Count isWork href="/admin/approvals" count={approvals}>
            {t("areas.approvals")}
          </Count>
          <Count isWork href="/admin/payments/suspense" count={unclear}>
            {suspense("title")}
          </Count>
          <Count isWork href="/admin/payments/rates" count={rates}>
            {books("rates.title")}
          </Count>
          <Count isWork href="/admin/mails" count={mails}>
            {books("mails.title")}
          </Count>
          <Count href="/admin/payouts?status=PROCESSING" count={payouts.processing}>
            {desk("overview.processing")}
          </Count>
        </div>
      </section>
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

/** A number that leads to what it counts; work that waits for an operator is loud, zero is quiet. */
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
    <a href={href} data-count={count} {...(isWork && count > 0 ? { className: "waits" } : {})}>
      <b>{count}</b>
      {children}
    </a>
  );
}
