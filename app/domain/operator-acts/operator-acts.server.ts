import { type Selectable, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type AuditedFacts, writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar/business-date.ts";
import type { Minor } from "../money/minor.ts";

/** What an operator does with money, or lets others do, that may need another operator. */
export type OperatorActKind = Selectable<DB["operator_acts"]>["kind"];

/** From which worth of a day's acts, of all kinds together, on an operator needs another; null where one works alone. */
export interface SecondOperatorRule {
  second_operator_from_minor: number | null;
}

/** Two people whatever the sum is; for payouts by hand that is unless the bank's own file says so. */
const ALWAYS: readonly OperatorActKind[] = [
  ...(["BATCH_RELEASE", "BATCH_WITHDRAWN", "PAYOUT_FAILED", "PAYOUT_BOUNCED"] as const),
  ...(["SETTLEMENT_REVERSED", "SETTLEMENT_TAKEN", "RATE_LEAP"] as const),
  // One operator alone never books incoming money or a correction.
  ...(["PAYMENT_REPORTED", "CORRECTION", "CORRECTION_REVERSED"] as const),
];

/** The limit in force is kept with each act: whether it was done alone for being small, or since none was. */
type ActServices = SecondOperatorRule & { newId: () => string };

interface Act {
  kind: OperatorActKind;
  /** What it is about, such as "payment:{id}". */
  subject: string;
  operator_id: string;
  worth_eur_minor: Minor;
  now: Date;
}

/**
 * Whether this operator needs another for an act (docs/product.md, 6.12): always for some kinds, for the others once
 * all that they did alone today and this reach the limit. Until the transaction ends, acts of that operator wait for each
 * other, so that fifty at once are counted one after the other.
 */
export async function needsSecondOperator(
  trx: Transaction<DB>,
  rule: SecondOperatorRule,
  act: Omit<Act, "subject">,
): Promise<boolean> {
  const from = rule.second_operator_from_minor;
  if (from === null) return false;
  if (ALWAYS.includes(act.kind)) return true;
  return (await doneAlone(trx, act)) + act.worth_eur_minor >= from;
}

/** What an operator did today without another, of all kinds, in minor units of EUR; held until the transaction ends. */
export async function doneAlone(
  trx: Transaction<DB>,
  act: Pick<Act, "operator_id" | "now">,
): Promise<number> {
  const { operator_id, now } = act;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`operator-acts ${operator_id}`}, 0))`.execute(
    trx,
  );
  const { sum } = await trx
    .selectFrom("operator_acts")
    .select(sql<number>`coalesce(sum(worth_eur_minor), 0)::bigint`.as("sum"))
    .where("made_by", "=", operator_id)
    .where("business_day", "=", businessDate(now))
    .where("status", "=", "DONE")
    .where("decided_by", "is", null)
    .executeTakeFirstOrThrow();
  return sum;
}

/** Writes down an act that its operator did alone: it counts towards the day's limit. */
export async function recordActAlone(trx: Transaction<DB>, services: ActServices, act: Act): Promise<void> {
  await insertAct(trx, services, act, {}, { id: services.newId(), status: "DONE", decided_at: act.now });
}

/** Puts an act before another operator. Asked again while it waits, the first one stands. */
export async function askSecondOperator(
  trx: Transaction<DB>,
  services: ActServices,
  act: Act & { params: AuditedFacts },
): Promise<void> {
  const id = services.newId();
  const isNew = await insertAct(trx, services, act, act.params, { id, status: "WAITING", decided_at: null });
  if (!isNew) return;
  await writeAudit(trx, {
    ...{ actor_id: act.operator_id, action: "approval.asked", subject: act.subject, now: act.now },
    before: null,
    after: { approval: id, kind: act.kind, worth_eur_minor: act.worth_eur_minor },
  });
}

async function insertAct(
  trx: Transaction<DB>,
  { second_operator_from_minor: limit_eur_minor }: SecondOperatorRule,
  act: Act,
  params: AuditedFacts,
  state: { id: string; status: "WAITING" | "DONE"; decided_at: Date | null },
): Promise<boolean> {
  const { kind, subject, operator_id, worth_eur_minor, now } = act;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("operator_acts")
    .values({
      ...{ kind, subject, worth_eur_minor, made_by: operator_id, made_at: now, limit_eur_minor, ...state },
      ...{ params: JSON.stringify(params), business_day: businessDate(now) },
    })
    .onConflict((conflict) =>
      conflict.columns(["kind", "subject"]).where("status", "=", "WAITING").doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Ends the wait for acts that are not possible any more. */
export async function voidActs(
  trx: Transaction<DB>,
  acts: { kinds: readonly OperatorActKind[]; subjects: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    select void_operator_acts(${[...acts.kinds]}::text[], ${[...acts.subjects]}::text[], ${acts.now}::timestamptz)`.execute(
    trx,
  );
}

/** Ends the wait of one act, once. `operator_id` is null for its maker, and where one operator works alone. */
export async function decideAct(
  trx: Transaction<DB>,
  act: {
    id: string;
    status: "DONE" | "DECLINED" | "VOID";
    operator_id: string | null;
    reason?: string;
    now: Date;
  },
): Promise<void> {
  await sql`
    select decide_operator_act(${act.id}::uuid, ${act.status}::text, ${act.operator_id}::uuid,
      ${act.reason ?? null}::text, ${act.now}::timestamptz)`.execute(trx);
}

/**
 * Locks the acts about these things that wait for a second operator, in one order; returns their ids. A transaction that moves payouts
 * takes these first, then their creators and batches, then the payouts.
 */
export async function lockActsAbout(trx: Transaction<DB>, subjects: readonly string[]): Promise<string[]> {
  const rows = await waitingActs(trx, subjects).forUpdate().execute();
  return rows.map(({ id }) => id);
}

/** Whether an act about these things began to wait after the caller locked `locked`. */
export async function hasOtherActs(
  trx: Transaction<DB>,
  subjects: readonly string[],
  locked: readonly string[],
): Promise<boolean> {
  const rows = await waitingActs(trx, subjects).execute();
  return rows.some(({ id }) => !locked.includes(id));
}

function waitingActs(trx: Transaction<DB>, subjects: readonly string[]) {
  return trx
    .selectFrom("operator_acts")
    .select("id")
    .where(sql<boolean>`subject = any(${[...subjects]}::text[])`)
    .where("status", "=", "WAITING")
    .orderBy("id");
}
