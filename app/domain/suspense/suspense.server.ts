import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { post } from "../ledger/post.server.ts";
import {
  inboundToSuspense,
  type SuspenseParts,
  suspenseBroughtBack,
  suspenseKept,
  suspenseRefunded,
  suspenseReturned,
} from "../ledger/rules/suspense-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";

export type SurplusReason = Selectable<DB["suspense_entries"]>["reason"];

export interface SuspenseEntry {
  payment_id: string;
  provider: string;
  provider_ref: string;
  currency: string;
  received_minor: Minor;
  /** The whole direct charge, of which we hold only our fee. */
  charge_minor: Minor | null;
  left_minor: Minor;
  reason: SurplusReason;
  received_at: Date;
  is_contested: boolean;
  refund_id: string | null;
  refund_minor: Minor | null;
  refund_status: "REQUESTED" | "DONE" | "FAILED" | null;
}

const COLUMNS = [
  "payment_id",
  "provider",
  "provider_ref",
  "currency",
  "received_minor",
  "charge_minor",
  "left_minor",
  "reason",
  "received_at",
  "is_contested",
  "refund_id",
  "refund_minor",
  "refund_status",
] as const;

export async function putAside(
  trx: Transaction<DB>,
  money: Pick<SuspenseEntry, "payment_id" | "provider" | "provider_ref" | "currency" | "reason"> & {
    received_minor: Minor;
    charge_minor?: Minor | null;
  },
  at: Date,
  now: Date,
): Promise<SuspenseEntry> {
  const inserted = await trx
    .insertInto("suspense_entries")
    .values({ ...money, left_minor: money.received_minor, received_at: at, is_contested: false })
    .onConflict((conflict) => conflict.column("payment_id").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) await post(trx, [inboundToSuspense(money, at)], now);
  const entry = await lockEntry(trx, money.payment_id);
  if (!entry) throw new Error(`money of ${money.payment_id} was put aside and is not there`);
  return entry;
}

export async function lockEntry(trx: Transaction<DB>, paymentId: string): Promise<SuspenseEntry | null> {
  const row = await trx
    .selectFrom("suspense_entries")
    .select(COLUMNS)
    .where("payment_id", "=", paymentId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function findEntry(db: Kysely<DB>, paymentId: string): Promise<SuspenseEntry | null> {
  const row = await db
    .selectFrom("suspense_entries")
    .select(COLUMNS)
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
  return row ?? null;
}

type ExitKind = Selectable<DB["suspense_exits"]>["kind"];

interface Exit {
  kind: Exclude<ExitKind, "DISPUTE_REVERSED" | "REFUND_FAILED">;
  amount_minor: Minor;
  reference: string;
  operator_id?: string;
  reason?: string;
  confirms_minor?: Minor;
}

/** A refund beyond it is our expense. The caller locks the entry. */
export async function takeOut(
  trx: Transaction<DB>,
  services: { newId: () => string },
  entry: SuspenseEntry,
  exit: Exit,
  now: Date,
): Promise<void> {
  const amount = minor(Math.min(exit.amount_minor, entry.left_minor));
  const parts = { amount_minor: amount, beyond_minor: minor(exit.amount_minor - amount) };
  const exitId = services.newId();
  await recordExit(trx, entry, { ...exit, ...parts, id: exitId }, now);
  const { payment_id, provider, currency } = entry;
  const aside = { payment_id, provider, currency, exit_id: exitId };
  if (exit.amount_minor > 0) await post(trx, [postingOf(exit, aside, parts, now)], now);
}

/** The caller locks the entry. */
export async function bringBack(
  trx: Transaction<DB>,
  services: { newId: () => string },
  entry: SuspenseEntry,
  { reference, ...taken }: SuspenseParts & { reference: string },
  now: Date,
): Promise<void> {
  const id = services.newId();
  const amounts = { amount_minor: -taken.amount_minor, beyond_minor: -taken.beyond_minor };
  await recordExit(trx, entry, { id, kind: "DISPUTE_REVERSED", ...amounts, reference }, now);
  await post(trx, [suspenseBroughtBack({ ...entry, exit_id: id }, taken, now)], now);
}

function postingOf(
  { kind, reference }: Exit,
  aside: Parameters<typeof suspenseReturned>[0],
  parts: SuspenseParts,
  now: Date,
) {
  switch (kind) {
    case "REFUNDED":
      return suspenseRefunded({ ...aside, refund_id: reference }, parts, now);
    case "REFUNDED_ELSEWHERE":
    case "DISPUTE_LOST":
    case "RETURNED_BY_PROVIDER":
      return suspenseReturned(aside, "PROVIDER", parts, now);
    case "RETURNED_BY_BANK":
      return suspenseReturned(aside, "BANK", parts, now);
    case "KEPT":
      return suspenseKept(aside, parts.amount_minor, now);
  }
}

/** Below zero is a return; the dispute posted it. */
export async function recordDisputed(
  trx: Transaction<DB>,
  services: { newId: () => string },
  entry: SuspenseEntry,
  disputed: { dispute_id: string; amount_minor: number },
  now: Date,
): Promise<void> {
  if (disputed.amount_minor === 0) return;
  const kind = disputed.amount_minor > 0 ? "DISPUTE_LOST" : "DISPUTE_REVERSED";
  const { amount_minor, dispute_id: reference } = disputed;
  await recordExit(trx, entry, { id: services.newId(), kind, amount_minor, beyond_minor: 0, reference }, now);
}

/** Below zero is a return. The caller posts. */
export async function recordExit(
  trx: Transaction<DB>,
  entry: SuspenseEntry,
  exit: {
    id: string;
    kind: ExitKind;
    amount_minor: number;
    beyond_minor: number;
    reference: string;
    operator_id?: string;
    reason?: string;
    confirms_minor?: number;
  },
  now: Date,
): Promise<void> {
  const { payment_id } = entry;
  await trx
    .insertInto("suspense_exits")
    .values({ ...exit, payment_id, at: now })
    .execute();
  await trx
    .updateTable("suspense_entries")
    .set({ left_minor: sql<number>`left_minor - ${exit.amount_minor}` })
    .where("payment_id", "=", payment_id)
    .execute();
}

export interface ListedSuspense extends SuspenseEntry {
  is_known: boolean;
  first_payment_id: string | null;
  is_disputed: boolean;
  asked_since: Date | null;
}

function shownEntries(db: Kysely<DB>) {
  return db
    .selectFrom("suspense_entries as s")
    .select(COLUMNS.map((column) => `s.${column}` as const))
    .select([
      sql<boolean>`exists (select from payments p where p.id = s.payment_id)`.as("is_known"),
      sql<string | null>`(select p.id from payments p where p.id <> s.payment_id
        and p.provider = s.provider and p.provider_ref = split_part(s.provider_ref, ' ', 1))`.as(
        "first_payment_id",
      ),
      sql<boolean>`s.is_contested or exists (
        select from disputes d where d.payment_id = s.payment_id and d.status = 'OPEN')`.as("is_disputed"),
      sql<Date | null>`(select min(a.made_at) from operator_acts a
        where a.subject = 'suspense:' || s.payment_id and a.status = 'WAITING')`.as("asked_since"),
    ]);
}

export async function listSuspense(db: Kysely<DB>): Promise<ListedSuspense[]> {
  return await shownEntries(db)
    .where("s.left_minor", ">", minor(0))
    .orderBy("s.received_at")
    .orderBy("s.payment_id")
    .limit(productRules.exception_rows)
    .execute();
}

export async function findSuspenseCase(db: Kysely<DB>, paymentId: string): Promise<ListedSuspense | null> {
  return (await shownEntries(db).where("s.payment_id", "=", paymentId).executeTakeFirst()) ?? null;
}

interface EndedEntry {
  payment_id: string;
  reason: SurplusReason;
  received_minor: Minor;
  currency: string;
  kind: ExitKind;
  at: Date;
}

export async function listEndedSuspense(db: Kysely<DB>): Promise<EndedEntry[]> {
  const { rows } = await sql<EndedEntry>`
    select e.payment_id, e.reason, e.received_minor, e.currency, x.kind, x.at
    from suspense_exits x
    join suspense_entries e on e.payment_id = x.payment_id and e.left_minor = 0
    where x.amount_minor > 0 and not exists (
      select from suspense_exits later
      where later.payment_id = x.payment_id and later.amount_minor > 0 and (later.at, later.id) > (x.at, x.id))
    order by x.at desc, x.id desc limit ${productRules.ended_suspense_rows}`.execute(db);
  return rows;
}

export interface ListedExit {
  id: string;
  kind: ExitKind;
  amount_minor: number;
  beyond_minor: number;
  reference: string;
  operator: string | null;
  reason: string | null;
  at: Date;
}

export async function listExits(db: Kysely<DB>, paymentId: string): Promise<ListedExit[]> {
  return await db
    .selectFrom("suspense_exits as x")
    .leftJoin("users as u", "u.id", "x.operator_id")
    .select(["x.id", "x.kind", "x.amount_minor", "x.beyond_minor", "x.reference", "x.reason", "x.at"])
    .select("u.email as operator")
    .where("x.payment_id", "=", paymentId)
    .orderBy("x.at")
    .orderBy("x.id")
    .execute();
}
