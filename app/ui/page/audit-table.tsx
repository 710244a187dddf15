import type { ReactElement } from "react";
import type { AuditEntry } from "../../domain/audit/audit.server.ts";
import { DataTable } from "../display/data-table.tsx";
import { useTexts } from "../texts.ts";

/** An entry of the operators' log as it is shown: its moment is a text. */
export type ShownAuditEntry = Omit<AuditEntry, "at"> & { at: string };

const ACTS = [
  "verification_accepted",
  "verification_declined",
  "account_locked",
  "account_unlocked",
  "account_second_factor_removed",
  "payout_data_accepted",
  "payout_data_declined",
  "payout_data_viewed",
  "payouts_batched",
  "payouts_file_fetched",
  "payout_paid",
  "payout_failed",
  "payout_bounced",
  "payouts_unfrozen",
  "operator_created",
  "tip_accepted",
  "tip_declined",
  "item_accepted",
  "item_declined",
  "creator_featured",
  "creator_unfeatured",
  "payment_refunded",
  "receivable_written_off",
  "settlement_imported",
] as const;

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
  const known = ACTS.find((each) => each === act.replace(".", "_"));
  return known ? t(`acts.${known}`) : act;
}

/** Where a subject is looked at, by its kind. */
const SUBJECTS = {
  user: { text: "user", href: (id: string) => `/admin/users/${id}` },
  tip: { text: "tip", href: (id: string) => `/admin/tips/${id}` },
  item: { text: "item", href: (id: string) => `/admin/items/${id}` },
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
      {t(`audit.${known.text}`)} {id.slice(-8)}
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
