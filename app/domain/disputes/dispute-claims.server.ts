import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { isHeld } from "../ledger/rules/posting-rules.ts";
import {
  causeInTurn,
  type DisputeTurn,
  disputeOpened,
  disputeYielded,
  type Hold,
  type LostParts,
} from "../ledger/rules/reversal-posting-rules.ts";
import { proportionOf } from "../money/fee.ts";
import { type Minor, minor } from "../money/minor.ts";
import { wasCredited } from "../refunds/provider-refunds.server.ts";
import {
  currencyOf,
  lockAllocations,
  NOTHING,
  partByCharge,
  type ReversalBreakdown,
  sumReversed,
  takeFromShares,
} from "../refunds/reversal-amounts.server.ts";
import { findEntry, lockEntry } from "../suspense/suspense.server.ts";
import type { TipAndPayment } from "../tips/tip-and-payment.server.ts";

/** Checks compare postings with these rows (docs/money.md, 4). */
async function recordOpened(
  trx: Transaction<DB>,
  { id: dispute_id, turn }: DisputeTurn,
  { purpose }: { purpose: "TIP" | "VOUCHER" },
  claimed: ReversalBreakdown,
  holds: readonly {
    allocation_id: string;
    claimed_minor: Minor;
    from_pending_minor: Minor;
    from_available_minor: Minor;
  }[],
  now: Date,
): Promise<void> {
  const { charged_minor, service_fee_minor, vat_minor, application_fee_minor } = claimed;
  const act = { dispute_id, turn, act: "OPENED" as const };
  await trx
    .insertInto("dispute_acts")
    .values({
      ...{ ...act, charged_minor, service_fee_minor, vat_minor, application_fee_minor },
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

export async function recordGivenBack(
  trx: Transaction<DB>,
  dispute: DisputeTurn,
  act: "YIELDED" | "WON",
  now: Date,
): Promise<void> {
  const { id, turn } = dispute;
  await sql`
    insert into dispute_acts (dispute_id, turn, act, charged_minor, service_fee_minor, vat_minor, application_fee_minor,
      suspense_minor, loss_minor, voucher_minor, acted_at)
    select d.id, ${turn}, ${act}, coalesce(o.charged_minor, 0), coalesce(o.service_fee_minor, 0), coalesce(o.vat_minor, 0),
      coalesce(o.application_fee_minor, 0), 0, 0, o.voucher_minor, ${now}
    from disputes d left join dispute_acts o on o.dispute_id = d.id and o.turn = ${turn} and o.act = 'OPENED'
    where d.id = ${id}`.execute(trx);
  await copyParts(trx, dispute, act);
}

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

/** How much is pending again, how much available. */
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

function columnsOf({ tip_minor, is_voucher, ...parts }: LostParts & { is_voucher: boolean }) {
  return { ...parts, voucher_minor: is_voucher ? tip_minor : null };
}

async function copyParts(trx: Transaction<DB>, { id, turn }: DisputeTurn, act: string): Promise<void> {
  await sql`
    insert into dispute_act_parts (dispute_id, turn, act, allocation_id, claimed_minor, pending_minor, available_minor)
    select dispute_id, turn, ${act}, allocation_id, claimed_minor, pending_minor, available_minor
    from dispute_act_parts where dispute_id = ${id} and turn = ${turn} and act = 'OPENED'`.execute(trx);
}

export interface Dispute {
  id: string;
  status: "OPEN" | "WON" | "LOST";
  amount_minor: number;
  charged_minor: number;
  turn: number;
}

interface HeldAllocation extends Hold {
  allocation_id: string;
  is_released: boolean;
}

export async function listDisputes(trx: Transaction<DB>, paymentId: string): Promise<Dispute[]> {
  return await trx
    .selectFrom("disputes")
    .select(["id", "status", "amount_minor", "charged_minor", "turn"])
    .where("payment_id", "=", paymentId)
    .orderBy("opened_at")
    .orderBy("id")
    .execute();
}

/** Takes pending, then available money that refunds and other disputes left; the rest is owed once lost. */
export async function claim(
  trx: Transaction<DB>,
  payment: TipAndPayment["payment"],
  dispute: Pick<Dispute, "id" | "amount_minor" | "turn">,
  now: Date,
): Promise<void> {
  const before = await sumReversed(trx, payment.id);
  const allocations = await lockAllocations(trx, payment.id);
  const isOwed = await wasCredited(trx, payment);
  const part = isOwed ? partByCharge(payment, before, dispute.amount_minor) : NOTHING;
  await trx
    .updateTable("disputes")
    .set({
      charged_minor: part.charged_minor,
      service_fee_minor: part.service_fee_minor,
      vat_minor: part.vat_minor,
      application_fee_minor: part.application_fee_minor,
      voucher_minor: payment.purpose === "VOUCHER" ? part.tip_minor : null,
    })
    .where("id", "=", dispute.id)
    .execute();
  const currency = currencyOf(allocations) ?? payment.currency;
  const balances = await lockBalances(
    trx,
    allocations.map((each) => each.creator_id),
    currency,
  );
  const isOurs = isHeld(payment);
  const claims = takeFromShares(payment, before, part.tip_minor, allocations);
  const holds = allocations.flatMap((allocation, index): HeldAllocation[] => {
    const claimed = minor(claims[index] ?? 0);
    if (claimed === 0) return [];
    const fromPending = Math.min(claimed, allocation.waiting_minor);
    const available = isOurs ? (balances.get(allocation.creator_id)?.creator_available ?? 0) : claimed;
    return [
      {
        allocation_id: allocation.id,
        creator_id: allocation.creator_id,
        currency,
        shard: allocation.shard,
        is_released: allocation.is_released,
        claimed_minor: claimed,
        from_pending_minor: minor(fromPending),
        from_available_minor: minor(Math.min(claimed - fromPending, available)),
      },
    ];
  });
  await post(trx, [disputeOpened(dispute, payment, holds, now)], now);
  if (part.charged_minor > 0) await recordOpened(trx, dispute, payment, part, holds, now);
  if (holds.length === 0) return;
  await trx
    .insertInto("dispute_holds")
    .values(
      holds.map((hold) => ({
        dispute_id: dispute.id,
        allocation_id: hold.allocation_id,
        claimed_minor: hold.claimed_minor,
        from_pending_minor: hold.from_pending_minor,
        from_available_minor: hold.from_available_minor,
      })),
    )
    .execute();
}

/** Open disputes return what they hold and claim again later. */
export async function yieldClaims(
  trx: Transaction<DB>,
  payment: TipAndPayment["payment"],
  disputes: readonly Dispute[],
  now: Date,
): Promise<void> {
  for (const dispute of disputes) {
    if (dispute.charged_minor === 0) continue;
    const holds = await lockHolds(trx, dispute.id);
    await post(trx, [disputeYielded(dispute, payment, holds, now)], now);
    await recordGivenBack(trx, dispute, "YIELDED", now);
    await beginTurn(trx, dispute);
  }
}

/** A turn has its own posting keys. The caller returned the holds. */
export async function beginTurn(trx: Transaction<DB>, { id, turn }: Dispute): Promise<void> {
  await trx.deleteFrom("dispute_holds").where("dispute_id", "=", id).execute();
  await trx
    .updateTable("disputes")
    .set((eb) => ({
      ...{ charged_minor: 0, service_fee_minor: 0, vat_minor: 0, application_fee_minor: 0, turn: turn + 1 },
      voucher_minor: sql`case when ${eb.ref("voucher_minor")} is not null then 0 end`,
    }))
    .where("id", "=", id)
    .execute();
}

/** Locks the creators' balances. */
export async function lockHolds(trx: Transaction<DB>, disputeId: string): Promise<HeldAllocation[]> {
  const holds = await listHolds(trx, disputeId);
  const currency = currencyOf(holds);
  if (currency !== null)
    await lockBalances(
      trx,
      holds.map((hold) => hold.creator_id),
      currency,
    );
  return holds;
}

async function listHolds(trx: Transaction<DB>, disputeId: string): Promise<HeldAllocation[]> {
  const rows = await trx
    .selectFrom("dispute_holds as h")
    .innerJoin("tip_allocations as a", "a.id", "h.allocation_id")
    .select([
      "h.allocation_id",
      "a.creator_id",
      "a.currency",
      "a.pending_shard",
      "a.released_at",
      "h.claimed_minor",
      "h.from_pending_minor",
      "h.from_available_minor",
    ])
    .where("h.dispute_id", "=", disputeId)
    .orderBy("a.creator_id")
    .forUpdate("a")
    .execute();
  return rows.map((row) => ({
    ...row,
    shard: row.pending_shard ?? 0,
    is_released: row.released_at !== null,
    claimed_minor: minor(row.claimed_minor),
    from_pending_minor: minor(row.from_pending_minor),
    from_available_minor: minor(row.from_available_minor),
  }));
}

type LostPartsFacts = LostParts & { is_voucher: boolean };

/** What the provider took, which in suspense may differ from the charge. */
export async function receivedFor(
  trx: Transaction<DB>,
  payment: { id: string; charged_minor: number; application_fee_minor: Minor | null },
): Promise<number> {
  const entry = payment.application_fee_minor === null ? await findEntry(trx, payment.id) : null;
  return entry?.received_minor ?? payment.charged_minor;
}

/** Charge, fee and VAT, and what the bank takes beyond a refund; at most what came. */
export async function partsToLose(
  trx: Transaction<DB>,
  payment: { id: string; charged_minor: number; application_fee_minor: Minor | null },
  dispute: Pick<Dispute, "id">,
  takenByOthers: number,
): Promise<LostPartsFacts> {
  const row = await trx
    .selectFrom("disputes as d")
    .select(["d.amount_minor", "d.charged_minor", "d.service_fee_minor", "d.vat_minor", "d.voucher_minor"])
    .select("d.application_fee_minor")
    .where("d.id", "=", dispute.id)
    .executeTakeFirstOrThrow();
  const named = Math.min(row.amount_minor, (await receivedFor(trx, payment)) - takenByOthers);
  const beyond = beyondOf(payment, Math.max(0, named - row.charged_minor));
  const suspense = Math.min(beyond, (await lockEntry(trx, payment.id))?.left_minor ?? 0);
  return {
    ...claimedOf(row),
    suspense_minor: minor(suspense),
    loss_minor: minor(payment.application_fee_minor === null ? beyond - suspense : 0),
  };
}

/** Suspense of a direct charge is only our fee. */
function beyondOf(
  {
    charged_minor,
    application_fee_minor: fee,
  }: { charged_minor: number; application_fee_minor: Minor | null },
  beyond: number,
): number {
  return fee === null ? beyond : proportionOf(fee, beyond, charged_minor);
}

export async function partsLost(trx: Transaction<DB>, dispute: Dispute): Promise<LostPartsFacts> {
  const row = await trx
    .selectFrom("disputes")
    .select(["charged_minor", "service_fee_minor", "vat_minor", "application_fee_minor", "voucher_minor"])
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

function claimedOf(row: {
  charged_minor: number;
  service_fee_minor: number;
  vat_minor: number;
  application_fee_minor: number;
  voucher_minor: number | null;
}) {
  return {
    tip_minor: minor(row.voucher_minor ?? 0),
    is_voucher: row.voucher_minor !== null,
    charged_minor: minor(row.charged_minor),
    service_fee_minor: minor(row.service_fee_minor),
    vat_minor: minor(row.vat_minor),
    application_fee_minor: minor(row.application_fee_minor),
  };
}

export async function sumTaken(trx: Transaction<DB>, lost: readonly Dispute[]): Promise<Minor> {
  let sum = 0;
  for (const dispute of lost) {
    const { charged_minor, suspense_minor, loss_minor } = await partsLost(trx, dispute);
    sum += charged_minor + suspense_minor + loss_minor;
  }
  return minor(sum);
}
