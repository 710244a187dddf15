import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Minor, minor } from "../money/minor.ts";
import { lockSeries, type Series, type SeriesServices } from "./series-record.server.ts";

export interface OwedTip {
  id: string;
  amount_minor: number;
}

/** A failed month costs no more than the fan's last agreement. */
export function owedAmount(series: Pick<Series, "amount_minor">, tip: OwedTip | null): Minor {
  return minor(Math.min(tip?.amount_minor ?? series.amount_minor, series.amount_minor));
}

export async function findOwedTip(
  db: Kysely<DB>,
  series: Pick<Series, "id" | "status" | "problem" | "charge_month">,
): Promise<OwedTip | null> {
  const isOwed =
    series.status === "UNPAID" || (series.status === "SUSPENDED" && series.problem !== "RECEIVER");
  if (!isOwed) return null;
  const tip = await db
    .selectFrom("tips")
    .select(["id", "amount_minor"])
    .where("series_id", "=", series.id)
    .where("series_month", "=", series.charge_month)
    .where("paid_at", "is", null)
    .executeTakeFirst();
  return tip ?? null;
}

export async function insertMonth(
  trx: Transaction<DB>,
  series: Series,
  { id, amount_minor, now }: { id: string; amount_minor: Minor; now: Date },
): Promise<void> {
  const { creator_id, grouplist_id, chosen_creator_ids, currency, locale, charge_month } = series;
  await trx
    .insertInto("tips")
    .values({
      ...{ id, creator_id, grouplist_id, chosen_creator_ids, amount_minor, currency, locale },
      ...{ ...payerOf(series), pay_currency: currency, status: "AWAITING_PAYMENT" },
      ...{ is_monthly: true, series_id: series.id, series_month: charge_month },
      ...{ details_seen_at: now, created_at: now, updated_at: now },
    })
    .execute();
}

export function payerOf(series: Series) {
  const { sender_name, sender_email, share_email, show_on_page, payment_type, country } = series;
  return { sender_name, sender_email, share_email, show_on_page, payment_type, country };
}

/** Payments match their tip, so another amount needs another tip. Late money for the first returns. */
export async function giveUpTip(trx: Transaction<DB>, { id }: OwedTip, now: Date): Promise<void> {
  await trx
    .updateTable("tips")
    .set({ status: "EXPIRED", series_month: null, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** For a month with a lowered amount; the caller closed its pages. Null where another worker was first. */
export async function lowerOwedTip(
  { db, newId, clock }: Pick<SeriesServices, "db" | "newId" | "clock">,
  tip: OwedTip,
  seriesId: string,
): Promise<OwedTip | null> {
  const now = clock();
  return await db.transaction().execute(async (trx) => {
    const owed = await trx
      .selectFrom("tips")
      .select("series_month")
      .where("id", "=", tip.id)
      .where("paid_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const series = await lockSeries(trx, seriesId);
    if (!owed || !series || series.charging_payment_id !== null) return null;
    if (owed.series_month !== series.charge_month) return null;
    const lowered = { id: newId(), amount_minor: owedAmount(series, tip) };
    await giveUpTip(trx, tip, now);
    await insertMonth(trx, series, { ...lowered, now });
    return lowered;
  });
}
