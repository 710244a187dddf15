import type { Services } from "../../context.ts";
import type { AuditEntry } from "../../domain/audit/audit.server.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import type { Locale } from "../../domain/money/minor.ts";
import { findPaymentCurrencies } from "../../domain/payments/payment-record.server.ts";
import { isId } from "../../http/ids.ts";
import type { ShownAuditEntry } from "../../ui/components/audit-table.tsx";

export async function shownAudit(
  db: Services["db"],
  entries: readonly AuditEntry[],
  locale: Locale,
): Promise<ShownAuditEntry[]> {
  const payments = await findPaymentCurrencies(db, [
    ...new Set(entries.map(({ subject }) => paymentOf(subject)).filter(isId)),
  ]);
  return entries.map((entry) => ({
    ...entry,
    at: formatMoment(entry.at, locale),
    money: payments.get(paymentOf(entry.subject) ?? "") ?? null,
  }));
}

function paymentOf(subject: string): string | null {
  return subject.startsWith("payment:") ? subject.slice("payment:".length) : null;
}
