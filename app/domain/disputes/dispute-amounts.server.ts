import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { causeInTurn, type LostParts } from "../ledger/rules/dispute-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { lockEntry } from "../suspense/suspense-entries.server.ts";
import type { Dispute } from "./dispute-claims.server.ts";

/** Whether it is a voucher's, whose part stands in `tip_minor` then. */
type ShownLostParts = LostParts & { is_voucher: boolean };

/**
 * What a dispute takes when it is lost: of the charge, the fee and the VAT as it has claimed them; and what the bank takes
 * beyond that, because the fan has it already by a refund. Never more than the payment brought: what other disputes have
 * taken is not taken twice.
 */
export async function partsToLose(
  trx: Transaction<DB>,
  payment: { id: string; charged_minor: number },
  dispute: Pick<Dispute, "id">,
  takenByOthers: number,
): Promise<ShownLostParts> {
  const row = await trx
    .selectFrom("disputes as d")
    .select(["d.amount_minor", "d.charged_minor", "d.service_fee_minor", "d.vat_minor", "d.voucher_minor"])
    .where("d.id", "=", dispute.id)
    .executeTakeFirstOrThrow();
  const named = Math.min(row.amount_minor, payment.charged_minor - takenByOthers);
  const beyond = Math.max(0, named - row.charged_minor);
  const suspense = Math.min(beyond, (await lockEntry(trx, payment.id))?.left_minor ?? 0);
  return {
    ...claimedOf(row),
    suspense_minor: minor(suspense),
    loss_minor: minor(beyond - suspense),
  };
}

/** What a lost dispute has taken, as the books have it. */
export async function partsLost(trx: Transaction<DB>, dispute: Dispute): Promise<ShownLostParts> {
  const row = await trx
    .selectFrom("disputes")
    .select(["charged_minor", "service_fee_minor", "vat_minor", "voucher_minor"])
    .where("id", "=", dispute.id)
    .executeTakeFirstOrThrow();
  const { id, part } = causeInTurn(dispute);
  const beyond = await trx
    .selectFrom("ledger_transaction as t")
    .innerJoin("ledger_transfer as m", "m.transaction_id", "t.id")
    .innerJoin("ledger_account as a", "a.id", "m.debit_account")
    .select(["a.code", "m.amount_minor"])
    .where("t.kind", "=", "dispute_lost")
    .where("t.cause_id", "=", id)
    .where("t.cause_part", "=", part)
    .where("a.code", "in", ["chargeback_loss", "suspense"])
    .execute();
  const taken = (code: string) =>
    minor(beyond.filter((each) => each.code === code).reduce((sum, each) => sum + each.amount_minor, 0));
  return {
    ...claimedOf(row),
    suspense_minor: taken("suspense"),
    loss_minor: taken("chargeback_loss"),
  };
}

/** What of a voucher is taken stands with the dispute; what of a tip is, with its shares, and is not asked for here. */
function claimedOf(row: {
  charged_minor: number;
  service_fee_minor: number;
  vat_minor: number;
  voucher_minor: number | null;
}) {
  return {
    tip_minor: minor(row.voucher_minor ?? 0),
    is_voucher: row.voucher_minor !== null,
    charged_minor: minor(row.charged_minor),
    service_fee_minor: minor(row.service_fee_minor),
    vat_minor: minor(row.vat_minor),
  };
}

/** What lost disputes have taken of a payment's charge, together. */
export async function sumTaken(trx: Transaction<DB>, lost: readonly Dispute[]): Promise<Minor> {
  let sum = 0;
  for (const dispute of lost) {
    const { charged_minor, suspense_minor, loss_minor } = await partsLost(trx, dispute);
    sum += charged_minor + suspense_minor + loss_minor;
  }
  return minor(sum);
}
