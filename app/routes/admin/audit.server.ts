import type { i18n } from "i18next";
import type { Services } from "../../context.ts";
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from "../../domain/audit/audit.server.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import { localeOf } from "../../domain/money/minor.ts";
import { findPaymentCurrencies } from "../../domain/payments/payment-record.server.ts";
import { isId } from "../../http/ids.ts";
import type { ShownAuditEntry } from "../../ui/components/audit-table.tsx";
import { named } from "../../ui/components/named.ts";
import { shownChanges } from "./shown-changes.server.ts";

/** In the language of `texts`. */
export async function shownAudit(
  db: Services["db"],
  entries: readonly AuditEntry[],
  texts: i18n,
): Promise<ShownAuditEntry[]> {
  const payments = await findPaymentCurrencies(db, [
    ...new Set(entries.map(({ subject }) => paymentOf(subject)).filter(isId)),
  ]);
  return entries.map(({ id, action, actor, subject, before, after, at }) => {
    // The subject of payout data is its creator.
    const kind = action.startsWith("payout_data.") ? "payout_data" : (subject.split(":")[0] ?? "");
    const money = payments.get(paymentOf(subject) ?? "") ?? null;
    return {
      ...{ id, actor, action: actionName(texts, action), subject: shownSubject(texts, subject) },
      changes: shownChanges(texts, { kind, before, after, money }),
      at: formatMoment(at, localeOf(texts.language)),
    };
  });
}

function paymentOf(subject: string): string | null {
  return subject.startsWith("payment:") ? subject.slice("payment:".length) : null;
}

type TextOf<Action> = Action extends `${infer Subject}.${infer Act}` ? `${Subject}_${Act}` : never;

/** An action without a text does not compile. */
export function actionName({ t }: i18n, action: string): string {
  const textOf = (known: AuditAction) => t(`changes:acts.${known.replace(".", "_") as TextOf<AuditAction>}`);
  return named(AUDIT_ACTIONS, action, textOf);
}

const SUBJECTS = new Map(
  Object.entries({
    user: { text: "user", href: (id: string) => `/admin/users/${id}` },
    tip: { text: "tip", href: (id: string) => `/admin/reviews/tips/${id}` },
    item: { text: "item", href: (id: string) => `/admin/reviews/items/${id}` },
    grouplist: { text: "grouplist", href: (id: string) => `/admin/reviews/groups/${id}` },
    words: { text: "words", href: (id: string) => `/admin/reviews/words/${id}` },
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

function shownSubject({ t }: i18n, subject: string): ShownAuditEntry["subject"] {
  const [kind = "", id] = subject.split(":");
  const known = SUBJECTS.get(kind);
  if (!known || !id) return { text: subject, page: null };
  return { text: t(`admin:audit.${known.text}`), page: { id, href: known.href(id) } };
}
