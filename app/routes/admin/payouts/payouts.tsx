import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { countApprovals } from "../../../domain/approvals/approvals.server.ts";
import { batchForm, reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import {
  listAdminPayouts,
  listWaitingPayouts,
  PAYOUT_STATUSES,
  type PayoutStatus,
} from "../../../domain/payouts/batches/admin-queries.server.ts";
import { makeBatch } from "../../../domain/payouts/batches/batches.server.ts";
import { findPayoutFreeze, liftPayoutFreeze } from "../../../domain/payouts/freezes.server.ts";
import { listDeletedWithMoney } from "../../../domain/payouts/requests/withdrawals.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, figure, NextPage } from "../../../ui/components/data-table.tsx";
import { RefusedClick } from "../../../ui/components/form-errors.tsx";
import { FreezeFacts } from "../../../ui/components/ledger-check-names.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { formForAll, pageActs } from "../acts.server.ts";
import { askedAfter, askedOf, deskOf, doneText, nextPage } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import { payoutTotals, showDeskPayout } from "../shown-money.server.ts";
import type { Route } from "./+types/payouts";
import { PayoutStatusChip, PayoutTable } from "./payout-parts.tsx";

const DONE = ["empty", "frozen", "no_account", "accounts_wait", "lifted", "gone", "waiting"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, isAlone, locale, t, money, moment, stamp } = deskOf(context);
  const status = askedOf(url.searchParams, "status", PAYOUT_STATUSES);
  const [leavers, waiting, freeze, { payouts, next }] = await Promise.all([
    listDeletedWithMoney(db),
    listWaitingPayouts(db),
    findPayoutFreeze(db),
    listAdminPayouts(db, { status, after: askedAfter(url.searchParams) }),
  ]);
  return {
    accountsWait: await countApprovals(db, { kind: "PAYOUT_DATA" }),
    done: doneText(url, DONE, (done) => t(`adminPayouts:payouts.done.${done}`)),
    status,
    isAlone,
    freeze: freeze && { reason: freeze.reason, at: moment(freeze.frozen_at) },
    waiting: waiting.map((each) => ({
      ...each,
      total: money(each.total_minor, each.currency),
      oldest: stamp(each.oldest),
    })),
    leavers: leavers.map(({ available_minor, currency, ...each }) => ({
      ...each,
      amount: money(available_minor, currency),
    })),
    payouts: payouts.map((payout) => ({
      ...showDeskPayout(payout, locale),
      requested: stamp(payout.requested_at),
    })),
    totals: {
      label: t(status === null ? "adminPayouts:table.totalUnlessFailed" : "adminPayouts:table.total"),
      sums: payoutTotals(payouts, status === null, locale),
    },
    next: nextPage("/admin/payouts", next, { status }),
  };
}

export const action = pageActs({
  make: formForAll(batchForm, async ({ services, operator_id }, batch) => {
    const account = services.config.payoutAccount;
    const made = await makeBatch(services, { ...batch, operator_id, account });
    if (made.outcome === "made") return redirect(`/admin/payouts/batches/${made.batch_id}?done=made`, 303);
    return redirect(`/admin/payouts?done=${made.outcome}`, 303);
  }),
  unfreeze: formForAll(reasonForm, async ({ services, operator_id }, { reason }) => {
    const done = await liftPayoutFreeze(services, { operator_id, reason });
    return redirect(`/admin/payouts?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  const [ofUnfreeze, ofMake] = [useActReply("unfreeze"), useActReply("make")];
  const { freeze, payouts, next, status, totals } = loaderData;
  return (
    <AdminPage title={t("payouts.title")} done={loaderData.done} isAlone={loaderData.isAlone}>
      <UpLink to="/admin/payouts/batches">{t("payouts.batches")}</UpLink>
      {freeze ? (
        <>
          <div className="summary">
            <p>
              <b>{t("freeze.title")}</b> {t("freeze.since", { at: freeze.at })}.
            </p>
            <FreezeFacts reason={freeze.reason} />
          </div>
          <ReasonForm
            intent="unfreeze"
            schema={reasonForm}
            isGrave
            title={t("freeze.go")}
            text={t("freeze.text")}
            label={t("freeze.reason")}
            help={t("freeze.reasonHelp")}
            button={t("freeze.go")}
          />
        </>
      ) : (
        <RefusedClick id="unfreeze" refusal={ofUnfreeze} />
      )}
      <RefusedClick id="make" refusal={ofMake} />
      <Card title={t("payouts.waiting")}>
        {loaderData.accountsWait > 0 ? (
          <p className="note">
            <Link to="/admin/approvals">{t("payouts.accountsWait", { count: loaderData.accountsWait })}</Link>
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
                <Link to={`/admin/users/${user_id}`}>{`${username ?? user_id}: ${amount}`}</Link>
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
  const { t } = useTranslation("adminPayouts");
  return (
    <DataTable
      caption={t("payouts.waiting")}
      columns={[
        t("payouts.rail"),
        figure(t("payouts.sum")),
        figure(t("payouts.count")),
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
          <Form key="make" method="post">
            <input type="hidden" name="currency" value={currency} />
            <SubmitButton kind="second" intent="make" choice={{ name: "rail", value: rail }}>
              {t("payouts.make")}{" "}
              <span className="hidden-visually">
                {t(`rail.${rail}`)}, {currency}
              </span>
            </SubmitButton>
          </Form>,
        ],
      }))}
    />
  );
}

const FILTERS: readonly PayoutStatus[] = ["REQUESTED", "PROCESSING", "PAID", "RETURN_REPORTED", "FAILED"];

function StatusFilter({ status }: { status: PayoutStatus | null }) {
  const { t } = useTranslation("adminPayouts");
  const current = (isCurrent: boolean) => (isCurrent ? { "aria-current": "page" as const } : {});
  return (
    <nav className="filters" aria-label={t("payouts.filter")}>
      <Link to="/admin/payouts" {...current(status === null)}>
        <span className="status">{t("payouts.every")}</span>
      </Link>
      {FILTERS.map((each) => (
        <Link key={each} to={`/admin/payouts?status=${each}`} {...current(status === each)}>
          <PayoutStatusChip status={each} />
        </Link>
      ))}
    </nav>
  );
}
