import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type AuditAction, type AuditedFacts, writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import type { Minor } from "../money/minor.ts";
import { mayApprove, RightMissing } from "../operator-rights.server.ts";

export type OperatorActKind = Selectable<DB["operator_acts"]>["kind"];

export interface SecondOperatorRule {
  second_operator_from_minor: number | null;
}

/** Manual payouts, unless by the bank's file. */
const ALWAYS: readonly OperatorActKind[] = [
  ...(["BATCH_RELEASE", "BATCH_WITHDRAWN", "PAYOUT_FAILED", "PAYOUT_BOUNCED"] as const),
  ...(["SETTLEMENT_REVERSED", "SETTLEMENT_TAKEN", "RATE_LEAP"] as const),
  // A single operator never books incoming money or corrections.
  ...(["PAYMENT_REPORTED", "CORRECTION", "CORRECTION_REVERSED"] as const),
];

type ActServices = SecondOperatorRule & { newId: () => string };

interface Act {
  kind: OperatorActKind;
  subject: string;
  operator_id: string;
  worth_eur_minor: Minor;
  now: Date;
}

/**
 * Always for some kinds, else from the operator's daily limit on. Serialises an operator's acts until commit
 * (docs/product.md, 6.12).
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

/** Locked until commit. */
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

export async function recordActAlone(trx: Transaction<DB>, services: ActServices, act: Act): Promise<void> {
  await insertAct(trx, services, act, {}, { id: services.newId(), status: "DONE", decided_at: act.now });
}

export async function requestSecondOperator(
  trx: Transaction<DB>,
  services: ActServices,
  act: Act & { params: object },
): Promise<boolean> {
  const id = services.newId();
  const isNew = await insertAct(trx, services, act, act.params, { id, status: "WAITING", decided_at: null });
  if (!isNew) return false;
  await writeAudit(trx, {
    ...{ actor_id: act.operator_id, action: "approval.asked", subject: act.subject, now: act.now },
    before: null,
    after: { approval: id, kind: act.kind, worth_eur_minor: act.worth_eur_minor },
  });
  return true;
}

/** False records the act as done alone. */
export async function waitsForSecondOperator(
  trx: Transaction<DB>,
  services: ActServices,
  act: Act & { params: AuditedFacts; takes_two?: boolean },
): Promise<boolean> {
  const waits = act.takes_two || (await needsSecondOperator(trx, services, act));
  if (waits) await requestSecondOperator(trx, services, act);
  else await recordActAlone(trx, services, act);
  return waits;
}

async function insertAct(
  trx: Transaction<DB>,
  { second_operator_from_minor: limit_eur_minor }: SecondOperatorRule,
  act: Act,
  params: object,
  state: { id: string; status: "WAITING" | "DONE"; decided_at: Date | null },
): Promise<boolean> {
  const { kind, subject, operator_id, worth_eur_minor, now } = act;
  await requireDecider(trx, operator_id, kind);
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

/** Makers and checkers alike. Throws RightMissing. */
export async function requireDecider(
  trx: Transaction<DB>,
  operatorId: string,
  kind: OperatorActKind,
): Promise<void> {
  if (!(await mayDecideAct(trx, operatorId, kind)))
    throw new RightMissing(`only operators of another role decide ${kind}`);
}

export async function mayDecideAct(
  db: Kysely<DB>,
  operatorId: string,
  kind: OperatorActKind,
): Promise<boolean> {
  const operator = await db
    .selectFrom("users")
    .select("role")
    .where("id", "=", operatorId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return operator !== undefined && mayApprove(operator.role, kind);
}

export async function voidActs(
  trx: Transaction<DB>,
  acts: { kinds: readonly OperatorActKind[]; subjects: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    select void_operator_acts(${[...acts.kinds]}::text[], ${[...acts.subjects]}::text[], ${acts.now}::timestamptz)`.execute(
    trx,
  );
}

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

/** In one order. Payouts lock these first, then creators, batches, payouts. */
export async function lockActsAbout(trx: Transaction<DB>, subjects: readonly string[]): Promise<string[]> {
  const rows = await waitingActs(trx, subjects).forUpdate().execute();
  return rows.map(({ id }) => id);
}

/** Acts that began after the caller locked `locked`. */
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

interface OpenException {
  imported_by: string;
  subject: string;
  before: Record<string, string | number>;
}

interface SettledColumns {
  settled_by: string;
  settled_at: Date;
  settled_reason: string;
}

export type SettleServices = SecondOperatorRule & { db: Kysely<DB>; clock: () => Date };

/**
 * Posts nothing; "gone" when closed. "second_operator_needed" for the importer, who could have written the
 * file.
 */
export async function settleException(
  services: SettleServices,
  { operator_id, reason }: { operator_id: string; reason: string },
  exception: {
    action: AuditAction;
    lock: (trx: Transaction<DB>, now: Date) => Promise<OpenException | undefined>;
    settle: (trx: Transaction<DB>, columns: SettledColumns) => Promise<unknown>;
  },
): Promise<"settled" | "gone" | "second_operator_needed"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const found = await exception.lock(trx, now);
    if (!found) return "gone";
    const { imported_by, subject, before } = found;
    if (services.second_operator_from_minor !== null && imported_by === operator_id)
      return "second_operator_needed";
    await exception.settle(trx, { settled_by: operator_id, settled_at: now, settled_reason: reason });
    const { action } = exception;
    await writeAudit(trx, { actor_id: operator_id, action, subject, before, after: { reason }, now });
    return "settled";
  });
}
