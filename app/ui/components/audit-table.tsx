import type { ReactElement } from "react";
import type { AuditAction, AuditEntry } from "../../domain/audit/audit.server.ts";
import { useTexts } from "../texts.ts";
import { type ChangedMoney, Changes } from "./changes.tsx";
import { DataTable } from "./data-table.tsx";
import { LongText } from "./long-text.tsx";
import { ShortId } from "./short-id.tsx";

export type ShownAuditEntry = Omit<AuditEntry, "at"> & { at: string; money: ChangedMoney | null };

/** Typed so that an action without a text does not compile. */
const AUDIT_ACTIONS = {
  "verification.accepted": "verification_accepted",
  "verification.declined": "verification_declined",
  "account.locked": "account_locked",
  "account.unlocked": "account_unlocked",
  "account.second_factor_removed": "account_second_factor_removed",
  "account.sessions_ended": "account_sessions_ended",
  "operator.created": "operator_created",
  "tip.accepted": "tip_accepted",
  "tip.declined": "tip_declined",
  "item.accepted": "item_accepted",
  "item.declined": "item_declined",
  "words.accepted": "words_accepted",
  "words.declined": "words_declined",
  "words.removed": "words_removed",
  "grouplist.accepted": "grouplist_accepted",
  "grouplist.declined": "grouplist_declined",
  "supporter.removed": "supporter_removed",
  "creator.featured": "creator_featured",
  "creator.unfeatured": "creator_unfeatured",
  "announcement.created": "announcement_created",
  "announcement.changed": "announcement_changed",
  "announcement.ended": "announcement_ended",
  "announcement.deleted": "announcement_deleted",
  "payout_data.accepted": "payout_data_accepted",
  "payout_data.declined": "payout_data_declined",
  "payout_data.viewed": "payout_data_viewed",
  "statement.viewed": "statement_viewed",
  "payouts.batched": "payouts_batched",
  "payouts.released": "payouts_released",
  "payouts.dissolved": "payouts_dissolved",
  "payouts.withdrawn": "payouts_withdrawn",
  "payouts.results_read": "payouts_results_read",
  "payouts.file_fetched": "payouts_file_fetched",
  "payout.paid": "payout_paid",
  "payout.failed": "payout_failed",
  "payout.bounced": "payout_bounced",
  "payout.return_reported": "payout_return_reported",
  "payout.return_dropped": "payout_return_dropped",
  "payout.for_locked": "payout_for_locked",
  "balance.given_up": "balance_given_up",
  "payouts.unfrozen": "payouts_unfrozen",
  "payment.refunded": "payment_refunded",
  "voucher.locked": "voucher_locked",
  "voucher.unlocked": "voucher_unlocked",
  "voucher.mail_sent": "voucher_mail_sent",
  "payment.reported": "payment_reported",
  "suspense.refund_asked": "suspense_refund_asked",
  "suspense.returned": "suspense_returned",
  "suspense.kept": "suspense_kept",
  "refund_failure.seen": "refund_failure_seen",
  "receivable.written_off": "receivable_written_off",
  "settlement.imported": "settlement_imported",
  "settlement.exception_settled": "settlement_exception_settled",
  "settlement.event_taken": "settlement_event_taken",
  "settlement.event_reversed": "settlement_event_reversed",
  "correction.posted": "correction_posted",
  "correction.reversed": "correction_reversed",
  "bank.statement_imported": "bank_statement_imported",
  "bank.exception_settled": "bank_exception_settled",
  "bank.gap_settled": "bank_gap_settled",
  "journal.exported": "journal_exported",
  "vat.exported": "vat_exported",
  "sellers.exported": "sellers_exported",
  "tax_details.changed": "tax_details_changed",
  "news.retried": "news_retried",
  "mail.retried": "mail_retried",
  "network.tried_again": "network_tried_again",
  "rate.accepted": "rate_accepted",
  "rate.refused": "rate_refused",
  "content_case.decided": "content_case_decided",
  "approval.asked": "approval_asked",
  "approval.approved": "approval_approved",
  "approval.declined": "approval_declined",
} as const satisfies Record<AuditAction, string>;

export function AuditTable({ entries }: { entries: readonly ShownAuditEntry[] }): ReactElement {
  const { t } = useTexts("admin");
  return (
    <DataTable
      caption={t("audit.title")}
      columns={[
        t("audit.act"),
        t("audit.subject"),
        t("audit.change"),
        t("audit.actor"),
        { name: t("audit.at"), isMoment: true },
      ]}
      empty={t("audit.empty")}
      rows={entries.map((entry) => ({
        key: String(entry.id),
        cells: [
          <ActionName key="action" action={entry.action} />,
          <Subject key="subject" subject={entry.subject} />,
          <Changes
            key="change"
            kind={kindOf(entry)}
            before={entry.before}
            after={entry.after}
            money={entry.money}
          />,
          entry.actor === null ? t("audit.commandLine") : <LongText key="actor" text={entry.actor} />,
          entry.at,
        ],
      }))}
    />
  );
}

/** By subject; payout data has its creator as subject. */
function kindOf({ action, subject }: Pick<AuditEntry, "action" | "subject">): string {
  return action.startsWith("payout_data.") ? "payout_data" : (subject.split(":")[0] ?? "");
}

const ACTION_NAMES = new Map(Object.entries(AUDIT_ACTIONS));

export function ActionName({ action }: { action: string }): string {
  const { t } = useTexts("changes");
  const name = ACTION_NAMES.get(action);
  return name ? t(`acts.${name}`) : action;
}

const SUBJECTS = new Map(
  Object.entries({
    user: { text: "user", href: (id: string) => `/admin/users/${id}` },
    tip: { text: "tip", href: (id: string) => `/admin/tips/${id}` },
    item: { text: "item", href: (id: string) => `/admin/items/${id}` },
    grouplist: { text: "grouplist", href: (id: string) => `/admin/groups/${id}` },
    words: { text: "words", href: (id: string) => `/admin/words/${id}` },
    payment: { text: "payment", href: (id: string) => `/admin/payments/${id}` },
    suspense: { text: "suspense", href: (id: string) => `/admin/exceptions/suspense/${id}` },
    voucher: { text: "voucher", href: (id: string) => `/admin/vouchers/${id}` },
    journal: { text: "journal", href: () => "/admin/books/journal" },
    vat: { text: "vat", href: (id: string) => `/admin/books/oss?quarter=${id}` },
    sellers: { text: "sellers", href: (id: string) => `/admin/books/sellers?year=${id}` },
    settlement: { text: "settlement", href: (id: string) => `/admin/books/settlements/${id}` },
    correction: { text: "correction", href: (id: string) => `/admin/books/corrections/${id}` },
    bank_statement: { text: "statement", href: (id: string) => `/admin/books/bank/${id}` },
    bank_entry: { text: "booking", href: (id: string) => `/admin/exceptions/bookings/${id}` },
    payout: { text: "payout", href: (id: string) => `/admin/payouts/${id}` },
    payout_batch: { text: "batch", href: (id: string) => `/admin/payouts/batches/${id}` },
    mail: { text: "mail", href: () => "/admin/mails" },
    network: { text: "network", href: () => "/admin/networks" },
    rate: { text: "rate", href: () => "/admin/exceptions?kind=rates" },
    payout_destination: { text: "payoutData", href: (id: string) => `/admin/payout-data/${id}` },
    content_case: { text: "contentCase", href: (id: string) => `/admin/reports/${id}` },
    notice: { text: "notice", href: (id: string) => `/admin/announcements/${id}` },
    event: { text: "event", href: (id: string) => `/admin/announcements/${id}` },
    payout_freeze: { text: "freeze", href: () => "/admin/payouts" },
  } as const),
);

function Subject({ subject }: { subject: string }): ReactElement | string {
  const { t } = useTexts("admin");
  const [kind = "", id] = subject.split(":");
  const known = SUBJECTS.get(kind);
  return known && id ? (
    <a href={known.href(id)}>
      {t(`audit.${known.text}`)} <ShortId id={id} />
    </a>
  ) : (
    subject
  );
}
