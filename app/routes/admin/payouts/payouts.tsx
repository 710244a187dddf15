import { servicesContext } from "../../../context.ts";
import { countApprovals } from "../../../domain/approvals/approvals.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import {
  findPayoutFreeze,
  listDeskPayouts,
  listLeaversWithMoney,
  listWaitingPayouts,
  PAYOUT_STATUSES,
  type PayoutStatus,
} from "../../../domain/payouts/payouts.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { FreezeFacts } from "../../../ui/components/ledger-check-names.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/payouts";
import { PayoutStatusChip, PayoutTable } from "./payout-table.tsx";
import { payoutTotals, showDeskPayout } from "./payouts.server.ts";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

const DONE = ["empty", "frozen", "no_account", "accounts_wait", "lifted", "gone", "waiting"] as const;

/** What waits to be paid, whether it may be, and every payout there was. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const status = askedOf(url.searchParams, "status", PAYOUT_STATUSES);
  const done = askedOf(url.searchParams, "done", DONE);
  const [leavers, waiting, freeze, { payouts, next }] = await Promise.all([
    listLeaversWithMoney(db),
    listWaitingPayouts(db),
    findPayoutFreeze(db),
    listDeskPayouts(db, { status, after: askedAfter(url.searchParams) }),
  ]);
  return {
    accountsWait: await countApprovals(db, { kind: "PAYOUT_DATA" }),
    title: t("adminPayouts:payouts.title"),
    done: done ? t(`adminPayouts:payouts.done.${done}`) : null,
    status,
    isAlone: second_operator_from_minor === null,
    freeze: freeze && { reason: freeze.reason, at: formatMoment(freeze.frozen_at, locale) },
    waiting: waiting.map((each) => ({
      ...each,
      total: formatAmount(each.total_minor, each.currency, locale),
      oldest: formatMoment(each.oldest, locale),
    })),
    leavers: leavers.map(({ available_minor, currency, ...each }) => ({
      ...each,
      amount: formatAmount(available_minor, currency, locale),
    })),
    payouts: payouts.map((payout) => showDeskPayout(payout, locale)),
    totals: {
      label: t(status === null ? "adminPayouts:table.totalUnlessFailed" : "adminPayouts:table.total"),
      sums: payoutTotals(payouts, status === null, locale),
    },
    next: nextPage("/admin/payouts", next, { status }),
  };
}

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("adminPayouts");
  const refused = useRefusal();
  const { freeze, payouts, next, status, totals } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>
        <a href="/admin/payouts/batches">{t("payouts.batches")}</a>
      </p>
      {freeze ? (
        <>
          <div className="summary">
            <p>
              <b>{t("freeze.title")}</b> {t("freeze.since", { at: freeze.at })}.
            </p>
            <FreezeFacts reason={freeze.reason} />
          </div>
          <ReasonForm
            id="unfreeze"
            action="/admin/payouts/freeze/removal"
            isGrave
            title={t("freeze.go")}
            text={t("freeze.text")}
            label={t("freeze.reason")}
            help={t("freeze.reasonHelp")}
            button={t("freeze.go")}
            lastResult={refused}
          />
        </>
      ) : null}
      <Card title={t("payouts.waiting")}>
        {loaderData.accountsWait > 0 ? (
          <p className="note">
            <a href="/admin/approvals">{t("payouts.accountsWait", { count: loaderData.accountsWait })}</a>
          </p>
        ) : null}
        <Waiting waiting={loaderData.waiting} />
      </Card>
      {loaderData.leavers.length > 0 ? (
        <Card title={t("payouts.leavers")}>
          <p>{t("payouts.leaversText")}</p>
          <ul className="points">
            {loaderData.leavers.map(({ user_id, username, amount }) => (
              <li key={`${user_id} ${amount}`}>
                <a href={`/admin/users/${user_id}`}>{`${username ?? user_id}: ${amount}`}</a>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card title={t("payouts.all")}>
        <StatusFilter status={status} />
        <PayoutTable caption={t("payouts.all")} payouts={payouts} totals={totals} />
        <NextPage href={next} text={t("payouts.next")} />
      </Card>
    </AdminPage>
  );
}

function Waiting({ waiting }: Pick<Route.ComponentProps["loaderData"], "waiting">) {
  const { t } = useTexts("adminPayouts");
  return (
    <DataTable
      caption={t("payouts.waiting")}
      columns={[
        t("payouts.rail"),
        { name: t("payouts.sum"), isFigure: true },
        { name: t("payouts.count"), isFigure: true },
        t("payouts.oldest"),
        t("payouts.batch"),
      ]}
      empty={t("payouts.nothing")}
      rows={waiting.map(({ rail, currency, total, count, oldest }) => ({
        key: `${rail} ${currency}`,
        cells: [
          `${t(`rail.${rail}`)}, ${currency}`,
          total,
          count,
          oldest,
          <form key="make" method="post" action="/admin/payouts/batches">
            <input type="hidden" name="rail" value={rail} />
            <input type="hidden" name="currency" value={currency} />
            <button type="submit" className="second-button">
              {t("payouts.make")}{" "}
              <span className="hidden-visually">
                {t(`rail.${rail}`)}, {currency}
              </span>
            </button>
          </form>,
        ],
      }))}
    />
  );
}

const FILTERS: readonly PayoutStatus[] = ["REQUESTED", "PROCESSING", "PAID", "RETURN_REPORTED", "FAILED"];

function StatusFilter({ status }: { status: PayoutStatus | null }) {
  const { t } = useTexts("adminPayouts");
  const current = (isCurrent: boolean) => (isCurrent ? { "aria-current": "page" as const } : {});
  return (
    <nav className="filters" aria-label={t("payouts.filter")}>
      <a href="/admin/payouts" {...current(status === null)}>
        <span className="status">{t("payouts.every")}</span>
      </a>
      {FILTERS.map((each) => (
        <a key={each} href={`/admin/payouts?status=${each}`} {...current(status === each)}>
          <PayoutStatusChip status={each} />
        </a>
      ))}
    </nav>
  );
}
