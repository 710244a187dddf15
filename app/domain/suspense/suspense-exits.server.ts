import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import type { Jobs } from "../jobs.ts";
import { post } from "../ledger/post.server.ts";
import { suspenseRefundFailed } from "../ledger/rules/suspense-posting-rules.ts";
import { minor } from "../money/minor.ts";
import { type SecondOperatorRule, waitsForSecondOperator } from "../operator-acts/operator-acts.server.ts";
import type {
  DisputeSnapshot,
  PaymentSnapshot,
  Providers,
  RefundSnapshot,
} from "../payments/provider-port.ts";
import {
  askProviderToRefund,
  type FinishRefund,
  failedNames,
  markFailedLate,
  markRefund,
  recordRefundFailure,
} from "../payments/refunds.server.ts";
import { requireOperator } from "../users/user.server.ts";
import {
  bringBack,
  findEntry,
  lockEntry,
  putAside,
  recordExit,
  type SuspenseEntry,
  takeOut,
} from "./suspense.server.ts";

const isUnknownPayment = sql<SqlBool>`not exists (select from refunds r where r.id = refund_id)`;

interface RefundServices {
  newId: () => string;
  jobs: Jobs;
}

/** A known payment's is also among its refunds. The caller locks the entry. */
export async function requestSuspenseRefund(
  trx: Transaction<DB>,
  services: RefundServices,
  entry: SuspenseEntry,
  refundId: string,
  now: Date,
): Promise<void> {
  const { payment_id, left_minor, currency, reason } = entry;
  await trx
    .updateTable("suspense_entries")
    .set({
      ...{ refund_id: refundId, refund_minor: left_minor, refund_status: "REQUESTED" },
      refund_asked_at: now,
    })
    .where("payment_id", "=", payment_id)
    .execute();
  const isKnown = await trx
    .selectFrom("payments")
    .select("id")
    .where("id", "=", payment_id)
    .executeTakeFirst();
  if (isKnown) {
    await trx
      .insertInto("refunds")
      .values({
        ...{ id: refundId, payment_id, reason, status: "REQUESTED", requested_at: now },
        ...{ amount_minor: left_minor, currency },
      })
      .execute();
  }
  await services.jobs.enqueue(trx, "payments.refund", { refund_id: refundId });
}

export function finishOfSurplus(services: { newId: () => string }): FinishRefund {
  return async (trx, refund, status, now) => {
    const entry = await lockEntry(trx, refund.payment_id);
    if (!entry) throw new Error(`no money of payment ${refund.payment_id} is in suspense`);
    if (!(await markRefund(trx, refund, status, now))) return;
    await finish(trx, services, entry, { id: refund.id, amount_minor: refund.amount_minor, status }, now);
  };
}

/** False for known payments and ended refunds. */
export async function sendUnknownRefund(
  services: { db: Kysely<DB>; providers: Providers; clock: () => Date; newId: () => string },
  refundId: string,
): Promise<boolean> {
  const { db, providers } = services;
  const asked = await db
    .selectFrom("suspense_entries as s")
    .select(["s.payment_id", "s.provider", "s.provider_ref", "s.currency", "s.refund_minor"])
    .where("s.refund_id", "=", refundId)
    .where("s.refund_status", "=", "REQUESTED")
    .where(isUnknownPayment)
    .executeTakeFirst();
  if (asked?.refund_minor == null) return false;
  const { payment_id, provider, provider_ref, currency, refund_minor: amount_minor } = asked;
  const order = { id: refundId, provider, provider_ref, amount_minor, currency };
  const status = await askProviderToRefund(providers, order);
  const now = services.clock();
  await db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, payment_id);
    if (entry?.refund_id !== refundId || entry.refund_status !== "REQUESTED") return;
    await finish(trx, services, entry, { id: refundId, amount_minor, status }, now);
  });
  if (status === "DONE") return true;
  const from = providers.get(provider);
  const snapshot = from.abilities.looksUp ? await from.fetch(provider_ref) : null;
  if (snapshot)
    await db
      .transaction()
      .execute((trx) => importSuspenseReturns(trx, services, payment_id, snapshot.refunds, services.clock()));
  return true;
}

async function finish(
  trx: Transaction<DB>,
  services: { newId: () => string },
  entry: SuspenseEntry,
  refund: { id: string; amount_minor: number; status: "DONE" | "FAILED" },
  now: Date,
): Promise<void> {
  const { id: reference, status } = refund;
  await trx
    .updateTable("suspense_entries")
    .set({ refund_status: status })
    .where("payment_id", "=", entry.payment_id)
    .where("refund_id", "=", reference)
    .execute();
  if (status === "FAILED") return;
  await takeOut(
    trx,
    services,
    entry,
    { kind: "REFUNDED", amount_minor: minor(refund.amount_minor), reference },
    now,
  );
}

/** From the back office, once each; late failures return first. True if there was either. */
export async function importSuspenseReturns(
  trx: Transaction<DB>,
  services: { newId: () => string },
  paymentId: string,
  refunds: readonly RefundSnapshot[],
  now: Date,
): Promise<boolean> {
  let hasTaken = await failSuspenseReturns(trx, services, paymentId, refunds, now);
  for (const returned of refunds.filter((each) => each.state === "DONE")) {
    const entry = await lockEntry(trx, paymentId);
    if (!entry) return false;
    if (entry.refund_id === returned.refundId && entry.refund_status === "REQUESTED") continue;
    const exits = await trx
      .selectFrom("suspense_exits")
      .select(["kind", "reference", "amount_minor", "confirms_minor"])
      .where("payment_id", "=", paymentId)
      .execute();
    const isRefund = (kind: string) => kind === "REFUNDED" || kind === "REFUNDED_ELSEWHERE";
    if (exits.some((exit) => isRefund(exit.kind) && exit.reference === returned.refundId)) continue;
    // An operator's earlier report is already booked.
    const said = exits.reduce(
      (sum, exit) => sum + (exit.kind === "RETURNED_BY_PROVIDER" ? exit.amount_minor : -exit.confirms_minor),
      0,
    );
    const confirms_minor = minor(Math.min(Math.max(0, said), returned.amountMinor));
    const amount_minor = minor(returned.amountMinor - confirms_minor);
    const exit = { amount_minor, confirms_minor, reference: returned.refundId };
    await takeOut(trx, services, entry, { kind: "REFUNDED_ELSEWHERE", ...exit }, now);
    hasTaken = true;
  }
  return hasTaken;
}

/** Unless bank or back office acts: then an operator decides. A repeated event imports what is new. */
export async function refundUnknownPayment(
  services: RefundServices & { db: Kysely<DB>; providers: Providers; clock: () => Date },
  unknown: { payment_id: string; provider: string; provider_ref: string },
): Promise<"unknown_payment" | "stray_money_refunding" | "stray_money_kept" | "unchanged"> {
  const { db, providers } = services;
  const { payment_id, provider, provider_ref } = unknown;
  const from = providers.get(provider);
  const snapshot = from.abilities.looksUp ? await from.fetch(provider_ref) : null;
  if (snapshot?.state !== "PAID" || snapshot.paymentId !== payment_id) return "unknown_payment";
  const now = services.clock();
  return await db.transaction().execute(async (trx) => {
    const isNew = (await findEntry(trx, payment_id)) === null;
    const entry = await putAside(trx, unknownMoney(unknown, snapshot), snapshot.paidAt ?? now, now);
    const hasTaken = await importSuspenseReturns(trx, services, payment_id, snapshot.refunds, now);
    const hasMoved = await followUnknownDisputes(trx, services, payment_id, snapshot.disputes, now);
    if (!isNew || hasTaken || snapshot.disputes.length > 0)
      return isNew || hasTaken || hasMoved ? "stray_money_kept" : "unchanged";
    await requestSuspenseRefund(trx, services, entry, payment_id, now);
    return "stray_money_refunding";
  });
}

async function followUnknownDisputes(
  trx: Transaction<DB>,
  services: { newId: () => string },
  paymentId: string,
  disputes: readonly DisputeSnapshot[],
  now: Date,
): Promise<boolean> {
  let hasMoved = false;
  for (const { disputeRef: reference, state, amountMinor } of disputes) {
    const entry = await lockEntry(trx, paymentId);
    if (!entry) return false;
    const taken = await trx
      .selectFrom("suspense_exits")
      .select((eb) => [
        eb.fn.coalesce(eb.fn.sum<number>("amount_minor"), eb.val(0)).as("amount"),
        eb.fn.coalesce(eb.fn.sum<number>("beyond_minor"), eb.val(0)).as("beyond"),
      ])
      .where("payment_id", "=", paymentId)
      .where("kind", "in", ["DISPUTE_LOST", "DISPUTE_REVERSED"])
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    const [amount_minor, beyond_minor] = [minor(Number(taken.amount)), minor(Number(taken.beyond))];
    const isTaken = amount_minor + beyond_minor > 0;
    if (state === "LOST" && !isTaken) {
      const exit = { kind: "DISPUTE_LOST" as const, amount_minor: minor(amountMinor), reference };
      await takeOut(trx, services, entry, exit, now);
      hasMoved = true;
    } else if (state === "WON" && isTaken) {
      await bringBack(trx, services, entry, { amount_minor, beyond_minor, reference }, now);
      hasMoved = true;
    }
  }
  await trx
    .updateTable("suspense_entries")
    .set({ is_contested: disputes.some(({ state }) => state === "OPEN") })
    .where("payment_id", "=", paymentId)
    .execute();
  return hasMoved;
}

/**
 * Before sending, when too little is left; the rest waits for an operator. One that the provider may know is
 * followed to its end.
 */
export async function dropUncoveredRefund(
  services: { db: Kysely<DB>; providers: Providers; clock: () => Date; newId: () => string },
  refundId: string,
): Promise<boolean> {
  const uncovered = await services.db
    .selectFrom("suspense_entries")
    .select(["payment_id", "provider", "provider_ref"])
    .where("refund_id", "=", refundId)
    .where("refund_status", "=", "REQUESTED")
    .whereRef("left_minor", "<", "refund_minor")
    .executeTakeFirst();
  if (!uncovered) return false;
  const provider = services.providers.get(uncovered.provider);
  const snapshot = provider.abilities.looksUp ? await provider.fetch(uncovered.provider_ref) : null;
  if (snapshot?.refunds.some((each) => each.refundId === refundId)) return false;
  return await services.db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, uncovered.payment_id);
    if (entry?.refund_id !== refundId || entry.refund_status !== "REQUESTED") return false;
    if (entry.left_minor >= (entry.refund_minor ?? 0)) return false;
    const now = services.clock();
    const { payment_id, provider, currency } = entry;
    const refund = { id: refundId, payment_id, provider, currency, amount_minor: entry.refund_minor ?? 0 };
    await markRefund(trx, refund, "FAILED", now);
    await finish(trx, services, entry, { ...refund, status: "FAILED" }, now);
    return true;
  });
}

function unknownMoney(unknown: Parameters<typeof refundUnknownPayment>[1], snapshot: PaymentSnapshot) {
  return {
    ...unknown,
    currency: snapshot.currency,
    received_minor: minor(snapshot.amountMinor),
    reason: "unknown_payment" as const,
  };
}

export async function listForgottenUnknown(
  db: Kysely<DB>,
  olderThan: Date,
): Promise<{ id: string; provider: string }[]> {
  const rows = await db
    .selectFrom("suspense_entries")
    .select(["refund_id", "provider"])
    .where("refund_status", "=", "REQUESTED")
    .where(isUnknownPayment)
    .where("refund_asked_at", "<", olderThan)
    .limit(100)
    .execute();
  return rows.flatMap(({ refund_id, provider }) => (refund_id === null ? [] : [{ id: refund_id, provider }]));
}

/**
 * The money is in suspense again, goodwill returns, an operator's report is undone. Once each
 * (docs/product.md, 4.6).
 */
async function failSuspenseReturns(
  trx: Transaction<DB>,
  services: { newId: () => string },
  paymentId: string,
  refunds: readonly RefundSnapshot[],
  now: Date,
): Promise<boolean> {
  const names = failedNames(refunds);
  if (names.length === 0) return false;
  const entry = await lockEntry(trx, paymentId);
  if (!entry) return false;
  const made = await trx
    .selectFrom("suspense_exits as x")
    .select(["x.reference", "x.amount_minor", "x.beyond_minor", "x.confirms_minor"])
    .where("x.payment_id", "=", paymentId)
    .where("x.kind", "in", ["REFUNDED", "REFUNDED_ELSEWHERE"])
    .where("x.reference", "in", names)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("suspense_exits as f")
            .select("f.id")
            .whereRef("f.payment_id", "=", "x.payment_id")
            .whereRef("f.reference", "=", "x.reference")
            .where("f.kind", "=", "REFUND_FAILED"),
        ),
      ),
    )
    .orderBy("x.reference")
    .execute();
  let hasFailed = false;
  for (const { reference, amount_minor, confirms_minor, beyond_minor } of made) {
    const parts = { amount_minor: minor(amount_minor + confirms_minor), beyond_minor: minor(beyond_minor) };
    if (parts.amount_minor + parts.beyond_minor === 0) continue;
    await bringBackRefund(trx, services, entry, reference, parts, now);
    hasFailed = true;
  }
  return hasFailed;
}

async function bringBackRefund(
  trx: Transaction<DB>,
  services: { newId: () => string },
  entry: SuspenseEntry,
  reference: string,
  parts: Parameters<typeof suspenseRefundFailed>[1],
  now: Date,
): Promise<void> {
  const { payment_id, currency } = entry;
  const id = services.newId();
  const amounts = { amount_minor: -parts.amount_minor, beyond_minor: -parts.beyond_minor };
  await recordExit(trx, entry, { id, kind: "REFUND_FAILED", ...amounts, reference }, now);
  await post(trx, [suspenseRefundFailed({ ...entry, exit_id: id }, parts, now)], now);
  await trx
    .updateTable("suspense_entries")
    .set({ refund_status: "FAILED" })
    .where("payment_id", "=", payment_id)
    .where("refund_status", "=", "DONE")
    .where((eb) => eb(eb.cast<string>("refund_id", "text"), "=", reference))
    .execute();
  const asked = await trx
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", payment_id)
    .where("status", "=", "DONE")
    .where((eb) => eb(eb.cast<string>("id", "text"), "=", reference))
    .executeTakeFirst();
  if (asked) await markFailedLate(trx, { id: asked.id, payment_id }, now);
  const amount_minor = minor(parts.amount_minor + parts.beyond_minor);
  const failure = { id: services.newId(), payment_id, reference, currency, amount_minor };
  await recordRefundFailure(trx, failure, now);
}

interface ActServices {
  db: Kysely<DB>;
  jobs: Jobs;
  newId: () => string;
  clock: () => Date;
}

interface SuspenseAct {
  payment_id: string;
  operator_id: string;
}

type SuspenseRefusal = "gone" | "under_way" | "disputed" | "changed";

export async function retryRefund(
  services: ActServices,
  { payment_id, operator_id }: SuspenseAct,
): Promise<"asked" | SuspenseRefusal> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "money");
    const entry = await lockFree(trx, payment_id);
    if (typeof entry === "string") return entry;
    const refundId = services.newId();
    await requestSuspenseRefund(trx, services, entry, refundId, now);
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "suspense.refund_asked", subject: `suspense:${payment_id}`, now },
      before: { left_minor: entry.left_minor, currency: entry.currency },
      after: { refund_id: refundId },
    });
    return "asked";
  });
}

type SuspenseEnd =
  | { kind: "SUSPENSE_KEPT" }
  | { kind: "SUSPENSE_RETURNED"; by: "PROVIDER" | "BANK"; reference: string };

interface EndOrder extends SuspenseAct {
  seen_left_minor: number;
  reason: string;
  end: SuspenseEnd;
}

/**
 * Returned elsewhere, with its reference, or kept, with a reason. "waiting" for a second operator
 * (docs/product.md, 6.12).
 */
export async function endSuspense(
  services: ActServices & SecondOperatorRule,
  order: EndOrder,
): Promise<"ended" | "waiting" | SuspenseRefusal> {
  const now = services.clock();
  const { payment_id, operator_id, end, reason } = order;
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "money");
    const entry = await lockFree(trx, payment_id);
    if (typeof entry === "string") return entry;
    const { left_minor, currency } = entry;
    if (left_minor !== order.seen_left_minor) return "changed";
    const worth_eur_minor = await euroValue(trx, left_minor, currency, businessDate(now));
    // Our bank's statement reports money that left it.
    const isByBank = end.kind === "SUSPENSE_RETURNED" && end.by === "BANK";
    const { by, reference } = end.kind === "SUSPENSE_RETURNED" ? end : { by: null, reference: null };
    const waits = await waitsForSecondOperator(trx, services, {
      ...{ kind: end.kind, operator_id, worth_eur_minor, subject: `suspense:${payment_id}`, now },
      takes_two: isByBank && services.second_operator_from_minor !== null,
      params: { payment_id, currency, amount_minor: left_minor, reason, by, reference },
    });
    if (waits) return "waiting";
    await endIn(trx, services, entry, order, now);
    return "ended";
  });
}

export async function endSuspenseApproved(
  trx: Transaction<DB>,
  services: { newId: () => string },
  order: EndOrder & { now: Date },
): Promise<"ended" | SuspenseRefusal> {
  const entry = await lockFree(trx, order.payment_id);
  if (typeof entry === "string") return entry;
  if (entry.left_minor !== order.seen_left_minor) return "changed";
  await endIn(trx, services, entry, order, order.now);
  return "ended";
}

async function endIn(
  trx: Transaction<DB>,
  services: { newId: () => string },
  entry: SuspenseEntry,
  { operator_id, end, reason }: EndOrder,
  now: Date,
): Promise<void> {
  const { payment_id, left_minor: amount_minor, currency } = entry;
  const common = { amount_minor, operator_id, reason };
  const exit =
    end.kind === "SUSPENSE_KEPT"
      ? { ...common, kind: "KEPT" as const, reference: "" }
      : { ...common, kind: `RETURNED_BY_${end.by}` as const, reference: end.reference };
  await takeOut(trx, services, entry, exit, now);
  await writeAudit(trx, {
    actor_id: operator_id,
    action: end.kind === "SUSPENSE_KEPT" ? "suspense.kept" : "suspense.returned",
    subject: `suspense:${payment_id}`,
    before: { left_minor: amount_minor, currency },
    after: { left_minor: 0, reason, ...(exit.reference === "" ? {} : { reference: exit.reference }) },
    now,
  });
}

async function lockFree(
  trx: Transaction<DB>,
  paymentId: string,
): Promise<SuspenseEntry | Exclude<SuspenseRefusal, "changed">> {
  const entry = await lockEntry(trx, paymentId);
  if (!entry || entry.left_minor === 0) return "gone";
  if (entry.refund_status === "REQUESTED") return "under_way";
  if (entry.is_contested) return "disputed";
  const dispute = await trx
    .selectFrom("disputes")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("status", "=", "OPEN")
    .executeTakeFirst();
  return dispute ? "disputed" : entry;
}
