import type { ReactElement } from "react";
import type { Act, AuditEntry } from "../../domain/audit/audit.server.ts";
import { DataTable } from "../display/data-table.tsx";
import { shortId } from "../display/short-id.ts";
import { useTexts } from "../texts.ts";

/** An entry of the operators' log as it is shown: its moment is a text. */
export type ShownAuditEntry = Omit<AuditEntry, "at"> & { at: string };

/** The text of each act; an act without one does not compile. */
const ACTS = {
  "verification.accepted": "verification_accepted",
  "verification.declined": "verification_declined",
  "account.locked": "account_locked",
  "account.unlocked": "account_unlocked",
  "account.second_factor_removed": "account_second_factor_removed",
  "operator.created": "operator_created",
  "tip.accepted": "tip_accepted",
  "tip.declined": "tip_declined",
  "item.accepted": "item_accepted",
  "item.declined": "item_declined",
  "creator.featured": "creator_featured",
  "creator.unfeatured": "creator_unfeatured",
  "payout_data.accepted": "payout_data_accepted",
  "payout_data.declined": "payout_data_declined",
  "payout_data.viewed": "payout_data_viewed",
  "payouts.batched": "payouts_batched",
  "payouts.file_fetched": "payouts_file_fetched",
  "payout.paid": "payout_paid",
  "payout.failed": "payout_failed",
  "payout.bounced": "payout_bounced",
  "payout.for_locked": "payout_for_locked",
  "payouts.unfrozen": "payouts_unfrozen",
  "payment.refunded": "payment_refunded",
  "receivable.written_off": "receivable_written_off",
  "settlement.imported": "settlement_imported",
} as const satisfies Record<Act, string>;

/** The operators' log: who did what, to whom, and what was changed by it. */
export function AuditTable({ entries }: { entries: readonly ShownAuditEntry[] }): ReactElement {
  const { t } = useTexts("admin");
  return (
    <DataTable
      caption={t("audit.title")}
      columns={[t("audit.act"), t("audit.subject"), t("audit.change"), t("audit.actor"), t("audit.at")]}
      empty={t("audit.empty")}
      rows={entries.map((entry) => ({
        key: String(entry.id),
        cells: [
          <ActName key="act" act={entry.act} />,
          <Subject key="subject" subject={entry.subject} />,
          <Change key="change" before={entry.before} after={entry.after} />,
          entry.actor ?? t("audit.commandLine"),
          entry.at,
        ],
      }))}
    />
  );
}

/** What an act is called. */
export function ActName({ act }: { act: string }): string {
  const { t } = useTexts("admin");
  return Object.hasOwn(ACTS, act) ? t(`acts.${ACTS[act as Act]}`) : act;
}

/** Where a subject is looked at, by its kind. */
const SUBJECTS = {
  user: { text: "user", href: (id: string) => `/admin/users/${id}` },
  tip: { text: "tip", href: (id: string) => `/admin/tips/${id}` },
  item: { text: "item", href: (id: string) => `/admin/items/${id}` },
  payment: { text: "payment", href: (id: string) => `/admin/payments/${id}` },
  settlement: { text: "settlement", href: () => "/admin/books" },
  payout: { text: "payout", href: (id: string) => `/admin/payouts/${id}` },
  payout_batch: { text: "batch", href: (id: string) => `/admin/payouts/batches/${id}` },
  payout_freeze: { text: "freeze", href: () => "/admin/payouts" },
} as const;

function Subject({ subject }: { subject: string }): ReactElement | string {
  const { t } = useTexts("admin");
  const [kind = "", id] = subject.split(":");
  const known = Object.hasOwn(SUBJECTS, kind) ? SUBJECTS[kind as keyof typeof SUBJECTS] : undefined;
  return known && id ? (
    <a href={known.href(id)}>
      {t(`audit.${known.text}`)} {shortId(id)}
    </a>
  ) : (
    subject
  );
}

function Change({ before, after }: { before: unknown; after: unknown }): ReactElement {
  return (
    <span className="change">
      {before === null ? null : <del>{factsText(before)}</del>}{" "}
      {after === null ? null : <ins>{factsText(after)}</ins>}
    </span>
  );
}

/** "status: PENDING, declines: 2". */
function factsText(facts: unknown): string {
  if (typeof facts !== "object" || facts === null) return String(facts);
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(" + ") : String(value)}`)
    .join(", ");
}
