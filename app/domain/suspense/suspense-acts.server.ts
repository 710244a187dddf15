import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar/business-date.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import type { Jobs } from "../jobs/jobs.ts";
import {
  needsSecondOperator,
  type OperatorActKind,
  recordActAlone,
  requestSecondOperator,
  type SecondOperatorRule,
} from "../operator-acts/operator-acts.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { requestSuspenseRefund } from "./surplus-refunds.server.ts";
import { lockEntry, type SuspenseEntry, takeOut } from "./suspense-entries.server.ts";

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

/** Under a new key. */
export async function retryRefund(
  services: ActServices,
  { payment_id, operator_id }: SuspenseAct,
): Promise<"asked" | SuspenseRefusal> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id);
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
    await requireOperator(trx, operator_id);
    const entry = await lockFree(trx, payment_id);
    if (typeof entry === "string") return entry;
    const { left_minor, currency } = entry;
    if (left_minor !== order.seen_left_minor) return "changed";
    const worth_eur_minor = await euroValue(trx, left_minor, currency, businessDate(now));
    const act = { kind: end.kind satisfies OperatorActKind, operator_id, worth_eur_minor, now };
    const subject = `suspense:${payment_id}`;
    // Our bank's statement reports money that left it.
    const isByBank = end.kind === "SUSPENSE_RETURNED" && end.by === "BANK";
    const takesTwo = isByBank && services.second_operator_from_minor !== null;
    if (takesTwo || (await needsSecondOperator(trx, services, act))) {
      const returned = end.kind === "SUSPENSE_RETURNED" ? end : { by: null, reference: null };
      const { by, reference } = returned;
      const params = { payment_id, currency, amount_minor: left_minor, reason, by, reference };
      await requestSecondOperator(trx, services, { ...act, subject, params });
      return "waiting";
    }
    await recordActAlone(trx, services, { ...act, subject });
    await endIn(trx, services, entry, order, now);
    return "ended";
  });
}

/** A refusal when no longer possible. */
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
