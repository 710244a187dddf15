import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import type { AuditEntry } from "../domain/audit/audit.server.ts";
import { formatMoment } from "../domain/money/formats.ts";
import type { Locale } from "../domain/money/minor.ts";
import { findPaymentCurrencies } from "../domain/payments/payments.server.ts";
import type { ShownAuditEntry } from "../ui/page/audit-table.tsx";
import { isId } from "./ids.ts";

/** Entries of the operators' log as their table shows them; amounts of payments get the currencies they are in. */
export async function shownAudit(
  db: Kysely<DB>,
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
