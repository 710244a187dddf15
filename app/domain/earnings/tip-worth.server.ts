import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar/business-date.ts";
import { convertAtRates, ratesOn } from "../exchange-rates/exchange-rates.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import type { TipCount } from "../rollups/rollups.server.ts";
import type { TipAndPayment } from "../tips/tips.server.ts";

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

/** What a tip counts for in the roll-ups: all of it, whatever part of it went back. */
export async function countsOf(
  trx: Transaction<DB>,
  { payment, tip, receiver }: TipAndPayment,
): Promise<TipCount[]> {
  const day = businessDate(tip.paid_at ?? new Date(0));
  const amountInEuro = await euroValue(trx, payment.amount_minor, payment.currency, day);
  return [
    {
      creator_id: receiver.id,
      day,
      currency: payment.currency,
      amount_minor: payment.amount_minor,
      amount_eur_minor: amountInEuro,
    },
  ];
}
