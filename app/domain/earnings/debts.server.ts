import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import {
  convertAtRates,
  oldestUsableRate,
  type ReferenceRate,
  ratesOn,
} from "../exchange-rates/rates.server.ts";
import { type Minor, minor } from "../money/minor.ts";

/** A creator's available money and debts, by currency, in minor units; no currency with neither. */
export type Purse = ReadonlyMap<string, Pocket>;

interface Pocket {
  available_minor: Minor;
  owed_minor: Minor;
}

/** The rates of a day, and since when one is current; null where any will do (demo mode). */
export interface DayRates {
  rates: ReadonlyMap<string, ReferenceRate>;
  fresh_since: string | null;
}

export async function dayRates(db: Kysely<DB>, needsFreshRate: boolean, now: Date): Promise<DayRates> {
  return {
    rates: await ratesOn(db, businessDate(now)),
    fresh_since: needsFreshRate ? oldestUsableRate(now) : null,
  };
}

/** The purses of creators. Whoever moves money by them holds their rows alone (docs/money.md, 6). */
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
 * What of the money that is available in a currency is held back for debts, in its minor units: their worth at the day's
 * rate, and a margin for what the rates may do until they are paid, less what other currencies hold of it
 * (docs/product.md, 7.4). Null where a rate that it takes is missing or old.
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

/** Of a debt, what a balance in another currency settles at the day's rate: all of it, or as much as there is. */
export interface SetOffOffer {
  from_currency: string;
  from_minor: Minor;
  debt_currency: string;
  debt_minor: Minor;
  /** Units of `from_currency` for one of the debt's. */
  rate: string;
  rate_date: string;
}

/** What may be set off, by debt and balance; "no_rate" where one lacks a current rate. */
export function offersOf(
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
