import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar.ts";
import type { PaymentType } from "../payments/provider-port.ts";
import { monthOf } from "./series-dates.ts";
import { lockSeries, type SeriesServices } from "./series-record.server.ts";

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
  type: PaymentType;
  country: string;
  provider: string;
  account_ref: string | null;
  total_minor: number;
  description: string;
  consent: string;
  now: Date;
}

/**
 * Stores the terms as the first payment begins; its success starts the series. Until then other terms may
 * replace them (docs/product.md, 5.16).
 */
export async function beginSeries(
  trx: Transaction<DB>,
  { newId }: Pick<SeriesServices, "newId">,
  { tip, now, ...terms }: Terms,
): Promise<void> {
  const { id: tipId, series_id, creator_id, grouplist_id, chosen_creator_ids, amount_minor, currency } = tip;
  const { sender_name, sender_email, share_email, show_on_page, locale } = tip;
  const { type: payment_type, country, provider, account_ref, total_minor, consent, description } = terms;
  const today = businessDate(now);
  const row = {
    ...{
      creator_id,
      grouplist_id,
      chosen_creator_ids,
      amount_minor,
      currency,
      total_minor,
      consent,
      description,
    },
    ...{ sender_name, sender_email, share_email, show_on_page, locale },
    ...{ payment_type, country, provider, account_ref },
    ...{ day: Number(today.slice(8)), consented_at: now, updated_at: now },
  };
  const known = series_id === null ? null : await lockSeries(trx, series_id);
  // One stopped before a failed first payment begins anew.
  const isOver = known?.status === "ENDED" && known.paid_for === null;
  const id = known && !isOver ? known.id : newId();
  if (!known || isOver)
    await trx
      .insertInto("tip_series")
      .values({ id, ...row, status: "BEGUN", created_at: now })
      .execute();
  else {
    const begun = await trx
      .updateTable("tip_series")
      .set(row)
      .where("id", "=", id)
      .where("status", "=", "BEGUN")
      .executeTakeFirst();
    // A later month, paid on the provider's page.
    if (begun.numUpdatedRows === 0n) return;
  }
  await trx
    .updateTable("tips")
    .set({ series_id: id, series_month: monthOf(today) })
    .where("id", "=", tipId)
    .execute();
}
