import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { debtSetOff } from "../ledger/rules/refund-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { lockCreators, lockStatus } from "../users/status-changes.server.ts";
import {
  dayRates,
  heldForDebts,
  offersOf,
  type Purse,
  readPurses,
  type SetOffOffer,
} from "./debts.server.ts";
import { endChargebackWhenRepaid } from "./maturing.server.ts";

/** A debt of a creator, and with what they may settle it now. */
export interface ShownDebt {
  currency: string;
  owed_minor: Minor;
  offers: SetOffOffer[];
  /** There is a balance that would do, and no current rate for it. */
  lacks_rate: boolean;
}

/**
 * What a creator owes, by currency, what they may set off against it at the day's rate, and what is held back of which
 * balance until then; null where no current rate says it (docs/product.md, 7.4).
 */
export async function findDebts(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  given: { creator_id: string; needs_fresh_rate: boolean },
): Promise<{ debts: ShownDebt[]; held: Record<string, Minor | null> }> {
  const purse: Purse = (await readPurses(db, [given.creator_id])).get(given.creator_id) ?? new Map();
  if (![...purse.values()].some(({ owed_minor }) => owed_minor > 0)) return { debts: [], held: {} };
  const rates = await dayRates(db, given.needs_fresh_rate, clock());
  const debts = offersOf(purse, rates).map(({ debt_currency: currency, ...debt }) => ({ ...debt, currency }));
  const held = [...purse.keys()].map((currency) => [currency, heldForDebts(purse, currency, rates)] as const);
  return { debts, held: Object.fromEntries(held) };
}

/** What a creator has set off, by its id; null for another's. */
export async function findSetOff(
  db: Kysely<DB>,
  given: { creator_id: string; set_off_id: string },
): Promise<SetOffOffer | null> {
  const row = await db
    .selectFrom("debt_set_offs")
    .select(["from_currency", "from_minor", "debt_currency", "debt_minor", "rate", "rate_date"])
    .where("id", "=", given.set_off_id)
    .where("creator_id", "=", given.creator_id)
    .executeTakeFirst();
  return row ? { ...row, from_minor: minor(row.from_minor), debt_minor: minor(row.debt_minor) } : null;
}

export type SetOff =
  | { outcome: "set_off"; set_off_id: string; offer: SetOffOffer }
  /** The creator is locked, has left, or is none. */
  | { outcome: "refused"; reason: "not_active" }
  /** Nothing is owed in that currency, or nothing is available in the other. */
  | { outcome: "refused"; reason: "nothing_to_set_off" }
  | { outcome: "refused"; reason: "no_rate" }
  /** It comes to other amounts than the creator agreed to: they are shown again. */
  | { outcome: "refused"; reason: "changed" };

/** What a creator agrees to: so much of one currency for so much of a debt in another, in minor units. */
export interface AgreedSetOff {
  creator_id: string;
  from_currency: string;
  from_minor: number;
  debt_currency: string;
  debt_minor: number;
  needs_fresh_rate: boolean;
}

/**
 * Settles a debt in one currency with available money in another, at the day's rate, because its creator agrees to exactly
 * these amounts (docs/money.md, 3). Who then owes nothing in any currency is ACTIVE again. Pressed twice, or at once with
 * whatever else moves this money, it happens once or is refused.
 */
export async function setOffDebt(
  services: { db: Kysely<DB>; clock: () => Date; newId: () => string },
  agreed: AgreedSetOff,
): Promise<SetOff> {
  return await services.db.transaction().execute((trx) => setOffIn(trx, services, agreed, services.clock()));
}

async function setOffIn(
  trx: Transaction<DB>,
  services: { newId: () => string },
  agreed: AgreedSetOff,
  now: Date,
): Promise<SetOff> {
  const { creator_id } = agreed;
  await lockCreators(trx, [creator_id]);
  const status = await lockStatus(trx, creator_id);
  if (status !== "CHARGEBACK" && status !== "ACTIVE") return { outcome: "refused", reason: "not_active" };
  for (const currency of [agreed.from_currency, agreed.debt_currency].sort())
    await lockBalances(trx, [creator_id], currency);
  const purse: Purse = (await readPurses(trx, [creator_id])).get(creator_id) ?? new Map();
  const debts = offersOf(purse, await dayRates(trx, agreed.needs_fresh_rate, now));
  const debt = debts.find((each) => each.debt_currency === agreed.debt_currency);
  const offer = debt?.offers.find((each) => each.from_currency === agreed.from_currency);
  if (!offer) return { outcome: "refused", reason: debt?.lacks_rate ? "no_rate" : "nothing_to_set_off" };
  if (offer.from_minor !== agreed.from_minor || offer.debt_minor !== agreed.debt_minor)
    return { outcome: "refused", reason: "changed" };
  const id = services.newId();
  await trx
    .insertInto("debt_set_offs")
    .values({ id, creator_id, ...offer, set_off_at: now })
    .execute();
  await post(trx, [debtSetOff({ id, creator_id, ...offer }, now)], now);
  await endChargebackWhenRepaid(trx, creator_id, now);
  return { outcome: "set_off", set_off_id: id, offer };
}
