import type { Transaction } from "kysely";
import { post } from "../../app/domain/ledger/ledger.server.ts";
import { providerSettled, SETTLED_NOTHING } from "../../app/domain/ledger/rules/posting-rules.ts";
import type { Minor } from "../../app/domain/money/minor.ts";
import type { DB } from "../schema.ts";

/** A provider has sent us money by a file of earlier days, which kept no single events. */
export async function settledByProvider(
  trx: Transaction<DB>,
  given: { id: string; provider: string; currency: string; bank_minor: Minor; imported_by: string },
  at: Date,
): Promise<void> {
  const { id, provider, currency, bank_minor, imported_by } = given;
  await trx
    .insertInto("settlements")
    .values({
      ...{ id, provider, file_sha256: Buffer.from(id), rows_count: 1, unknown_references: "[]" },
      totals: JSON.stringify({ [currency]: { gross_minor: bank_minor, fee_minor: 0 } }),
      ...{ imported_by, imported_at: at },
    })
    .execute();
  const settled = { settlement_id: id, currency, ...SETTLED_NOTHING, bank_minor };
  await post(trx, [providerSettled(provider, settled, at)], at);
}
