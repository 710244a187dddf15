import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { convertAtRates, ratesOn } from "../exchange-rates/exchange-rates.server.ts";
import { type Minor, minor } from "../money/minor.ts";

/** A tip's worth in EUR at the day's reference rate, for ranks across currencies. */
export async function euroValue(
  trx: Transaction<DB>,
  amount: Minor,
  currency: string,
  day: string,
): Promise<Minor> {
  if (currency === "EUR") return amount;
  const converted = convertAtRates(amount, currency, "EUR", await ratesOn(trx, day), null);
  return converted?.amount_minor ?? minor(0);
}
