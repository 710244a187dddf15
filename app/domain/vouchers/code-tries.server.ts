import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { createKeyedQueue } from "../concurrency/concurrency.server.ts";

const rules = productRules.voucher.lockout;
const SPAN_MS = rules.minutes * 60_000;

interface TryServices {
  db: Kysely<DB>;
  clock: () => Date;
}

export interface LockedOut {
  outcome: "locked";
  until: Date;
}

/**
 * Checks a code within the lockout (docs/limits.md). `key` is a keyed hash of who enters it: an account, or a visitor's
 * address. Each try counts before it is checked, so that a hundred at once are no more than five, and is taken back when the
 * code was not wrong. The fifth wrong one locks for an hour; while that lasts a right code is "locked" as any other is.
 * Tries of one key come one after the other in a process, so that right codes at once do not count as wrong ones.
 */
export async function withinTries<Answer extends { outcome: string }>(
  services: TryServices,
  key: Buffer,
  check: () => Promise<Answer>,
): Promise<Answer | LockedOut> {
  return await inTurn(key.toString("base64url"), async () => {
    const until = await takeTry(services, key);
    if (until !== null) return { outcome: "locked", until };
    const answer = await check();
    if (answer.outcome !== "not_valid") await giveBackTry(services.db, key);
    return answer;
  });
}

const inTurn = createKeyedQueue({ name: "codes of vouchers", waiting: 100 });

/** Until when somebody is locked out; null for who is not. */
export async function findLockout({ db, clock }: TryServices, key: Buffer): Promise<Date | null> {
  const row = await db
    .selectFrom("voucher_tries")
    .select("locked_until")
    .where("key", "=", key)
    .where("locked_until", ">", clock())
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

/**
 * Takes a try in one statement, which locks the row: tries at once are counted one after the other. A lock that is over, and
 * an hour without a wrong code, begin the count anew. Returns the end of the lock that refuses it, or null.
 */
async function takeTry(services: TryServices, key: Buffer): Promise<Date | null> {
  const now = services.clock();
  const lockEnd = new Date(now.getTime() + SPAN_MS);
  const countEnd = new Date(now.getTime() - SPAN_MS);
  const count = sql`case when k.locked_until is not null or k.last_at <= ${countEnd} then 1 else k.wrong_codes + 1 end`;
  const { rows } = await sql`
    insert into voucher_tries as k (key, wrong_codes, last_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      wrong_codes = ${count},
      last_at = ${now},
      locked_until = case when ${count} >= ${rules.wrong_codes}::int then ${lockEnd}::timestamptz end
    where k.locked_until is null or k.locked_until <= ${now}
    returning key`.execute(services.db);
  if (rows.length > 0) return null;
  // What was right gave its try back in between: whoever comes again is let in.
  return (await findLockout(services, key)) ?? now;
}

async function giveBackTry(db: Kysely<DB>, key: Buffer): Promise<void> {
  await sql`
    update voucher_tries set wrong_codes = greatest(wrong_codes - 1, 0), locked_until = null
    where key = ${key}`.execute(db);
}
