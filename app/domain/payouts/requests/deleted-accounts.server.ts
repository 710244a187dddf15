import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { giveUp } from "../../ledger/give-up.server.ts";
import { getBalances, lockBalances } from "../../ledger/post.server.ts";
import { type Minor, minor, PROFILE_CURRENCIES, type ProfileCurrency } from "../../money/minor.ts";
import { lockCreators } from "../../users/user.server.ts";
import { type PayoutMethod, regionOf, withdrawalFee } from "./payout-fees.ts";

// A returned payout, or a dispute won later.

const YEAR_MS = 365.25 * 86_400_000;

interface RetainedDestination {
  id: string;
  masked_account: string;
  bank_country: string | null;
  has_paxum: boolean;
  method: PayoutMethod;
}

export interface RemainingMoney {
  currency: ProfileCurrency;
  available_minor: Minor;
  is_payable: boolean;
  /** Below the minimum, or the retained account has expired. */
  is_lost: boolean;
}

export async function findRetainedDestination(
  db: Kysely<DB> | Transaction<DB>,
  userId: string,
): Promise<RetainedDestination | null> {
  const row = await db
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .select(["d.id", "d.masked_account", "d.bank_country", "d.has_paxum", "p.method"])
    .where("p.creator_id", "=", userId)
    .where("u.deleted_at", "is not", null)
    .where(sql<boolean>`octet_length(d.encrypted) > 0`)
    .orderBy("p.requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Empty for an account that exists. */
export async function findRemainingMoney(
  db: Kysely<DB>,
  userId: string,
  now: Date,
): Promise<RemainingMoney[]> {
  const deleted_at = await findLeaving(db, userId);
  if (deleted_at === null) return [];
  const to = await findRetainedDestination(db, userId);
  const all = await Promise.all(
    PROFILE_CURRENCIES.map(async (currency) => {
      const { creator_available: available } = await getBalances(db, userId, currency);
      return { currency, available_minor: available, ...judge(available, to, deleted_at, now) };
    }),
  );
  return all.filter(({ available_minor }) => available_minor > 0);
}

export async function listDeletedWithMoney(
  db: Kysely<DB>,
): Promise<{ user_id: string; username: string | null; currency: string; available_minor: Minor }[]> {
  const { rows } = await sql<{ id: string; username: string | null; currency: string; available: number }>`
    select u.id, u.username, a.currency, (a.credits - a.debits)::bigint as available
    from users u join ledger_account a
      on a.owner = u.id::text and a.owner <> '' and a.code = 'creator_available' and a.credits > a.debits
    where u.deleted_at is not null
    order by u.deleted_at, u.id, a.currency limit ${productRules.admin_rows}`.execute(db);
  return rows.map(({ id, available, ...row }) => ({
    ...row,
    user_id: id,
    available_minor: minor(available),
  }));
}

/** To the platform, once it cannot be paid out. "refused" while it can, or may yet. */
export async function giveUpLeft(
  services: { db: Kysely<DB>; clock: () => Date; newId: () => string },
  given: { user_id: string; operator_id: string; currency: ProfileCurrency; reason: string },
): Promise<"given_up" | "refused"> {
  const { user_id, operator_id, currency, reason } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await lockCreators(trx, [user_id]);
    const deleted_at = await findLeaving(trx, user_id);
    const own = (await lockBalances(trx, [user_id], currency)).get(user_id);
    const amount = own?.creator_available ?? minor(0);
    if (deleted_at === null || amount === 0) return "refused";
    if (!judge(amount, await findRetainedDestination(trx, user_id), deleted_at, now).is_lost)
      return "refused";
    const sum = { creator_id: user_id, currency, amount_minor: amount };
    const id = await giveUp(trx, services, sum, "later", now);
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "balance.given_up", subject: `user:${user_id}`, now },
      before: { currency, available_minor: amount },
      after: { giveup_id: id, reason },
    });
    return "given_up";
  });
}

function judge(
  available: Minor,
  to: RetainedDestination | null,
  deletedAt: Date,
  now: Date,
): Pick<RemainingMoney, "is_payable" | "is_lost"> {
  const { regions } = productRules.payout;
  const least = Math.min(...Object.values(regions).map((region) => region.minimum_minor));
  const isTooLittle = to
    ? withdrawalFee(regionOf(to.method, to.bank_country), available) === null
    : available < least;
  const years = productRules.retention.payout_data_years;
  const isTimeOver = now.getTime() > deletedAt.getTime() + years * YEAR_MS;
  return { is_payable: to !== null && !isTooLittle, is_lost: isTooLittle || (to === null && isTimeOver) };
}

async function findLeaving(db: Kysely<DB> | Transaction<DB>, userId: string): Promise<Date | null> {
  const row = await db.selectFrom("users").select("deleted_at").where("id", "=", userId).executeTakeFirst();
  return row?.deleted_at ?? null;
}
