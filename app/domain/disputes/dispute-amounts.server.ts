import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { LostParts } from "../ledger/rules/dispute-posting-rules.ts";
import { minor } from "../money/minor.ts";
import { lockEntry } from "../suspense/suspense.server.ts";

/**
 * What a dispute takes when it is lost: of the charge, the fee and the VAT as it was settled when it was opened; and what
 * the bank takes beyond that, because the fan has it already by a refund. Never more than the payment brought: what other
 * disputes have named is not taken twice.
 */
export async function partsToLose(
  trx: Transaction<DB>,
  payment: { id: string; charged_minor: number },
  disputeId: string,
): Promise<LostParts> {
  const row = await trx
    .selectFrom("disputes as d")
    .select(["d.amount_minor", "d.charged_minor", "d.service_fee_minor", "d.vat_minor"])
    .select(
      sql<number>`coalesce((select sum(o.amount_minor) from disputes o
        where o.payment_id = d.payment_id and o.id <> d.id and o.status in ('OPEN', 'LOST')), 0)::bigint`.as(
        "others_minor",
      ),
    )
    .where("d.id", "=", disputeId)
    .executeTakeFirstOrThrow();
  const named = Math.min(row.amount_minor, payment.charged_minor - row.others_minor);
  const beyond = Math.max(0, named - row.charged_minor);
  const suspense = Math.min(beyond, (await lockEntry(trx, payment.id))?.left_minor ?? 0);
  return {
    charged_minor: minor(row.charged_minor),
    service_fee_minor: minor(row.service_fee_minor),
    vat_minor: minor(row.vat_minor),
    suspense_minor: minor(suspense),
    loss_minor: minor(beyond - suspense),
  };
}

/** What a lost dispute has taken, as the books have it. */
export async function partsLost(trx: Transaction<DB>, disputeId: string): Promise<LostParts> {
  const row = await trx
    .selectFrom("disputes")
    .select(["charged_minor", "service_fee_minor", "vat_minor"])
    .where("id", "=", disputeId)
    .executeTakeFirstOrThrow();
  const beyond = await trx
    .selectFrom("ledger_transaction as t")
    .innerJoin("ledger_transfer as m", "m.transaction_id", "t.id")
    .innerJoin("ledger_account as a", "a.id", "m.debit_account")
    .select(["a.code", "m.amount_minor"])
    .where("t.idempotency_key", "=", `dispute:${disputeId}:lost`)
    .where("a.code", "in", ["chargeback_loss", "suspense"])
    .execute();
  const taken = (code: string) =>
    minor(beyond.filter((each) => each.code === code).reduce((sum, each) => sum + each.amount_minor, 0));
  return {
    charged_minor: minor(row.charged_minor),
    service_fee_minor: minor(row.service_fee_minor),
    vat_minor: minor(row.vat_minor),
    suspense_minor: taken("suspense"),
    loss_minor: taken("chargeback_loss"),
  };
}
