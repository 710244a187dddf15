import type { Kysely } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";

/** Offered first, with the likely and the chosen one: all are 8 KB of each page. */
export const COMMON_COUNTRIES = new Set(
  (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
    "AU CA CH GB IS LI NO US"
  ).split(" "),
);

interface CountryRow {
  id: number;
  iso_3166_1: string;
}

/** Cached: only migrations change them. */
export async function listCountries(db: Kysely<DB>): Promise<readonly CountryRow[]> {
  const known = countries.get(db);
  if (known) return known;
  const rows = await db.selectFrom("countries").select(["id", "iso_3166_1"]).execute();
  countries.set(db, rows);
  return rows;
}

export async function isCountry(db: Kysely<DB>, id: number): Promise<boolean> {
  return (await listCountries(db)).some((country) => country.id === id);
}

const countries = new WeakMap<Kysely<DB>, readonly CountryRow[]>();

export async function vatRateOn(db: Kysely<DB>, country: string, day: string): Promise<number> {
  const [row] = await vatRate(db, { country, day });
  return row?.rate_bps ?? 0;
}

const vatRate = hotQuery(
  "vat-rate",
  { country: parameter<string>(), day: parameter<string>() },
  (db, given) =>
    db
      .selectFrom("vat_rates")
      .select("rate_bps")
      .where("country", "=", given("country"))
      .where("valid_from", "<=", given("day"))
      .orderBy("valid_from", "desc")
      .limit(1),
);
