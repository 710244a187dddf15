import type { Kysely } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";

/** The VAT rate of a country on a day, in basis points; 0 outside the EU. */
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
