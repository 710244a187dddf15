import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Minor, minor } from "../money/minor.ts";
import { convertAtRates, ratesOn } from "./rates.server.ts";

/** An amount's worth in EUR at a day's reference rate: for ranks and limits across currencies. */
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
