import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import {
  convertAtRates,
  euroValue,
  oldestUsableRate,
  type ReferenceRate,
  ratesOn,
} from "../exchange-rates/rates.server.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { debtSetOff, lossRecovered, writtenOff } from "../ledger/rules/reversal-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { type SecondOperatorRule, waitsForSecondOperator } from "../operator-acts/operator-acts.server.ts";
import { lockCreators, lockStatus } from "../users/user.server.ts";
import { endChargebackWhenRepaid } from "./maturing.server.ts";

type Purse = ReadonlyMap<string, Pocket>;

interface Pocket {
  available_minor: Minor;
  owed_minor: Minor;
}

interface DayRates {
  rates: ReadonlyMap<string, ReferenceRate>;
  fresh_since: string | null;
}

export async function dayRates(db: Kysely<DB>, needsFreshRate: boolean, now: Date): Promise<DayRates> {
  return {
    rates: await ratesOn(db, businessDate(now)),
    fresh_since: needsFreshRate ? oldestUsableRate(now) : null,
  };
}

/** Callers that move money hold the creators' rows alone (docs/money.md, 6). */
export async function readPurses(db: Kysely<DB>, creatorIds: readonly string[]): Promise<Map<string, Purse>> {
  const { rows } = await sql<{ owner: string; currency: string; available: number; owed: number }>`
    select owner, currency, coalesce(sum(credits - debits) filter (where code = 'creator_available'), 0)::bigint as available,
      coalesce(sum(debits - credits) filter (where code = 'creator_receivable'), 0)::bigint as owed
    from ledger_account
    where code in ('creator_available', 'creator_receivable') and owner = any(${creatorIds}::text[]) and credits <> debits
    group by owner, currency order by currency`.execute(db);
  const purses = new Map(creatorIds.map((id) => [id, new Map<string, Pocket>()]));
  for (const { owner, currency, available, owed } of rows)
    purses.get(owner)?.set(currency, { available_minor: minor(available), owed_minor: minor(owed) });
  return purses;
}

/**
 * Worth of debts plus a margin, less what other currencies hold. Null without a fresh rate (docs/product.md,
 * 7.4).
 */
export function heldForDebts(purse: Purse, currency: string, { rates, fresh_since }: DayRates): Minor | null {
  const { available_minor: available, owed_minor: owed } = purse.get(currency) ?? NOTHING;
  let held: number = owed;
  for (const [other, { available_minor, owed_minor }] of purse) {
    if (other === currency) continue;
    const due = convertAtRates(withMargin(owed_minor), other, currency, rates, fresh_since);
    const covered = convertAtRates(available_minor, other, currency, rates, fresh_since);
    if (due === null || covered === null) return null;
    held += due.amount_minor - covered.amount_minor;
  }
  return minor(Math.min(Math.max(held, 0), available));
}

const NOTHING: Pocket = { available_minor: minor(0), owed_minor: minor(0) };

function withMargin(owed: Minor): Minor {
  return minor(owed + Math.trunc((owed * productRules.payout.debt_margin_bps + 9_999) / 10_000));
}

export interface SetOffOffer {
  from_currency: string;
  from_minor: Minor;
  debt_currency: string;
  debt_minor: Minor;
  rate: string;
  rate_date: string;
}

function offersOf(
  purse: Purse,
  { rates, fresh_since }: DayRates,
): { debt_currency: string; owed_minor: Minor; offers: SetOffOffer[]; lacks_rate: boolean }[] {
  return [...purse].flatMap(([debt_currency, { owed_minor }]) => {
    if (owed_minor === 0) return [];
    const found = [...purse].flatMap(([from_currency, { available_minor }]) =>
      from_currency === debt_currency || available_minor === 0
        ? []
        : [
            offerOf(
              { debt_currency, owed_minor },
              { from_currency, available_minor },
              { rates, fresh_since },
            ),
          ],
    );
    const offers = found.flatMap((offer) => (offer === null || offer === "too_little" ? [] : [offer]));
    return [{ debt_currency, owed_minor, offers, lacks_rate: found.includes(null) }];
  });
}

function offerOf(
  { debt_currency, owed_minor }: { debt_currency: string; owed_minor: Minor },
  { from_currency, available_minor }: { from_currency: string; available_minor: Minor },
  { rates, fresh_since }: DayRates,
): SetOffOffer | "too_little" | null {
  const price = convertAtRates(owed_minor, debt_currency, from_currency, rates, fresh_since);
  if (price === null) return null;
  const common = { from_currency, debt_currency, rate: price.rate, rate_date: price.rate_date };
  if (price.amount_minor > 0 && price.amount_minor <= available_minor)
    return { ...common, from_minor: price.amount_minor, debt_minor: owed_minor };
  const part = convertAtRates(available_minor, from_currency, debt_currency, rates, fresh_since);
  if (part === null) return null;
  const debt_minor = minor(Math.min(part.amount_minor, owed_minor));
  if (debt_minor === 0 || price.amount_minor === 0) return "too_little";
  return { ...common, from_minor: available_minor, debt_minor };
}

export interface DebtFacts {
  currency: string;
  owed_minor: Minor;
  offers: SetOffOffer[];
  lacks_rate: boolean;
}

/** Null without a current rate (docs/product.md, 7.4). */
export async function findDebts(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  given: { creator_id: string; needs_fresh_rate: boolean },
): Promise<{ debts: DebtFacts[]; held: Record<string, Minor | null> }> {
  const purse: Purse = (await readPurses(db, [given.creator_id])).get(given.creator_id) ?? new Map();
  if (![...purse.values()].some(({ owed_minor }) => owed_minor > 0)) return { debts: [], held: {} };
  const rates = await dayRates(db, given.needs_fresh_rate, clock());
  const debts = offersOf(purse, rates).map(({ debt_currency: currency, ...debt }) => ({ ...debt, currency }));
  const held = [...purse.keys()].map((currency) => [currency, heldForDebts(purse, currency, rates)] as const);
  return { debts, held: Object.fromEntries(held) };
}

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
  | { outcome: "refused"; reason: "not_active" }
  | { outcome: "refused"; reason: "nothing_to_set_off" }
  | { outcome: "refused"; reason: "no_rate" }
  | { outcome: "refused"; reason: "changed" };

interface AgreedSetOff {
  creator_id: string;
  from_currency: string;
  from_minor: number;
  debt_currency: string;
  debt_minor: number;
  needs_fresh_rate: boolean;
}

/** For exactly the agreed amounts, once, or refused (docs/money.md, 3). */
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

interface WriteOff {
  creator_id: string;
  currency: string;
  operator_id: string;
  reason: string;
}

/** Our loss. "waiting": for a second operator (docs/money.md, 3; docs/product.md, 6.12). */
export async function writeOff(
  services: SecondOperatorRule & { db: Kysely<DB>; clock: () => Date; newId: () => string },
  order: WriteOff,
): Promise<"written_off" | "nothing_owed" | "waiting"> {
  const now = services.clock();
  const { creator_id, currency, operator_id, reason } = order;
  return await services.db.transaction().execute(async (trx) => {
    const owed = await lockOwed(trx, order);
    if (owed === 0) return "nothing_owed";
    const worth_eur_minor = await euroValue(trx, owed, currency, businessDate(now));
    const waits = await waitsForSecondOperator(trx, services, {
      ...{ kind: "WRITE_OFF", operator_id, worth_eur_minor, subject: `user:${creator_id}:${currency}`, now },
      params: { creator_id, currency, reason, amount_minor: owed },
    });
    if (waits) return "waiting";
    return await writeOffIn(trx, services, { ...order, owed, now });
  });
}

export async function writeOffApproved(
  trx: Transaction<DB>,
  services: { newId: () => string },
  order: WriteOff & { amount_minor: number; now: Date },
): Promise<"written_off" | "changed"> {
  const owed = await lockOwed(trx, order);
  return owed === order.amount_minor ? await writeOffIn(trx, services, { ...order, owed }) : "changed";
}

async function lockOwed(trx: Transaction<DB>, { creator_id, currency }: WriteOff): Promise<Minor> {
  await lockCreators(trx, [creator_id]);
  const own = (await lockBalances(trx, [creator_id], currency)).get(creator_id);
  return own?.creator_receivable ?? minor(0);
}

async function writeOffIn(
  trx: Transaction<DB>,
  services: { newId: () => string },
  { creator_id, currency, operator_id, reason, owed, now }: WriteOff & { owed: Minor; now: Date },
): Promise<"written_off"> {
  const id = services.newId();
  await trx
    .insertInto("write_offs")
    .values({ id, creator_id, currency, amount_minor: owed, written_off_at: now })
    .execute();
  await noteParts(trx, id, { creator_id, currency, owed });
  await post(trx, [writtenOff(id, creator_id, currency, owed, now)], now);
  await endChargebackWhenRepaid(trx, creator_id, now);
  await writeAudit(trx, {
    actor_id: operator_id,
    action: "receivable.written_off",
    subject: `user:${creator_id}`,
    before: { currency, owed_minor: owed },
    after: { owed_minor: 0, writeoff_id: id, reason },
    now,
  });
  return "written_off";
}

/**
 * Newest disputes first, since repayments go to the oldest debt; a won one last. The caller holds the
 * balances.
 */
async function noteParts(
  trx: Transaction<DB>,
  writeOffId: string,
  { creator_id, currency, owed }: { creator_id: string; currency: string; owed: Minor },
): Promise<void> {
  await sql`
    with debts as (
      select t.id, d.id as dispute_id, t.cause_part::integer as turn,
        d.status = 'LOST' and d.turn::text = t.cause_part as is_lost, sum(m.amount_minor) - coalesce((
          select sum(p.amount_minor) from write_off_parts p
          where p.dispute_id = d.id and p.turn::text = t.cause_part and p.creator_id = ${creator_id}::uuid
        ), 0) as debt
      from ledger_account a
      join ledger_transfer m on m.debit_account = a.id
      join ledger_transaction t on t.id = m.transaction_id and t.kind = 'dispute_lost'
      join disputes d on d.id = t.cause_id
      where a.code = 'creator_receivable' and a.owner = ${creator_id} and a.currency = ${currency}
      group by t.id, d.id, t.cause_part
    ), parts as (
      select dispute_id, turn,
        least(debt, ${owed}::bigint - coalesce(sum(debt) over (order by is_lost desc, id desc rows between unbounded preceding and 1 preceding), 0)) as part
      from debts
    )
    insert into write_off_parts (write_off_id, dispute_id, turn, creator_id, amount_minor)
    select ${writeOffId}::uuid, dispute_id, turn, ${creator_id}::uuid, part from parts where part > 0`.execute(
    trx,
  );
}

/** A won dispute first offsets its own write-off. Returns the amount. */
export async function recoverWrittenOff(
  trx: Transaction<DB>,
  dispute: { id: string; turn: number; payment_id: string },
  creator: { creator_id: string; currency: string },
  now: Date,
): Promise<Minor> {
  const { creator_id, currency } = creator;
  const { lost } = await trx
    .selectFrom("write_off_parts")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount_minor"), sql<number>`0`).as("lost"))
    .where("dispute_id", "=", dispute.id)
    .where("turn", "=", dispute.turn)
    .where("creator_id", "=", creator_id)
    .executeTakeFirstOrThrow();
  const recovered = minor(Number(lost));
  await post(trx, [lossRecovered(dispute, creator_id, currency, recovered, now)], now);
  return recovered;
}
