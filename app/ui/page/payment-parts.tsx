import type { ReactElement } from "react";
import { DataTable, Facts } from "../display/data-table.tsx";
import { shortId } from "../display/short-id.ts";
import { useTexts } from "../texts.ts";

export const PAYMENT_STATES = [
  "CREATED",
  "REDIRECTED",
  "PROCESSING",
  "SUCCESS",
  "FAILED",
  "REFUNDED",
  "CHARGEBACK",
] as const;
type State = (typeof PAYMENT_STATES)[number];

/** A payment's state as a chip. */
export function PaymentState({ status }: { status: State }): ReactElement {
  const { t } = useTexts("books");
  return (
    <span className="status" data-status={status}>
      {t(`state.${status}`)}
    </span>
  );
}

interface ShownFacts {
  /** What stands on the papers and in the fan's mail. */
  receipt: string;
  id: string;
  status: State;
  type: string;
  failure: string | null;
  reference: string | null;
  tip: string;
  fee: string;
  vat: string;
  country: string;
  charged: string;
  left: string;
  paid: string | null;
  fan: string | null;
  creator: { id: string; username: string | null } | null;
}

/** What a payment is made of, and whose it is. */
export function FactsOfPayment({ facts }: { facts: ShownFacts }): ReactElement {
  const { t } = useTexts("books");
  const { creator } = facts;
  return (
    <Facts
      facts={[
        [t("payments.payment"), facts.id],
        [t("payment.receipt"), facts.receipt],
        [t("payments.state"), <PaymentState key="state" status={facts.status} />],
        [t("payment.charged"), facts.charged],
        [t("payment.tip"), facts.tip],
        [t("payment.fee"), facts.fee],
        [t("payment.vat", { country: facts.country }), facts.vat],
        [t("payment.left"), facts.left],
        [
          t("payment.creator"),
          creator === null ? null : (
            <a key="creator" href={`/admin/users/${creator.id}`}>
              {creator.username === null ? shortId(creator.id) : `@${creator.username}`}
            </a>
          ),
        ],
        [t("payment.fan"), facts.fan],
        [t("payment.paid"), facts.paid],
        [t("payment.type"), facts.type],
        [t("payment.reference"), facts.reference],
        ...(facts.failure === null ? [] : [[t("payment.failure"), facts.failure] as const]),
      ]}
    />
  );
}

interface ShownEvent {
  id: number;
  kind: string;
  detail: string;
  at: string;
}

const EVENTS = [
  "created",
  "processing",
  "failed",
  "settled",
  "refund_posted",
  "refund_done",
  "refund_failed",
  "refunding_second_success",
  "refunding_receiver_cannot_receive",
  "refunding_other_amount",
] as const;

/** What happened to a payment, in its order. */
export function EventList({ events }: { events: readonly ShownEvent[] }): ReactElement {
  const { t } = useTexts("books");
  const name = (kind: string) => {
    const known = EVENTS.find((each) => each === kind);
    return known ? t(`event.${known}`) : kind;
  };
  return (
    <DataTable
      caption={t("payment.history")}
      columns={[t("payment.event"), t("payment.at"), t("payment.detail")]}
      empty={t("payment.noEvents")}
      rows={events.map((event) => ({
        key: String(event.id),
        cells: [
          name(event.kind),
          event.at,
          <span key="detail" className="change">
            {event.detail}
          </span>,
        ],
      }))}
    />
  );
}

interface ShownDispute {
  id: string;
  dispute_ref: string;
  status: string;
  amount: string;
  at: string;
}

const DISPUTE_STATES = ["OPEN", "WON", "LOST"] as const;

/** What the fans' banks asked about. */
export function DisputeList({ disputes }: { disputes: readonly ShownDispute[] }): ReactElement {
  const { t } = useTexts("books");
  const state = (status: string) => {
    const known = DISPUTE_STATES.find((each) => each === status);
    return known ? t(`disputeState.${known}`) : status;
  };
  return (
    <DataTable
      caption={t("payment.disputes")}
      columns={[t("payment.reference"), t("payment.amount"), t("payment.status"), t("payment.at")]}
      empty={t("payment.noDisputes")}
      rows={disputes.map((each) => ({
        key: each.id,
        cells: [each.dispute_ref, each.amount, state(each.status), each.at],
      }))}
    />
  );
}

interface ListedRefund {
  id: string;
  status: string;
  asked_by: string;
  asked_for_by: string | null;
  reason: string;
  amount: string;
  tip: string;
  goodwill: string;
  at: string;
}

const REFUND_STATES = ["REQUESTED", "DONE", "FAILED"] as const;
const ASKERS = ["PRODUCT", "CREATOR", "OPERATOR", "PROVIDER"] as const;

/** What was given back, who asked for it, and how it ended. */
export function RefundList({ refunds }: { refunds: readonly ListedRefund[] }): ReactElement {
  const { t } = useTexts("books");
  const state = (status: string) => {
    const known = REFUND_STATES.find((each) => each === status);
    return known ? t(`refundState.${known}`) : status;
  };
  const asker = (role: string) => {
    const known = ASKERS.find((each) => each === role);
    return known ? t(`askedBy.${known}`) : role;
  };
  return (
    <DataTable
      caption={t("payment.refunds")}
      columns={[
        t("payment.amount"),
        t("payment.status"),
        t("payment.ofTip"),
        t("payment.goodwill"),
        t("payment.askedBy"),
        t("payment.reason"),
        t("payment.at"),
      ]}
      empty={t("payment.noRefunds")}
      rows={refunds.map((each) => ({
        key: each.id,
        cells: [
          <span key="amount" className="money">
            {each.amount}
          </span>,
          state(each.status),
          <span key="tip" className="money">
            {each.tip}
          </span>,
          <span key="goodwill" className="money">
            {each.goodwill}
          </span>,
          <span key="asker">
            {asker(each.asked_by)}
            <small>{each.asked_for_by}</small>
          </span>,
          each.reason,
          each.at,
        ],
      }))}
    />
  );
}
