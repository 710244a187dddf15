import { type Kysely, type RawBuilder, sql } from "kysely";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB } from "../../../db/schema.ts";
import { readReceiptNumber } from "../money/formats.ts";
import { type Minor, minor } from "../money/minor.ts";
import { findPayment, type Payment } from "../payments/payment-record.server.ts";
import type { PaymentStatus } from "../payments/states.ts";
import { readPage } from "../read-page.server.ts";
import { cleanLine } from "../typed-text.schema.ts";

interface ListedPayment {
  id: string;
  status: PaymentStatus;
  type: string;
  charged_minor: number;
  charged_currency: string;
  username: string | null;
  group_slug: string | null;
  voucher_id: string | null;
  sender_email: string | null;
  created_at: Date;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Newest first, after `after`, by receipt number, ids, beginning of email or username, or the provider's
 * reference.
 */
export async function searchPayments(
  db: Kysely<DB>,
  search: { words: string; status: string | null; after: string | null },
): Promise<{ payments: ListedPayment[]; next: string | null }> {
  const words = cleanLine(search.words);
  let query = db
    .selectFrom("payments as p")
    .leftJoin("tips as t", "t.id", "p.tip_id")
    .leftJoin("vouchers as v", "v.id", "p.voucher_id")
    .leftJoin("users as u", "u.id", "t.creator_id")
    .leftJoin("grouplists as g", (join) =>
      join.onRef("g.id", "=", "t.grouplist_id").on("t.creator_id", "is", null),
    )
    .select(["p.id", "p.status", "p.type", "p.charged_minor", "p.charged_currency", "p.created_at"])
    .select(["u.username", "g.slug as group_slug", "p.voucher_id"])
    .select((eb) => eb.fn.coalesce("t.sender_email", "v.email").as("sender_email"));
  if (words !== "") query = query.where(sql<boolean>`p.id in (${found(words)})`);
  if (search.status !== null) query = query.where(sql<boolean>`p.status = ${search.status}`);
  const order = { table: "payments", as: "p", time: "created_at", direction: "desc" } as const;
  const { rows: payments, next } = await readPage(query, order, search.after);
  return { payments, next };
}

function found(words: string): RawBuilder<unknown> {
  const lower = words.toLowerCase();
  if (ID.test(lower))
    return sql`select id from payments where id = ${lower}::uuid or tip_id = ${lower}::uuid
      or voucher_id = ${lower}::uuid`;
  const number = readReceiptNumber(words);
  const pattern = likePrefix(lower.replace(/^@/, ""));
  return sql`
    select p.id from payments p join tips t on t.id = p.tip_id where lower(t.sender_email) like ${pattern}
    union
    select p.id from payments p join vouchers v on v.id = p.voucher_id where lower(v.email) like ${pattern}
    union
    select p.id from payments p join tips t on t.id = p.tip_id join users u on u.id = t.creator_id
    where lower(u.username) like ${pattern}
    union
    select p.id from payments p join tips t on t.id = p.tip_id join grouplists g on g.id = t.grouplist_id
    where g.slug = ${lower.replace(/^\/?gl\//, "")}
    union
    select id from payments where provider_ref = ${words}
    union
    select id from payments where receipt_number = ${number}`;
}

interface PaymentFacts {
  payment: Payment;
  tip: {
    id: string;
    status: string;
    sender_email: string | null;
    paid_at: Date | null;
    series_id: string | null;
  } | null;
  creator: { id: string; username: string | null; status: string } | null;
  voucher: { id: string; status: string; email: string | null; code_end: string | null } | null;
  group: { id: string; slug: string; name: string | null; members: MemberShare[] } | null;
  events: { id: number; kind: string; detail: unknown; at: Date }[];
  disputes: {
    id: string;
    dispute_ref: string;
    status: string;
    amount_minor: number;
    currency: string;
    opened_at: Date;
  }[];
  refunds: ListedRefund[];
  left_minor: Minor;
}

interface ListedRefund {
  id: string;
  status: string;
  asked_by: string;
  asked_for_by: string | null;
  reason: string;
  amount_minor: number;
  currency: string;
  tip_minor: number;
  goodwill_minor: number;
  requested_at: Date;
  failed_late_at: Date | null;
}

interface MemberShare {
  id: string;
  username: string | null;
  amount_minor: Minor;
  left_minor: Minor;
}

export async function findPaymentFacts(db: Kysely<DB>, id: string): Promise<PaymentFacts | null> {
  const payment = await findPayment(db, id);
  if (!payment) return null;
  const [tip, voucher, events, disputes, refunds] = await Promise.all([
    payment.tip_id === null
      ? undefined
      : db
          .selectFrom("tips as t")
          .leftJoin("users as u", "u.id", "t.creator_id")
          .select(["t.id", "t.status", "t.sender_email", "t.paid_at", "t.grouplist_id", "t.series_id"])
          .select(["u.id as creator_id", "u.username", "u.status as creator_status"])
          .where("t.id", "=", payment.tip_id)
          .executeTakeFirst(),
    db
      .selectFrom("payments as p")
      .innerJoin("vouchers as v", "v.id", "p.voucher_id")
      .select(["v.id", "v.status", "v.email", "v.code_end"])
      .where("p.id", "=", id)
      .executeTakeFirst(),
    db
      .selectFrom("payment_events")
      .select(["id", "kind", "detail", "at"])
      .where("payment_id", "=", id)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("disputes")
      .select(["id", "dispute_ref", "status", "amount_minor", "currency", "opened_at"])
      .where("payment_id", "=", id)
      .orderBy("opened_at")
      .execute(),
    db
      .selectFrom("refunds as r")
      .leftJoin("users as u", "u.id", "r.requested_by")
      .select(["r.id", "r.status", "r.asked_by", "u.email as asked_for_by", "r.reason", "r.amount_minor"])
      .select(["r.currency", "r.tip_minor", "r.goodwill_minor", "r.requested_at", "r.failed_late_at"])
      .where("r.payment_id", "=", id)
      .orderBy("r.requested_at")
      .execute(),
  ]);
  const gone = refunds
    .filter((each) => each.asked_by !== "PRODUCT" && each.status !== "FAILED")
    .reduce((sum, each) => sum + each.tip_minor, 0);
  return {
    payment,
    left_minor: minor(payment.status === "SUCCESS" ? Math.max(0, payment.amount_minor - gone) : 0),
    tip: tip
      ? {
          ...{ id: tip.id, status: tip.status, sender_email: tip.sender_email, paid_at: tip.paid_at },
          series_id: tip.series_id,
        }
      : null,
    creator:
      tip?.creator_id && tip.creator_status
        ? { id: tip.creator_id, username: tip.username, status: tip.creator_status }
        : null,
    voucher: voucher ?? null,
    group: tip?.grouplist_id ? await findSharing(db, tip.grouplist_id, id) : null,
    events,
    disputes,
    refunds,
  };
}

async function findSharing(
  db: Kysely<DB>,
  grouplistId: string,
  paymentId: string,
): Promise<PaymentFacts["group"]> {
  const [group, members] = await Promise.all([
    db
      .selectFrom("grouplists")
      .select(["id", "slug", "name"])
      .where("id", "=", grouplistId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("tip_allocations as a")
      .innerJoin("users as u", "u.id", "a.creator_id")
      .select(["u.id", "u.username", "a.amount_minor", "a.counted_minor as left_minor"])
      .where("a.payment_id", "=", paymentId)
      .orderBy("u.username")
      .execute(),
  ]);
  return { ...group, members };
}

/** Null for another creator's tip. A share has its group's payment. */
export async function findPaidPayment(
  db: Kysely<DB>,
  tip: { tip_id: string; creator_id: string },
): Promise<Payment | null> {
  const row = await db
    .selectFrom("tip_allocations as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .select("p.id")
    .where("a.tip_id", "=", tip.tip_id)
    .where("a.creator_id", "=", tip.creator_id)
    .where("p.settled_at", "is not", null)
    .executeTakeFirst();
  return row ? await findPayment(db, row.id) : null;
}
