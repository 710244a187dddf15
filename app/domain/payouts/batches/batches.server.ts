import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { type AuditedFacts, writeAudit } from "../../audit/audit.server.ts";
import { businessDate } from "../../calendar.ts";
import { euroValue } from "../../exchange-rates/rates.server.ts";
import { payoutsAreFrozen } from "../../ledger/ledger-checks.server.ts";
import { type Minor, minor, type ProfileCurrency } from "../../money/minor.ts";
import {
  doneAlone,
  lockActsAbout,
  recordActAlone,
  requestSecondOperator,
  type SecondOperatorRule,
  voidActs,
  waitsForSecondOperator,
} from "../../operator-acts/operator-acts.server.ts";
import { requireOperator } from "../../users/user.server.ts";
import { type PayoutAccount, type PayoutFile, payoutFile } from "../bank-files/payout-files.ts";
import type { PayoutDestination } from "../destinations/payout-data.schema.ts";
import { readEncrypted } from "../destinations/payout-data.server.ts";
import type { PayoutRail } from "../requests/payout-fees.ts";

interface PayoutToAccount {
  id: string;
  net_minor: Minor;
  details_id: string;
  accepted_by: string | null;
  confirmed_by: string | null;
}

/** This operator alone accepted them, worth the day's limit together or more. */
async function unconfirmedAccounts<Payout extends PayoutToAccount>(
  trx: Transaction<DB>,
  services: SecondOperatorRule & { newId: () => string },
  payouts: readonly Payout[],
  given: { operator_id: string; currency: string; now: Date },
): Promise<Set<Payout>> {
  const from = services.second_operator_from_minor;
  const { operator_id, currency, now } = given;
  const held = new Set<Payout>();
  const own = payouts.filter((each) => each.accepted_by === operator_id && each.confirmed_by === null);
  if (from === null || own.length === 0) return held;
  const act = { kind: "PAYOUT_DATA", operator_id, now } as const;
  let sum = await doneAlone(trx, act);
  for (const payout of own) {
    const worth_eur_minor = await euroValue(trx, payout.net_minor, currency, businessDate(now));
    const subject = `payout_destination:${payout.details_id}`;
    if (sum + worth_eur_minor < from) {
      sum += worth_eur_minor;
      await recordActAlone(trx, services, { ...act, subject, worth_eur_minor });
    } else {
      held.add(payout);
      const params = { details_id: payout.details_id };
      await requestSecondOperator(trx, services, { ...act, subject, worth_eur_minor, params });
    }
  }
  return held;
}

export async function confirmAcceptedData(
  trx: Transaction<DB>,
  given: { details_id: string; operator_id: string },
): Promise<"confirmed" | "gone"> {
  const { rows } = await sql<{ is_confirmed: boolean }>`
    select check_payout_destination(${given.details_id}::uuid, ${given.operator_id}::uuid) as is_confirmed`.execute(
    trx,
  );
  return rows[0]?.is_confirmed ? "confirmed" : "gone";
}

interface ReleaseServices extends SecondOperatorRule {
  encryption: Encryption;
  newId: () => string;
}

type Release = "released" | "gone" | "frozen" | "own" | "accounts_wait" | "no_account";

/**
 * The releasing operator took no step of this money; `operator_id` is null with a single operator
 * (docs/product.md, 7.1).
 */
export async function releaseBatch(
  trx: Transaction<DB>,
  services: ReleaseServices,
  given: { batch_id: string; operator_id: string | null; account: PayoutAccount | null; now: Date },
): Promise<Release> {
  const { batch_id: id, operator_id, account, now } = given;
  if (await payoutsAreFrozen(trx)) return "frozen";
  const batch = await lockBatch(trx, id);
  if (!batch || batch.released_at !== null) return "gone";
  const { rail, currency } = batch;
  await takeOutUnfit(trx, id);
  const payouts = await lockPayoutsOf(trx, services.encryption, id);
  if (payouts.length === 0) {
    await endEmptyBatch(trx, id, now);
    return "gone";
  }
  if (rail === "SEPA" && account === null) return "no_account";
  const makers = [batch.created_by, ...payouts.map((payout) => payout.requested_by)];
  if (operator_id !== null) {
    if (makers.includes(operator_id)) return "own";
    const own = await unconfirmedAccounts(trx, services, payouts, { operator_id, currency, now });
    if (own.size > 0) return "accounts_wait";
  }
  const file = payoutFile(rail, { id, currency, account, created_at: batch.created_at, payouts });
  const sha256 = createHash("sha256").update(file.bytes).digest();
  const encrypted = services.encryption.encrypt("payout-file", id, file.bytes);
  await sql`
    select release_payout_batch(${id}::uuid, ${operator_id}::uuid, ${now}::timestamptz, ${file.file_name}::text,
      ${file.content_type}::text, ${sha256}::bytea, ${encrypted}::bytea)`.execute(trx);
  return "released";
}

/** Before release; its payouts wait for the next batch. */
export async function dissolveBatch(
  trx: Transaction<DB>,
  given: { batch_id: string; operator_id: string; now: Date },
): Promise<"dissolved" | "gone"> {
  const { batch_id: id, operator_id, now } = given;
  const batch = await lockBatch(trx, id);
  if (!batch || batch.released_at !== null) return "gone";
  const back = await trx
    .updateTable("payouts")
    .set({ status: "REQUESTED", batch_id: null })
    .where("batch_id", "=", id)
    .where("status", "=", "PROCESSING")
    .returning("id")
    .execute();
  const subjects = [`payout_batch:${id}`, ...back.map((payout) => `payout:${payout.id}`)];
  await voidActs(trx, { kinds: ["PAYOUT_FAILED"], subjects, now });
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "payouts.dissolved", subject: `payout_batch:${id}`, now },
    before: null,
    after: { payouts: back.length },
  });
  return "dissolved";
}

/** The caller locks its payouts. */
export async function endEmptyBatch(trx: Transaction<DB>, batchId: string, now: Date): Promise<void> {
  const left = await trx
    .selectFrom("payouts")
    .select("id")
    .where("batch_id", "=", batchId)
    .executeTakeFirst();
  if (!left) await voidActs(trx, { kinds: ["BATCH_RELEASE"], subjects: [`payout_batch:${batchId}`], now });
}

async function takeOutUnfit(trx: Transaction<DB>, batchId: string): Promise<void> {
  await sql`
    update payouts p set status = 'REQUESTED', batch_id = null from users u
    where p.batch_id = ${batchId} and p.status = 'PROCESSING' and u.id = p.creator_id and not ${maySend}`.execute(
    trx,
  );
}

/** Debts below available money, in EUR at the latest rates. */
const debtsAreCovered = sql<boolean>`(
  select count(*) = count(r.units_per_euro)
    and coalesce(sum((a.debits - a.credits) / power(10::numeric, c.digits) / r.units_per_euro), 0) <= 0
  from ledger_account a join currencies c on c.code = a.currency
  left join lateral (
    select 1 as units_per_euro where a.currency = 'EUR'
    union all
    (select units_per_euro from reference_rates where currency = a.currency order by rate_date desc limit 1)
    limit 1
  ) as r on true
  where a.owner = u.id::text and a.code in ('creator_available', 'creator_receivable') and a.debits <> a.credits)`;

/** Deleted accounts included. */
export const maySend = sql<boolean>`(
  (u.status = 'ACTIVE' or (u.status = 'LOCKED' and p.requested_by is not null)
    -- Asked for while owing: without what is held back. What was asked for before may be needed for the debt, as may
    -- all, once more is owed than what was held back is worth.
    or (u.status = 'CHARGEBACK' and p.requested_at > (
      select max(e.at) from account_status_events e where e.user_id = u.id and e.to_status = 'CHARGEBACK')
      and ${debtsAreCovered}))
  and exists (select from payout_destinations k where k.id = p.details_id and octet_length(k.encrypted) > 0))`;

async function lockBatch(trx: Transaction<DB>, id: string) {
  return await trx
    .selectFrom("payout_batches")
    .select(["rail", "currency", "created_by", "created_at", "released_at"])
    .where("id", "=", id)
    .$narrowType<{ currency: "EUR" | "USD" | "GBP" }>()
    .forUpdate()
    .executeTakeFirst();
}

async function lockPayoutsOf(trx: Transaction<DB>, encryption: Encryption, batchId: string) {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .select(["p.id", "p.net_minor", "p.details_id", "p.requested_by", "d.encrypted", "d.bank_country"])
    .select(["d.decided_by as accepted_by", "d.confirmed_by"])
    .where("p.batch_id", "=", batchId)
    .where("p.status", "=", "PROCESSING")
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  const unreadable: string[] = [];
  const payouts = rows.flatMap(({ encrypted, ...row }) => {
    const details = tryToRead(encryption, row.details_id, encrypted);
    if (details === null) unreadable.push(row.id);
    return details === null ? [] : [{ ...row, net_minor: minor(row.net_minor), details }];
  });
  if (unreadable.length > 0)
    await trx
      .updateTable("payouts")
      .set({ status: "REQUESTED", batch_id: null })
      .where("id", "in", unreadable)
      .execute();
  return payouts;
}

function tryToRead(encryption: Encryption, id: string, encrypted: Uint8Array): PayoutDestination | null {
  try {
    return readEncrypted(encryption, id, encrypted);
  } catch {
    return null;
  }
}

export interface BatchServices extends SecondOperatorRule {
  db: Kysely<DB>;
  encryption: Encryption;
  clock: () => Date;
  newId: () => string;
}

interface BatchOrder {
  rail: PayoutRail;
  currency: ProfileCurrency;
  operator_id: string;
  account: PayoutAccount | null;
}

type MadeBatch =
  | { outcome: "made"; batch_id: string; payouts: number; total_minor: Minor }
  | { outcome: "empty" }
  | { outcome: "accounts_wait" }
  | { outcome: "frozen" }
  | { outcome: "no_account" };

/**
 * All waiting payouts of a rail and currency. The file is made at release, or at once with a single operator.
 * LOCKED or owing creators wait, unless an operator requested the payout.
 */
export async function makeBatch(services: BatchServices, order: BatchOrder): Promise<MadeBatch> {
  const { rail, currency, account, operator_id } = order;
  if (rail === "SEPA" && account === null) return { outcome: "no_account" };
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<MadeBatch> => {
    if (await payoutsAreFrozen(trx)) return { outcome: "frozen" };
    const waiting = await takeRequested(trx, rail, currency);
    if (waiting.length === 0) return { outcome: "empty" };
    const held = await unconfirmedAccounts(trx, services, waiting, { operator_id, currency, now });
    const payouts = waiting.filter((payout) => !held.has(payout));
    if (payouts.length === 0) return { outcome: "accounts_wait" };
    const id = services.newId();
    const total_minor = minor(payouts.reduce((sum, payout) => sum + payout.net_minor, 0));
    const worth_eur_minor = await euroValue(trx, total_minor, currency, businessDate(now));
    await trx
      .insertInto("payout_batches")
      .values({
        ...{ id, rail, currency, total_minor, payouts_count: payouts.length },
        ...{ created_by: operator_id, created_at: now, worth_eur_minor },
      })
      .execute();
    await trx
      .updateTable("payouts")
      .set({ status: "PROCESSING", batch_id: id })
      .where(sql<boolean>`id = any(${payouts.map((payout) => payout.id)}::uuid[])`)
      .execute();
    const facts = { rail, currency, payouts: payouts.length, total_minor };
    await auditBatch(trx, "payouts.batched", operator_id, id, now, facts);
    if (services.second_operator_from_minor === null)
      await releaseBatch(trx, services, { batch_id: id, operator_id: null, account, now });
    else await askForRelease(trx, services, { id, operator_id, currency, total_minor, worth_eur_minor, now });
    return { outcome: "made", batch_id: id, payouts: payouts.length, total_minor };
  });
}

async function askForRelease(
  trx: Transaction<DB>,
  services: SecondOperatorRule & { newId: () => string },
  batch: {
    id: string;
    operator_id: string;
    currency: string;
    total_minor: Minor;
    worth_eur_minor: Minor;
    now: Date;
  },
): Promise<void> {
  const { id, operator_id, currency, total_minor, worth_eur_minor, now } = batch;
  await requestSecondOperator(trx, services, {
    ...{ kind: "BATCH_RELEASE", subject: `payout_batch:${id}`, operator_id, now },
    worth_eur_minor,
    params: { batch_id: id, currency, amount_minor: total_minor },
  });
}

/** The file changed: the batch waits for release again. */
export async function requestReleaseAgain(
  trx: Transaction<DB>,
  services: SecondOperatorRule & { newId: () => string },
  batchId: string,
  now: Date,
): Promise<void> {
  await sql`select reopen_payout_batch(${batchId}::uuid)`.execute(trx);
  await trx
    .updateTable("payouts")
    .set({ return_reported_at: null, return_reported_reason: null })
    .where("batch_id", "=", batchId)
    .where("return_reported_at", "is not", null)
    .execute();
  const batch = await trx
    .selectFrom("payout_batches")
    .select(["id", "currency", "total_minor", "worth_eur_minor", "created_by as operator_id"])
    .where("id", "=", batchId)
    .executeTakeFirstOrThrow();
  const { total_minor, worth_eur_minor } = batch;
  const sums = { total_minor: minor(total_minor), worth_eur_minor: minor(worth_eur_minor) };
  await askForRelease(trx, services, { ...batch, ...sums, now });
}

async function takeRequested(trx: Transaction<DB>, rail: PayoutRail, currency: string) {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .select(["p.id", "p.net_minor", "p.details_id", "d.decided_by as accepted_by", "d.confirmed_by"])
    .where("p.status", "=", "REQUESTED")
    .where("p.rail", "=", rail)
    .where("p.currency", "=", currency)
    .where(maySend)
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  return rows.map((row) => ({ ...row, net_minor: minor(row.net_minor) }));
}

/**
 * Always the same bytes; logged first. Null before release, while frozen, and once a payout ended: the bank
 * would pay twice.
 */
export async function fetchBatchFile(
  services: Pick<BatchServices, "db" | "encryption" | "clock">,
  given: { batch_id: string; operator_id: string },
): Promise<PayoutFile | null> {
  const { batch_id: id, operator_id } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<PayoutFile | null> => {
    if (await payoutsAreFrozen(trx)) return null;
    // Locked: no transition or release meanwhile.
    const row = await trx
      .selectFrom("payout_batches")
      .select(["file_name", "content_type", "file_encrypted", "file_sha256", "fetched_at"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || !(await mayBeSent(trx, id))) return null;
    const { file_name, content_type, file_encrypted, file_sha256, fetched_at } = row;
    if (file_name === null || content_type === null || file_encrypted === null || file_sha256 === null)
      return null;
    const bytes = services.encryption.decrypt("payout-file", id, file_encrypted);
    if (!createHash("sha256").update(bytes).digest().equals(file_sha256))
      throw new Error(`the file of batch ${id} is not the one that was made`);
    if (fetched_at === null)
      await trx.updateTable("payout_batches").set({ fetched_at: now }).where("id", "=", id).execute();
    const facts = { sha256: file_sha256.toString("hex") };
    await auditBatch(trx, "payouts.file_fetched", operator_id, id, now, facts);
    return { file_name, content_type, bytes };
  });
}

async function mayBeSent(trx: Transaction<DB>, batchId: string): Promise<boolean> {
  const { rows } = await sql<{ is_ended: boolean }>`
    select not exists (select from payouts where batch_id = ${batchId})
      or exists (select from payouts where batch_id = ${batchId} and status <> 'PROCESSING')
      or exists (select from operator_acts where kind in ('PAYOUT_FAILED', 'BATCH_WITHDRAWN') and status = 'WAITING' and (
        subject = ${`payout_batch:${batchId}`}
        or subject in (select 'payout:' || id from payouts where batch_id = ${batchId}))) as is_ended`.execute(
    trx,
  );
  return rows[0]?.is_ended === false;
}

async function auditBatch(
  trx: Transaction<DB>,
  action: "payouts.batched" | "payouts.file_fetched",
  operatorId: string,
  batchId: string,
  now: Date,
  after: AuditedFacts,
): Promise<void> {
  const subject = `payout_batch:${batchId}`;
  await writeAudit(trx, { actor_id: operatorId, action, subject, before: null, after, now });
}

type Withdrawal = "withdrawn" | "waiting" | "at_bank" | "gone";

interface WithdrawnBatch {
  batch_id: string;
  operator_id: string;
  reason: string;
}

/**
 * Out of a released batch whose file the bank lacks. Needs a second operator, since else the bank could pay
 * twice (docs/product.md, 7.1).
 */
export async function withdrawBatch(
  services: SecondOperatorRule & { db: Kysely<DB>; clock: () => Date; newId: () => string },
  given: WithdrawnBatch,
): Promise<Withdrawal> {
  const { batch_id, operator_id, reason } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "money");
    await lockActsAbout(trx, await subjectsOf(trx, batch_id));
    const found = await lockOpen(trx, batch_id);
    if (typeof found === "string") return found;
    const { currency, payouts } = found;
    const amount_minor = minor(payouts.reduce((sum, { net_minor }) => sum + net_minor, 0));
    const worth_eur_minor = await euroValue(trx, amount_minor, currency, businessDate(now));
    const subject = `payout_batch:${batch_id}`;
    const waits = await waitsForSecondOperator(trx, services, {
      ...{ kind: "BATCH_WITHDRAWN", operator_id, worth_eur_minor, subject, now },
      params: { batch_id, currency, amount_minor, reason },
    });
    if (waits) return "waiting";
    await takeOut(trx, { ...given, now });
    return "withdrawn";
  });
}

export async function withdrawBatchApproved(
  trx: Transaction<DB>,
  given: WithdrawnBatch & { asked_at: Date; now: Date },
): Promise<"withdrawn" | "gone"> {
  const found = await lockOpen(trx, given.batch_id);
  if (typeof found === "string") return "gone";
  if (found.fetched_at !== null && found.fetched_at > given.asked_at) return "gone";
  await takeOut(trx, given);
  return "withdrawn";
}

async function subjectsOf(trx: Transaction<DB>, batchId: string): Promise<string[]> {
  const rows = await trx.selectFrom("payouts").select("id").where("batch_id", "=", batchId).execute();
  return [`payout_batch:${batchId}`, ...rows.map(({ id }) => `payout:${id}`)];
}

async function lockOpen(trx: Transaction<DB>, id: string) {
  const batch = await trx
    .selectFrom("payout_batches")
    .select(["currency", "released_at", "fetched_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!batch || batch.released_at === null) return "gone";
  const { rows } = await sql<{ is_booked: boolean }>`
    select exists (select from bank_entries e where e.outcome <> 'EXCEPTION' and (e.batch_id = ${id}::uuid
      or e.payout_id in (select p.id from payouts p where p.batch_id = ${id}::uuid))) as is_booked`.execute(
    trx,
  );
  if (rows[0]?.is_booked) return "at_bank";
  const payouts = await trx
    .selectFrom("payouts")
    .select(["id", "net_minor"])
    .where("batch_id", "=", id)
    .where("status", "=", "PROCESSING")
    .orderBy("id")
    .forUpdate()
    .execute();
  return payouts.length === 0 ? "gone" : { ...batch, payouts };
}

async function takeOut(
  trx: Transaction<DB>,
  { batch_id, operator_id, reason, now }: WithdrawnBatch & { now: Date },
): Promise<void> {
  const subjects = await subjectsOf(trx, batch_id);
  const back = await trx
    .updateTable("payouts")
    .set({ status: "REQUESTED", batch_id: null, return_reported_at: null, return_reported_reason: null })
    .where("batch_id", "=", batch_id)
    .where("status", "=", "PROCESSING")
    .returning("id")
    .execute();
  await voidActs(trx, { kinds: ["PAYOUT_FAILED"], subjects, now });
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "payouts.withdrawn", subject: `payout_batch:${batch_id}`, now },
    before: null,
    after: { payouts: back.length, reason },
  });
}
