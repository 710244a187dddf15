import type { PostedTransfer } from "../../domain/ledger/ledger-reports.server.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";

export function shownPostings(postings: readonly PostedTransfer[], locale: Locale) {
  return postings.map((each) => ({
    transaction: each.transaction_id,
    kind: each.kind,
    from: { code: each.from, owner: each.from_owner },
    to: { code: each.to, owner: each.to_owner },
    amount: formatAmount(each.amount_minor, each.currency, locale),
    at: formatDay(each.effective_at, locale),
  }));
}
