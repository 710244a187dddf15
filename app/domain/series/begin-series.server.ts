import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar.ts";
import type { PaymentType } from "../payments/provider-port.ts";
import { monthOf } from "./series-dates.ts";
import type { SeriesServices } from "./series-record.server.ts";

interface Terms {
  tip: {
    id: string;
    series_id: string | null;
    creator_id: string | null;
    grouplist_id: string | null;
    chosen_creator_ids: string[] | null;
    amount_minor: number;
    currency: string;
    sender_name: string | null;
    sender_email: string;
    share_email: boolean;
    show_on_page: boolean;
    locale: string;
  };
  payment_type: PaymentType;
  country: string;
  provider: string;
  account_ref: string | null;
  /** In the currency of the tip. */
  total_minor: number;
  /** The words that the fan agreed to. */
  consent: string;
  now: Date;
}

/**
 * Keeps the terms of a monthly tip as its first payment begins; the payment's success starts the series. Repeated
 * with other terms until then (docs/product.md, 5.13).
 */
export async function beginSeries(
  trx: Transaction<DB>,
  { newId }: Pick<SeriesServices, "newId">,
  { tip, now, ...terms }: Terms,
): Promise<void> {
  const { id: tipId, series_id, ...given } = tip;
  const today = businessDate(now);
  const row = {
    ...given,
    ...terms,
    ...{ day: Number(today.slice(8)), consented_at: now, updated_at: now },
  };
  const id = series_id ?? newId();
  if (series_id === null)
    await trx
      .insertInto("tip_series")
      .values({ id, ...row, status: "BEGUN", created_at: now })
      .execute();
  else
    await trx
      .updateTable("tip_series")
      .set(row)
      .where("id", "=", id)
      .where("status", "=", "BEGUN")
      .execute();
  await trx
    .updateTable("tips")
    .set({ series_id: id, series_month: monthOf(today) })
    .where("id", "=", tipId)
    .execute();
}
