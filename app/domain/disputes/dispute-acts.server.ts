import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { DisputeTurn, LostParts } from "../ledger/rules/dispute-posting-rules.ts";
import type { Minor } from "../money/minor.ts";

// What each turn of a dispute moved, written when it moves: a dispute itself keeps only what it claims now. The checks of
// the books compare its postings with these rows (docs/money.md, 4).

/** The turn claims this of the charge, and of each share, and holds what there is of it. */
export async function recordOpened(
  trx: Transaction<DB>,
  { id: dispute_id, turn }: DisputeTurn,
  { purpose }: { purpose: "TIP" | "VOUCHER" },
  claimed: { tip_minor: Minor; charged_minor: Minor; service_fee_minor: Minor; vat_minor: Minor },
  holds: readonly {
    allocation_id: string;
    claimed_minor: Minor;
    from_pending_minor: Minor;
    from_available_minor: Minor;
  }[],
  now: Date,
): Promise<void> {
  const { charged_minor, service_fee_minor, vat_minor } = claimed;
  const act = { dispute_id, turn, act: "OPENED" as const };
  await trx
    .insertInto("dispute_acts")
    .values({
      ...{ ...act, charged_minor, service_fee_minor, vat_minor },
      ...{ suspense_minor: 0, loss_minor: 0, acted_at: now },
      voucher_minor: purpose === "VOUCHER" ? claimed.tip_minor : null,
    })
    .execute();
  if (holds.length === 0) return;
  await trx
    .insertInto("dispute_act_parts")
    .values(
      holds.map(({ allocation_id, claimed_minor, ...hold }) => ({
        ...{ ...act, allocation_id, claimed_minor },
        ...{ pending_minor: hold.from_pending_minor, available_minor: hold.from_available_minor },
      })),
    )
    .execute();
}

/** What the turn holds goes back to where it came from. */
export async function recordGivenBack(
  trx: Transaction<DB>,
  dispute: DisputeTurn,
  act: "YIELDED" | "WON",
  now: Date,
): Promise<void> {
  const { id, turn } = dispute;
  await sql`
    insert into dispute_acts (dispute_id, turn, act, charged_minor, service_fee_minor, vat_minor, suspense_minor,
      loss_minor, voucher_minor, acted_at)
    select d.id, ${turn}, ${act}, coalesce(o.charged_minor, 0), coalesce(o.service_fee_minor, 0), coalesce(o.vat_minor, 0),
      0, 0, o.voucher_minor, ${now}
    from disputes d left join dispute_acts o on o.dispute_id = d.id and o.turn = ${turn} and o.act = 'OPENED'
    where d.id = ${id}`.execute(trx);
  await copyParts(trx, dispute, act);
}

/** The bank has taken what the turn claimed, and what it took beyond that. */
export async function recordLost(
  trx: Transaction<DB>,
  dispute: DisputeTurn,
  parts: LostParts & { is_voucher: boolean },
  now: Date,
): Promise<void> {
  const { id: dispute_id, turn } = dispute;
  await trx
    .insertInto("dispute_acts")
    .values({ dispute_id, turn, act: "LOST", ...columnsOf(parts), acted_at: now })
    .execute();
  await copyParts(trx, dispute, "LOST");
}

/** The bank has given back what the turn lost: so much of each share waits again, so much is available. */
export async function recordReversed(
  trx: Transaction<DB>,
  { id: dispute_id, turn }: DisputeTurn,
  parts: LostParts & { is_voucher: boolean },
  returns: readonly {
    allocation_id: string;
    claimed_minor: Minor;
    to_pending_minor: Minor;
    to_available_minor: Minor;
  }[],
  now: Date,
): Promise<void> {
  const act = { dispute_id, turn, act: "REVERSED" as const };
  await trx
    .insertInto("dispute_acts")
    .values({ ...act, ...columnsOf(parts), acted_at: now })
    .execute();
  if (returns.length === 0) return;
  await trx
    .insertInto("dispute_act_parts")
    .values(
      returns.map(({ allocation_id, claimed_minor, ...back }) => ({
        ...{ ...act, allocation_id, claimed_minor },
        ...{ pending_minor: back.to_pending_minor, available_minor: back.to_available_minor },
      })),
    )
    .execute();
}

/** What of a tip the shares' parts say; of a voucher, which may have none, its own column. */
function columnsOf({ tip_minor, is_voucher, ...parts }: LostParts & { is_voucher: boolean }) {
  return { ...parts, voucher_minor: is_voucher ? tip_minor : null };
}

async function copyParts(trx: Transaction<DB>, { id, turn }: DisputeTurn, act: string): Promise<void> {
  await sql`
    insert into dispute_act_parts (dispute_id, turn, act, allocation_id, claimed_minor, pending_minor, available_minor)
    select dispute_id, turn, ${act}, allocation_id, claimed_minor, pending_minor, available_minor
    from dispute_act_parts where dispute_id = ${id} and turn = ${turn} and act = 'OPENED'`.execute(trx);
}
