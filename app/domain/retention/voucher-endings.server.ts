import { sql } from "kysely";
import { productRules } from "../../product-rules.ts";
import { daysAgo, type Ending, type Removal } from "./ending.ts";

const rules = productRules.retention;
const HAS_WORDS = sql`(sender_name is not null or email is not null or message is not null)`;
const UNBEGUN_VOUCHER = sql`status = 'LAPSED'
  and not exists (select from payments p where p.voucher_id = vouchers.id)`;
const UNPAID_VOUCHER = sql`status = 'LAPSED'
  and not exists (select from payments p where p.voucher_id = vouchers.id and p.settled_at is not null)`;

/** Empties what the buyer wrote, once nobody needs it. */
function emptying(given: Omit<Removal, "table" | "key">): Ending {
  const { at, where } = given;
  const isFull = sql`${where} and ${HAS_WORDS}`;
  return {
    ...given,
    table: "vouchers",
    key: "id",
    where: isFull,
    end: async (trx, keys, { before }) => {
      const { numAffectedRows } = await sql`
        update vouchers set sender_name = null, email = null, message = null
        where id = any(${keys}) and ${sql.ref(at)} < ${before} and ${isFull}`.execute(trx);
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** Rows that a function forgets, which looks whether money moved: the application itself deletes no voucher. */
function forgetting(given: Omit<Removal, "table" | "key" | "at">): Ending {
  return {
    ...given,
    table: "vouchers",
    key: "id",
    at: "updated_at",
    end: async (trx, keys, { before }) => {
      const { rows } = await sql<{ gone: number }>`
        select forget_unpaid_vouchers(${keys}, ${before}) as gone`.execute(trx);
      return rows[0]?.gone ?? 0;
    },
  };
}

/** How vouchers end that nobody paid, and the words of those that came to their end. */
export const voucherEndings: readonly Ending[] = [
  forgetting({
    step: "vouchers that nobody began to pay",
    before: daysAgo(rules.draft_days),
    since: daysAgo(rules.unpaid_words_days),
    where: UNBEGUN_VOUCHER,
  }),
  emptying({
    step: "words of vouchers that ended unpaid",
    at: "updated_at",
    before: daysAgo(rules.unpaid_words_days),
    where: sql`status = 'LAPSED'`,
  }),
  forgetting({
    step: "vouchers that ended unpaid, with their payments",
    before: daysAgo(rules.unpaid_days),
    where: UNPAID_VOUCHER,
  }),
  emptying({
    step: "words of vouchers that came to their end",
    at: "ended_at",
    before: daysAgo(rules.voucher_words_days),
    where: sql`ended_at is not null`,
  }),
];
