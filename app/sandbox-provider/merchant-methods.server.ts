import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import { findAccount } from "./account-store.server.ts";
import type { ChargeOrderBody, RemovalBody, SetUpOrderBody } from "./merchant-orders.ts";
import { describePayment, type PaymentBody } from "./merchant-payments.server.ts";
import {
  describeMethod,
  findMethod,
  type MethodRow,
  newMethodRef,
  selectMethods,
} from "./method-store.server.ts";
import { applyBehaviour, later, markFailed, type Timing } from "./payment-moves.server.ts";
import {
  findPayment,
  hashBody,
  insertPaymentOnce,
  newPageToken,
  newRef,
  type PaymentRow,
} from "./sandbox-store.server.ts";
import { laterBehaviour } from "./test-instruments.ts";

const DAY_MS = 86_400_000;

interface SetUpBody {
  ref: string;
  state: "OPEN" | "DONE" | "EXPIRED";
  method: ReturnType<typeof describeMethod>;
}

type ChargeOutcome =
  | { outcome: "created" | "repeated"; payment: PaymentBody }
  | { outcome: "conflict" }
  | { outcome: "refused" };

type SetUpOutcome =
  | { outcome: "created" | "repeated"; setUp: SetUpBody; redirectUrl: string }
  | { outcome: "conflict" };

/** All calls are idempotent. */
export interface MerchantMethods {
  /** Without the payer. A decline is a failed payment. */
  chargeMethod(order: ChargeOrderBody): Promise<ChargeOutcome>;
  setUpMethod(order: SetUpOrderBody): Promise<SetUpOutcome>;
  readSetUp(ref: string): Promise<SetUpBody | null>;
  /** False where there is none. */
  removeMethod(ref: string, order: RemovalBody): Promise<boolean>;
}

export function createMerchantMethods(options: {
  db: Kysely<DB>;
  timing: Timing;
  clock: () => Date;
  onChange: (payment: PaymentRow) => void;
}): MerchantMethods {
  const { db, timing, clock, onChange } = options;
  return {
    async chargeMethod(order) {
      const { direct, payment_id } = order;
      const isRefused = direct && !(await findAccount(db, direct.account_ref))?.takes_payments;
      if (isRefused && !(await findPayment(db, { paymentId: payment_id }))) return { outcome: "refused" };
      const charged = await db
        .transaction()
        .execute((trx) => chargeOnce(trx, order, { now: clock(), timing }));
      if (!charged) return { outcome: "conflict" };
      const { payment, inserted } = charged;
      if (inserted) onChange(payment);
      return {
        outcome: inserted ? "created" : "repeated",
        payment: await describePayment(db, payment),
      };
    },

    setUpMethod: (order) => setUpMethod(db, order, clock()),

    async readSetUp(ref) {
      const method = await findMethod(db, ref);
      return method && describeSetUp(method, clock());
    },

    async removeMethod(ref, { customer_ref }) {
      const { numDeletedRows } = await db
        .deleteFrom("sandbox.methods")
        .where("ref", "=", ref)
        .where("customer_ref", "=", customer_ref)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Null for another order's id. */
async function chargeOnce(
  trx: Transaction<DB>,
  order: ChargeOrderBody,
  { now, timing }: { now: Date; timing: Timing },
): Promise<{ payment: PaymentRow; inserted: boolean } | null> {
  const { direct, customer_ref, notice_url, ...rest } = order;
  const body_hash = hashBody(order);
  const account_ref = direct?.account_ref ?? null;
  const { payment, inserted } = await insertPaymentOnce(trx, {
    ...{ ...rest, account_ref, application_fee_minor: direct?.application_fee_minor ?? null, body_hash },
    ...{ ref: newRef("pay"), page_token: newPageToken(), locale: "en", notice_url },
    ...{ success_url: notice_url, failed_url: notice_url },
    ...{ created_at: now, expires_at: later(now, DAY_MS) },
  });
  if (!inserted) return payment.body_hash === body_hash ? { payment, inserted } : null;
  const method = await findMethod(trx, order.method_ref);
  const isTheirs =
    method?.customer_ref === customer_ref && method.account_ref === account_ref && method.type === order.type;
  if (!isTheirs || method?.instrument === null || !method)
    return { payment: await markFailed(trx, payment, "no_such_method", now), inserted };
  if (method.expires_on !== null && method.expires_on < now.toISOString().slice(0, 10))
    return { payment: await markFailed(trx, payment, "expired_card", now), inserted };
  const behaviour = laterBehaviour(order.type, method.instrument);
  return { payment: await applyBehaviour(trx, payment, behaviour, now, timing), inserted };
}

async function setUpMethod(db: Kysely<DB>, order: SetUpOrderBody, now: Date): Promise<SetUpOutcome> {
  const { customer_ref, expires_at, ...rest } = order;
  const body_hash = hashBody(order);
  const fresh = await db
    .insertInto("sandbox.methods")
    .values({
      ...{ ...rest, ref: newMethodRef("pm"), customer_ref: customer_ref ?? newMethodRef("cus"), body_hash },
      ...{ page_token: newPageToken(), page_expires_at: new Date(expires_at), created_at: now },
    })
    .onConflict((conflict) => conflict.column("set_up_id").doNothing())
    .returning("ref")
    .executeTakeFirst();
  const method = await selectMethods(db).where("set_up_id", "=", order.set_up_id).executeTakeFirstOrThrow();
  if (method.body_hash !== body_hash) return { outcome: "conflict" };
  return {
    outcome: fresh ? "created" : "repeated",
    setUp: describeSetUp(method, now),
    redirectUrl: new URL(`/sandbox/set-up/${method.page_token}`, order.success_url).href,
  };
}

function describeSetUp(row: MethodRow, now: Date): SetUpBody {
  const method = describeMethod(row);
  const isOver = row.page_expires_at !== null && row.page_expires_at <= now;
  return { ref: row.ref, state: method ? "DONE" : isOver ? "EXPIRED" : "OPEN", method };
}
