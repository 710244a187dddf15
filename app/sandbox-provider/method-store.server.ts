import { randomBytes } from "node:crypto";
import type { Kysely, Selectable, Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import type { Locale } from "../../locales/index.ts";
import type { PaymentType } from "../domain/payments/provider-port.ts";
import type { ChosenInstrument } from "./pay-form.ts";
import { newRef, type PaymentRow } from "./sandbox-store.server.ts";

interface CheckedColumns {
  type: PaymentType;
  locale: Locale | null;
}

export type MethodRow = Omit<Selectable<DB["sandbox.methods"]>, keyof CheckedColumns> & CheckedColumns;

/** 128 random bits after the prefix. */
export function newMethodRef(prefix: "pm" | "cus"): string {
  return `${prefix}_${randomBytes(16).toString("hex")}`;
}

export function selectMethods(db: Kysely<DB>) {
  return db.selectFrom("sandbox.methods").selectAll().$narrowType<CheckedColumns>();
}

export async function findMethod(db: Kysely<DB>, ref: string): Promise<MethodRow | null> {
  if (!/^pm_[0-9a-f]{32}$/.test(ref)) return null;
  return (await selectMethods(db).where("ref", "=", ref).executeTakeFirst()) ?? null;
}

export function enteredMethod({ type }: { type: PaymentType }, chosen: ChosenInstrument) {
  return { instrument: chosen.id, label: methodLabel(type, chosen), expires_on: chosen.expiresOn };
}

function methodLabel(type: PaymentType, { label, country }: ChosenInstrument): string {
  return `${type === "INETCASH_CC" ? "Visa" : country} ${label}`;
}

/** Another one on the same page replaces it. */
export async function keepMethod(
  trx: Transaction<DB>,
  payment: PaymentRow,
  chosen: ChosenInstrument,
  now: Date,
): Promise<string> {
  await dropMethod(trx, payment);
  const ref = newMethodRef("pm");
  await trx
    .insertInto("sandbox.methods")
    .values({
      ...{ ref, customer_ref: newMethodRef("cus"), account_ref: payment.account_ref, type: payment.type },
      ...{ ...enteredMethod(payment, chosen), created_at: now },
    })
    .execute();
  return ref;
}

/** Of a payment that came to nothing. */
export async function dropMethod(trx: Transaction<DB>, payment: PaymentRow): Promise<void> {
  if (!payment.saves_method || payment.state !== "OPEN" || payment.method_ref === null) return;
  await trx.deleteFrom("sandbox.methods").where("ref", "=", payment.method_ref).execute();
}

export async function insertMethodNotice(trx: Transaction<DB>, ref: string, now: Date): Promise<void> {
  const event_id = newRef("evt");
  const kind = "method.saved";
  const body = JSON.stringify({ event_id, kind, method_ref: ref, created_at: now.toISOString() });
  await trx
    .insertInto("sandbox.notices")
    .values({ event_id, method_ref: ref, kind, body, created_at: now, due_at: now })
    .execute();
}

export function describeMethod(row: MethodRow) {
  const { ref, customer_ref, label, expires_on } = row;
  return label === null ? null : { method_ref: ref, customer_ref, label, expires_on };
}
