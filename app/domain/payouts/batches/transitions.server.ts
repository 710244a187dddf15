import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { type AuditedFacts, writeAudit } from "../../audit/audit.server.ts";
import { businessDate, targetDaysBefore } from "../../calendar.ts";
import { recordCreatorEvents } from "../../creator-events/record-event.server.ts";
import { endChargebackWhenRepaid } from "../../earnings/maturing.server.ts";
import { euroValue } from "../../exchange-rates/rates.server.ts";
import type { Jobs } from "../../jobs.ts";
import { findTransactions, lockBalances, type Posting, post } from "../../ledger/post.server.ts";
import {
  type PayoutFacts,
  payoutBounced,
  payoutPaid,
  payoutReturned,
  requestKey,
  returnedMoneyRepays,
} from "../../ledger/rules/payout-posting-rules.ts";
import { queueMail } from "../../mails/outbox.server.ts";
import { type Minor, minor } from "../../money/minor.ts";
import {
  doneAlone,
  hasOtherActs,
  lockActsAbout,
  recordActAlone,
  requestSecondOperator,
  type SecondOperatorRule,
  voidActs,
} from "../../operator-acts/operator-acts.server.ts";
import { lockCreators, requireOperator } from "../../users/user.server.ts";
import { maskedDestination } from "../destinations/payout-data.schema.ts";
import { cancelStatement, issueStatement } from "../statements/statements.server.ts";
import { endEmptyBatch, requestReleaseAgain } from "./batches.server.ts";

export interface OutcomeServices extends SecondOperatorRule {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
  issuer: readonly string[];
}

export type PayoutTransition = "paid" | "failed" | "bounced";

const TRANSITIONS = {
  paid: { from: ["PROCESSING"], to: "PAID", action: "payout.paid" },
  failed: { from: ["REQUESTED", "PROCESSING"], to: "FAILED", action: "payout.failed" },
  bounced: { from: ["PAID"], to: "FAILED", action: "payout.bounced" },
} as const;

interface Transition {
  operatorId: string;
  transition: PayoutTransition;
  reasons: ReadonlyMap<string, string | null>;
  asked_at?: Date;
  isRepeated?: boolean;
}

interface Settled {
  done: Set<string>;
  held: Map<string, SettledPayout>;
}

/** Each step is a transaction; repeat after a crash. Ids in neither set were in another state. */
export async function settle(
  services: OutcomeServices,
  operatorId: string,
  transition: PayoutTransition,
  reasons: ReadonlyMap<string, string | null>,
  asked_at?: Date,
): Promise<Settled> {
  const ids = [...reasons.keys()].sort();
  const all: Settled = { done: new Set(), held: new Map() };
  while (ids.length > 0) {
    const step = ids.splice(0, productRules.payout.outcome_batch);
    const own = { operatorId, transition, reasons, isRepeated: true };
    const change = { ...own, ...(asked_at && { asked_at }) };
    let settled: Settled | null = null;
    // Null: lock a new batch or act first.
    while (settled === null)
      settled = await services.db.transaction().execute((trx) => settleStep(trx, services, change, step));
    for (const id of settled.done) all.done.add(id);
    for (const [id, payout] of settled.held) all.held.set(id, payout);
  }
  return all;
}

/** Locks approvals, creators, batches, then payouts. */
export async function settleStep(
  trx: Transaction<DB>,
  services: OutcomeServices,
  { operatorId, transition, reasons, asked_at, isRepeated = false }: Transition,
  ids: readonly string[],
): Promise<Settled | null> {
  const now = services.clock();
  const { to, action } = TRANSITIONS[transition];
  const subjects = await subjectsOf(trx, ids);
  const acts = await lockActsAbout(trx, subjects);
  if (transition !== "paid") await lockCreators(trx, await creatorsOf(trx, ids));
  const batches = await lockBatchesOf(trx, ids);
  const found = await lockPayouts(trx, transition, ids);
  if (found.some(({ batch_id }) => batch_id !== null && !batches.has(batch_id))) return null;
  // Made meanwhile: its approvals lock before the creators that this step holds.
  if ([...batches.keys()].some((id) => !subjects.includes(`payout_batch:${id}`))) return null;
  // Its approval holds the act and waits for creators that this step holds.
  if (isRepeated && (await hasOtherActs(trx, subjects, acts))) return null;
  const judged = found.map((payout) => {
    const batch = batches.get(payout.batch_id ?? "");
    return {
      payout,
      judgement: judge(services, { operatorId, transition, ...(asked_at && { asked_at }) }, batch),
    };
  });
  const held = judged.filter(({ judgement }) => judgement === "held").map(({ payout }) => payout);
  const payouts = judged.filter(({ judgement }) => judgement === "go").map(({ payout }) => payout);
  for (const currency of [...new Set(payouts.map((payout) => payout.currency))].sort()) {
    const own = payouts.filter((payout) => payout.currency === currency);
    await (transition === "paid"
      ? post(
          trx,
          own.map((payout) => payoutPaid(payout, now)),
          now,
        )
      : giveBack(trx, own, transition, currency, now));
  }
  for (const payout of payouts) {
    const reason = reasons.get(payout.id) ?? null;
    const isLeaving = transition === "failed" && batches.get(payout.batch_id ?? "")?.fetched_at === null;
    await trx
      .updateTable("payouts")
      .set(
        to === "PAID" ? { status: to, paid_at: now } : { status: to, failed_at: now, failure_reason: reason },
      )
      .$if(isLeaving, (update) => update.set({ batch_id: null }))
      .where("id", "=", payout.id)
      .execute();
    const statement = transition === "paid" ? await issueStatement(trx, payout, services.issuer, now) : null;
    const cancellation =
      transition === "bounced"
        ? await cancelStatement(trx, { payout_id: payout.id, reason, issuer: services.issuer, now })
        : null;
    await writeAudit(trx, {
      ...{ actor_id: operatorId, action, subject: `payout:${payout.id}`, now },
      before: { status: payout.status },
      after: {
        status: to,
        ...(statement === null ? {} : { statement }),
        ...(cancellation === null ? {} : { cancellation }),
      },
    });
    await mailCreator(trx, services, payout, { statement, cancellation, reason, now });
  }
  if (transition === "paid") {
    const paid = payouts.map(({ id, creator_id }) => ({ creator_id, subject_id: id }));
    const events = paid.map((payout) => ({ type: "payout.paid" as const, ...payout }));
    await recordCreatorEvents(trx, services, events, now);
  }
  if (transition === "failed") {
    const left = new Set(payouts.map((payout) => payout.batch_id));
    for (const batch of batches.values())
      if (left.has(batch.id) && batch.fetched_at === null) await shrinkBatch(trx, services, batch, now);
  }
  await voidActs(trx, {
    kinds: ["PAYOUT_FAILED", "PAYOUT_BOUNCED"],
    subjects: payouts.map(({ id }) => `payout:${id}`),
    now,
  });
  return {
    done: new Set(payouts.map((payout) => payout.id)),
    held: new Map(held.map((payout) => [payout.id, payout])),
  };
}

/** The file would still pay those that left the batch. */
async function shrinkBatch(
  trx: Transaction<DB>,
  services: OutcomeServices,
  batch: LockedBatch,
  now: Date,
): Promise<void> {
  if (batch.released_at !== null) await requestReleaseAgain(trx, services, batch.id, now);
  await endEmptyBatch(trx, batch.id, now);
}

function isMakersAboveLimit(
  batch: { created_by: string; worth_eur_minor: number },
  operatorId: string,
  { second_operator_from_minor: from }: SecondOperatorRule,
): boolean {
  return from !== null && batch.created_by === operatorId && batch.worth_eur_minor >= from;
}

function judge(
  rule: SecondOperatorRule,
  { operatorId, transition, asked_at }: Omit<Transition, "reasons">,
  batch: LockedBatch | undefined,
): "go" | "held" | "gone" {
  // Without a released batch it cannot have been paid.
  if (!batch || batch.released_at === null) return transition === "failed" ? "go" : "gone";
  // The bank may have the file since the request: ask again.
  if (transition === "failed" && asked_at && batch.fetched_at !== null && batch.fetched_at > asked_at)
    return "gone";
  // A bank without the file paid nothing; the mark would block the file.
  if (transition === "paid" && !asked_at && batch.fetched_at === null) return "gone";
  if (rule.second_operator_from_minor === null || asked_at) return "go";
  // Anyone can write a file, so returned money takes two operators.
  return transition === "paid" && !isMakersAboveLimit(batch, operatorId, rule) ? "go" : "held";
}

type LockedBatch = Awaited<ReturnType<typeof lockBatchesOf>> extends Map<string, infer Batch> ? Batch : never;

async function subjectsOf(trx: Transaction<DB>, payoutIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("payouts")
    .select("batch_id")
    .distinct()
    .where(sql<boolean>`id = any(${[...payoutIds]}::uuid[])`)
    .execute();
  const batches = rows.flatMap(({ batch_id }) => batch_id ?? []);
  return [...payoutIds.map((id) => `payout:${id}`), ...batches.map((id) => `payout_batch:${id}`)];
}

async function creatorsOf(trx: Transaction<DB>, payoutIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("payouts")
    .select("creator_id")
    .where(sql<boolean>`id = any(${[...payoutIds]}::uuid[])`)
    .execute();
  return rows.map(({ creator_id }) => creator_id);
}

async function lockBatchesOf(trx: Transaction<DB>, payoutIds: readonly string[]) {
  const rows = await trx
    .selectFrom("payout_batches as b")
    .select(["b.id", "b.created_by", "b.worth_eur_minor", "b.released_at", "b.fetched_at"])
    .where((eb) =>
      eb(
        "b.id",
        "in",
        eb
          .selectFrom("payouts")
          .select("batch_id")
          .where(sql<boolean>`id = any(${[...payoutIds]}::uuid[])`),
      ),
    )
    .orderBy("b.id")
    .forUpdate("b")
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type SettledPayout = Awaited<ReturnType<typeof lockPayouts>>[number];

async function lockPayouts(trx: Transaction<DB>, transition: PayoutTransition, ids: readonly string[]) {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .selectAll("p")
    .select(["d.masked_account", "d.bank_country", "u.email", "u.locale", "u.deleted_at"])
    .where(sql<boolean>`p.id = any(${[...ids]}::uuid[])`)
    .where("p.status", "in", TRANSITIONS[transition].from)
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  return rows.map((row) => ({
    ...row,
    masked_account: maskedDestination(row.method, row),
    amount_minor: minor(row.amount_minor),
    fee_minor: minor(row.fee_minor),
    fee_vat_minor: minor(row.fee_vat_minor),
  }));
}

/** Returns the money to its source, then repays debts. */
async function giveBack(
  trx: Transaction<DB>,
  payouts: readonly SettledPayout[],
  transition: "failed" | "bounced",
  currency: string,
  now: Date,
): Promise<void> {
  const creators = [...new Set(payouts.map((payout) => payout.creator_id))];
  const balances = await lockBalances(trx, creators, currency);
  const owed = new Map([...balances].map(([creator, own]) => [creator, own.creator_receivable]));
  const freed = new Set<string>();
  await post(trx, transition === "failed" ? await returns(trx, payouts, now) : bounces(payouts, now), now);
  for (const payout of payouts) {
    const debt = owed.get(payout.creator_id) ?? 0;
    const repayment = minor(Math.min(debt, payout.amount_minor));
    if (repayment === 0) continue;
    owed.set(payout.creator_id, minor(debt - repayment));
    await post(trx, [returnedMoneyRepays(payout, repayment, now)], now);
    if (repayment === debt) freed.add(payout.creator_id);
  }
  for (const creator of freed) await endChargebackWhenRepaid(trx, creator, now);
}

async function returns(trx: Transaction<DB>, payouts: readonly PayoutFacts[], now: Date): Promise<Posting[]> {
  const requests = await findTransactions(trx, payouts.map(requestKey));
  return payouts.map((payout) => {
    const request = requests.get(requestKey(payout));
    if (request === undefined) throw new Error(`payout ${payout.id} was never posted`);
    return payoutReturned(payout, request, now);
  });
}

function bounces(payouts: readonly PayoutFacts[], now: Date): Posting[] {
  return payouts.map((payout) => payoutBounced(payout, now));
}

async function mailCreator(
  trx: Transaction<DB>,
  services: OutcomeServices,
  payout: SettledPayout,
  about: { statement: number | null; cancellation: number | null; reason: string | null; now: Date },
): Promise<void> {
  const { statement, cancellation, reason, now } = about;
  if (payout.deleted_at !== null) return;
  const { id, currency, amount_minor, fee_minor, masked_account } = payout;
  const mail = { locale: payout.locale, recipient: payout.email, user_id: payout.creator_id, now };
  if (statement === null) {
    const params = { currency, amount_minor, masked_account, reason, cancellation_number: cancellation };
    await queueMail(trx, services, {
      ...mail,
      dedupe_key: `payout-failed:${id}`,
      template: "payout_failed",
      params,
    });
    return;
  }
  await queueMail(trx, services, {
    ...mail,
    dedupe_key: `payout-sent:${id}`,
    template: "payout_sent",
    params: { currency, amount_minor, fee_minor, masked_account, statement_number: statement },
  });
}

type PayoutSelector = { payout_id: string } | { batch_id: string };

/** "second_operator_needed": too large for the batch's maker. */
type OutcomeMarked =
  | { outcome: "done"; payouts: number }
  | { outcome: "gone" | "waiting" | "second_operator_needed" };

export async function markPaid(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string },
): Promise<OutcomeMarked> {
  return await mark(services, "paid", { ...given, reason: null });
}

export async function markFailed(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  return await mark(services, "failed", given);
}

export async function markBounced(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  return await mark(services, "bounced", given);
}

async function mark(
  services: OutcomeServices,
  transition: PayoutTransition,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  const { db } = services;
  const reasons = await reasonsFor(db, given, given.reason);
  if (transition === "paid" && !(await countPaid(services, given.operator_id, [...reasons.keys()])))
    return { outcome: "second_operator_needed" };
  const { done, held } = await settle(services, given.operator_id, transition, reasons);
  if (done.size > 0) return { outcome: "done", payouts: done.size };
  if (held.size === 0) return { outcome: "gone" };
  if (transition === "paid") return { outcome: "second_operator_needed" };
  await db
    .transaction()
    .execute((trx) => requestPayoutApproval(trx, services, transition, given, [...held.values()]));
  return { outcome: "waiting" };
}

async function countPaid(
  services: OutcomeServices,
  operatorId: string,
  ids: readonly string[],
): Promise<boolean> {
  const from = services.second_operator_from_minor;
  if (from === null) return true;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ batch_id: string; currency: string; net_minor: number }>`
      select p.batch_id, p.currency, sum(p.net_minor)::bigint as net_minor
      from payouts p join payout_batches b on b.id = p.batch_id
      where p.id = any(${[...ids]}::uuid[]) and p.status = 'PROCESSING' and b.created_by = ${operatorId}
        and b.fetched_at is not null
      group by p.batch_id, p.currency`.execute(trx);
    const [own] = rows;
    if (!own) return true;
    const worth_eur_minor = await euroValue(trx, minor(own.net_minor), own.currency, businessDate(now));
    if ((await doneAlone(trx, { operator_id: operatorId, now })) + worth_eur_minor >= from) return false;
    const subject = `payout_batch:${own.batch_id}`;
    await recordActAlone(trx, services, {
      ...{ kind: "PAYOUT_PAID", subject, operator_id: operatorId, worth_eur_minor, now },
    });
    return true;
  });
}

export async function requestPayoutApproval(
  trx: Transaction<DB>,
  services: OutcomeServices,
  transition: "failed" | "bounced",
  given: PayoutSelector & { operator_id: string; reason: string | null },
  payouts: readonly { currency: string; net_minor: number }[],
): Promise<void> {
  const now = services.clock();
  const currency = payouts[0]?.currency ?? "EUR";
  const amount_minor = minor(payouts.reduce((sum, payout) => sum + payout.net_minor, 0));
  const { operator_id, reason } = given;
  const which: AuditedFacts =
    "batch_id" in given ? { batch_id: given.batch_id } : { payout_id: given.payout_id };
  await requestSecondOperator(trx, services, {
    kind: transition === "failed" ? "PAYOUT_FAILED" : "PAYOUT_BOUNCED",
    subject: "batch_id" in given ? `payout_batch:${given.batch_id}` : `payout:${given.payout_id}`,
    ...{ operator_id, now, params: { ...which, reason, currency, amount_minor } },
    worth_eur_minor: await euroValue(trx, amount_minor, currency, businessDate(now)),
  });
}

/** Its maker neither marks it nor imports its results. */
export async function isTooLargeForMaker(
  services: SecondOperatorRule & { db: Kysely<DB> },
  batchId: string,
  operatorId: string,
): Promise<boolean> {
  const batch = await services.db
    .selectFrom("payout_batches")
    .select(["created_by", "worth_eur_minor"])
    .where("id", "=", batchId)
    .executeTakeFirst();
  return batch !== undefined && isMakersAboveLimit(batch, operatorId, services);
}

async function reasonsFor(
  db: Kysely<DB>,
  which: PayoutSelector,
  reason: string | null,
): Promise<Map<string, string | null>> {
  if ("payout_id" in which) return new Map([[which.payout_id, reason]]);
  const rows = await db
    .selectFrom("payouts")
    .select("id")
    .where("batch_id", "=", which.batch_id)
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.id, reason]));
}

/** Posts nothing. Returns the new ids (docs/money.md, 5). */
export async function reportReturns(
  trx: Transaction<DB>,
  reasons: ReadonlyMap<string, string | null>,
  { operator_id, now }: { operator_id: string; now: Date },
): Promise<Set<string>> {
  const reported = new Set<string>();
  // Others move a batch's payouts in any order, under its lock.
  await lockBatchesOf(trx, [...reasons.keys()]);
  for (const id of [...reasons.keys()].sort()) {
    const reason = reasons.get(id) ?? null;
    const changed = await trx
      .updateTable("payouts")
      .set({ return_reported_at: now, return_reported_reason: reason })
      .where("id", "=", id)
      .where("status", "in", ["PROCESSING", "PAID"])
      .where("return_reported_at", "is", null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("payout_batches as b")
            .whereRef("b.id", "=", "payouts.batch_id")
            .where("b.released_at", "is not", null)
            .select("b.id"),
        ),
      )
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) continue;
    reported.add(id);
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "payout.return_reported", subject: `payout:${id}`, now },
      ...{ before: null, after: { reason } },
    });
  }
  return reported;
}

/** "gone" when none is reported. */
export async function dropReportedReturn(
  services: { db: Kysely<DB>; clock: () => Date },
  given: { payout_id: string; operator_id: string; reason: string },
): Promise<"done" | "gone"> {
  const { payout_id, operator_id, reason } = given;
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "money");
    await lockActsAbout(trx, [`payout:${payout_id}`]);
    const changed = await trx
      .updateTable("payouts")
      .set({ return_reported_at: null, return_reported_reason: null })
      .where("id", "=", payout_id)
      .where("status", "<>", "FAILED")
      .where("return_reported_at", "is not", null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return "gone";
    const now = services.clock();
    await voidActs(trx, {
      ...{ kinds: ["PAYOUT_FAILED", "PAYOUT_BOUNCED"], subjects: [`payout:${payout_id}`], now },
    });
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "payout.return_dropped", subject: `payout:${payout_id}` },
      ...{ before: null, after: { reason }, now },
    });
    return "done";
  });
}

interface ReportedReturn {
  id: string;
  currency: string;
  net_minor: Minor;
  reported_at: Date;
  reason: string | null;
  is_asked: boolean;
  is_late: boolean;
}

export async function listReportedReturns(db: Kysely<DB>, now: Date): Promise<ReportedReturn[]> {
  const since = lateSince(now);
  const rows = await waiting(db)
    .select(["id", "currency", "net_minor", "return_reported_at", "return_reported_reason"])
    .select(lateBefore(since).as("is_late"))
    .select(
      sql<boolean>`exists (select from operator_acts a
        where a.subject = 'payout:' || payouts.id and a.status = 'WAITING')`.as("is_asked"),
    )
    .orderBy("return_reported_at")
    .orderBy("id")
    .limit(productRules.admin_rows)
    .execute();
  return rows.flatMap(({ return_reported_at: reported_at, return_reported_reason: reason, ...row }) =>
    reported_at === null ? [] : [{ ...row, net_minor: minor(row.net_minor), reported_at, reason }],
  );
}

export async function countLateReturns(db: Kysely<DB>, now: Date): Promise<number> {
  const { count } = await waiting(db)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(lateBefore(lateSince(now)))
    .executeTakeFirstOrThrow();
  return count;
}

function waiting(db: Kysely<DB>) {
  return db.selectFrom("payouts").where("return_reported_at", "is not", null).where("status", "<>", "FAILED");
}

function lateSince(now: Date): string {
  return targetDaysBefore(businessDate(now), productRules.payout.return_confirmed_bank_days);
}

function lateBefore(day: string) {
  return sql<boolean>`(return_reported_at at time zone 'Europe/Berlin')::date < ${day}::date`;
}
