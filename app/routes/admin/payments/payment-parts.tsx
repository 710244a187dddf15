import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Stamp } from "../../../domain/money/formats.ts";
import type { Payment } from "../../../domain/payments/payment-record.server.ts";
import type { PaymentStatus } from "../../../domain/payments/states.ts";
import { AmountTable } from "../../../ui/components/amount-table.tsx";
import { Changes, type ShownChange } from "../../../ui/components/audit-table.tsx";
import { DataTable, Facts, figure, time } from "../../../ui/components/data-table.tsx";
import { named } from "../../../ui/components/known-names.ts";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { UserLink } from "../page-parts.tsx";

type State = PaymentStatus;

export function PaymentState({ status }: { status: State }) {
  const { t } = useTranslation("books");
  return (
    <span className="status" data-status={status}>
      {t(`state.${status}`)}
    </span>
  );
}

interface ShownFacts {
  receipt: string;
  id: string;
  status: State;
  type: Payment["type"];
  failure: Payment["failure_reason"];
  provider: string;
  reference: string | null;
  /** Where fans pay the creator directly. */
  account: string | undefined;
  series: string | null;
  tip: string;
  fee: string;
  vat: string;
  country: string;
  charged: string;
  ourFee: string | null;
  left: string;
  paid: string | null;
  fan: string | null;
  creator: { id: string; username: string | null } | null;
  group: { id: string; slug: string; isLinked: boolean } | null;
  voucher: { id: string; end: string | null } | null;
}

export function FactsOfPayment({ facts }: { facts: ShownFacts }) {
  const { t } = useTranslation("books");
  const { t: tip } = useTranslation("tip");
  const { t: changes } = useTranslation("changes");
  const { creator } = facts;
  return (
    <Facts
      facts={[
        [t("payment.receipt"), facts.receipt],
        [t("payments.state"), <PaymentState key="state" status={facts.status} />],
        [t("payment.creator"), creator === null ? null : <UserLink key="creator" {...creator} />],
        [
          t("payment.group"),
          facts.group?.isLinked ? (
            <Link key="group" to={`/admin/reviews/groups/${facts.group.id}`}>
              /gl/{facts.group.slug}
            </Link>
          ) : (
            facts.group && `/gl/${facts.group.slug}`
          ),
        ],
        [t("payment.voucher"), facts.voucher ? <VoucherLink key="voucher" {...facts.voucher} /> : undefined],
        [
          t("payment.monthly"),
          facts.series === null ? undefined : (
            <Link key="monthly" to={`/admin/monthly/${facts.series}`}>
              <ShortId id={facts.series} />
            </Link>
          ),
        ],
        [t("payment.fan"), <LongText key="fan" text={facts.fan} />],
        [t("payment.paid"), facts.paid],
        [t("payment.type"), tip(`payment.types.${facts.type}.name`)],
        [t("books.provider"), facts.provider],
        [t("payment.reference"), facts.reference === null ? null : <code key="ref">{facts.reference}</code>],
        [t("payment.account"), facts.account && <code key="account">{facts.account}</code>],
        [t("payment.id"), <code key="id">{facts.id}</code>],
        [t("payment.failure"), facts.failure ? changes(`failure.${facts.failure}`) : undefined],
      ]}
    />
  );
}

function VoucherLink({ id, end }: { id: string; end: string | null }) {
  return end === null ? <ShortId id={id} /> : <Link to={`/admin/vouchers/${id}`}>…{end}</Link>;
}

export function MoneyOfPayment({ facts }: { facts: ShownFacts }) {
  const { t } = useTranslation("books");
  return (
    <AmountTable
      lines={[
        { name: t(facts.voucher ? "payment.voucher" : "payment.tip"), amount: facts.tip },
        { name: t("payment.fee"), amount: facts.fee },
        { name: t("payment.vat", { country: facts.country }), amount: facts.vat },
        { name: t("payment.charged"), amount: facts.charged, isSum: true },
        ...(facts.ourFee === null ? [] : [{ name: t("payment.ourFee"), amount: facts.ourFee }]),
        { name: t("payment.left"), amount: facts.left },
      ]}
    />
  );
}

interface ShownEvent {
  id: number;
  kind: string;
  changes: ShownChange[];
  at: Stamp;
}

const EVENTS = [
  "created",
  "processing",
  "failed",
  "settled",
  "refused_by_provider",
  "method_replaced",
  "withdrawn",
  "refund_posted",
  "refund_done",
  "refund_failed",
  "refund_failed_late",
  "paid_again",
  "refunding_second_success",
  "refunding_receiver_cannot_receive",
  "refunding_other_amount",
] as const;

export function EventList({ events }: { events: readonly ShownEvent[] }) {
  const { t } = useTranslation("books");
  const name = (kind: string) => named(EVENTS, kind, (known) => t(`event.${known}`));
  return (
    <DataTable
      caption={t("payment.history")}
      columns={[t("payment.event"), time(t("payment.at")), t("payment.detail")]}
      empty={t("payment.none")}
      rows={events.map((event) => ({
        key: String(event.id),
        cells: [name(event.kind), event.at, <Changes key="detail" changes={event.changes} />],
      }))}
    />
  );
}

interface ShownDispute {
  id: string;
  dispute_ref: string;
  status: string;
  amount: string;
  at: Stamp;
}

const DISPUTE_STATES = ["OPEN", "WON", "LOST"] as const;

export function DisputeList({ disputes }: { disputes: readonly ShownDispute[] }) {
  const { t } = useTranslation("books");
  const state = (status: string) => named(DISPUTE_STATES, status, (known) => t(`disputeState.${known}`));
  return (
    <DataTable
      caption={t("payment.disputes")}
      columns={[
        t("payment.reference"),
        figure(t("payment.amount")),
        t("payment.status"),
        time(t("payment.at")),
      ]}
      empty={t("payment.none")}
      rows={disputes.map((each) => ({
        key: each.id,
        cells: [<code key="ref">{each.dispute_ref}</code>, each.amount, state(each.status), each.at],
      }))}
    />
  );
}

interface ShownRefund {
  id: string;
  status: string;
  asked_by: string;
  asked_for_by: string | null;
  reason: string;
  amount: string;
  tip: string;
  goodwill: string;
  at: Stamp;
}

const REFUND_STATES = ["REQUESTED", "DONE", "FAILED", "FAILED_LATE"] as const;
const ASKERS = ["PRODUCT", "CREATOR", "OPERATOR", "PROVIDER", "BUYER"] as const;
const SURPLUS_REASONS = ["second_success", "receiver_cannot_receive", "other_amount"] as const;

export function RefundList({ refunds }: { refunds: readonly ShownRefund[] }) {
  const { t } = useTranslation("books");
  const { t: byHand } = useTranslation("byHand");
  const state = (status: string) =>
    status === "BY_HAND"
      ? byHand("state")
      : named(REFUND_STATES, status, (known) => t(`refundState.${known}`));
  const asker = (role: string) => named(ASKERS, role, (known) => t(`askedBy.${known}`));
  const { t: suspense } = useTranslation("suspense");
  /** An operator's text is shown as written; other reasons are keys. */
  const reason = ({ asked_by, reason: given }: ShownRefund) => {
    if (asked_by === "CREATOR") return t("payment.reasonCreator");
    if (asked_by === "BUYER" || asked_by === "PROVIDER") return "–";
    return asked_by === "PRODUCT"
      ? named(SURPLUS_REASONS, given, (known) => suspense(`reason.${known}`))
      : given;
  };
  return (
    <DataTable
      caption={t("payment.refunds")}
      columns={[
        t("payment.at"),
        t("payment.status"),
        t("payment.askedBy"),
        t("payment.reason"),
        figure(t("payment.amount")),
        figure(t("payment.ofTip")),
        figure(t("payment.goodwill")),
      ]}
      empty={t("payment.none")}
      rows={refunds.map((each) => ({
        key: each.id,
        cells: [
          each.at,
          state(each.status),
          <span key="asker">
            {asker(each.asked_by)}
            <small>{each.asked_for_by}</small>
          </span>,
          reason(each),
          each.amount,
          each.tip,
          each.goodwill,
        ],
      }))}
    />
  );
}

export function ShareList({
  shares,
}: {
  shares: readonly { id: string; username: string | null; amount: string; left: string }[];
}) {
  const { t } = useTranslation("books");
  return (
    <DataTable
      caption={t("payment.shares")}
      columns={[t("payment.creator"), figure(t("payment.share")), figure(t("payment.shareLeft"))]}
      empty={t("payment.none")}
      rows={shares.map((share) => ({
        key: share.id,
        cells: [<UserLink key="creator" {...share} />, share.amount, share.left],
      }))}
    />
  );
}
