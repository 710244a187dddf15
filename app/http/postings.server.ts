import type { PostedTransfer } from "../domain/ledger/ledger.server.ts";
import { formatDay } from "../domain/money/formats.ts";
import { formatAmount, type Locale } from "../domain/money/minor.ts";

/** Sentences of the books, as pages show them: an account with whose it is. */
export function shownPostings(postings: readonly PostedTransfer[], locale: Locale) {
  return postings.map((each) => ({
    transaction: each.transaction_id,
    kind: each.kind,
    from: [each.from, each.from_owner].filter(Boolean).join(" "),
    to: [each.to, each.to_owner].filter(Boolean).join(" "),
    amount: formatAmount(each.amount_minor, each.currency, locale),
    at: formatDay(each.effective_at, locale),
  }));
}
