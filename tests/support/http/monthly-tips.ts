import { randomBytes, randomUUID } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import { createTokens } from "../../../app/crypto/crypto.server.ts";
import { businessDate, daysBefore } from "../../../app/domain/calendar.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import { monthOf } from "../../../app/domain/series/series-dates.ts";
import type { DB } from "../../../db/schema.ts";
import { records } from "../database/records.ts";
import { TEST_SECRETS } from "./product.ts";

export type SeriesRow = Selectable<DB["tip_series"]>;

/** A monthly tip of 5.00 EUR for joerdis by a card, which is charged next in 20 days. */
export async function makeSeries(
  change: Partial<Insertable<DB["tip_series"]>> = {},
  db = records(),
): Promise<{ id: string; path: string; email: string }> {
  const id = randomUUID();
  const email = change.sender_email ?? `monthly.${id}@fans.example`;
  const now = new Date();
  const next = daysBefore(businessDate(now), -20);
  const creator = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "joerdis")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("tip_series")
    .values({
      ...{ id, creator_id: change.grouplist_id ? null : creator.id, status: "ACTIVE", sender_email: email },
      ...{ amount_minor: minor(5_00), total_minor: minor(5_60), currency: "EUR", country: "DE" },
      ...{ day: Number(next.slice(8)), next_charge_on: next, charge_month: monthOf(next) },
      ...{ paid_for: monthOf(businessDate(now)), share_email: false, show_on_page: false, locale: "de" },
      ...{
        payment_type: "INETCASH_CC",
        description: "Trinkgeld",
        consent: "Jeden Monat.",
        consented_at: now,
      },
      ...{
        provider: "sandbox",
        customer_ref: `cus_${randomBytes(16).toString("hex")}`,
        method_ref: `pm_${randomBytes(16).toString("hex")}`,
      },
      ...{ method_label: "Visa •••• 4242", created_at: now, updated_at: now },
      ...change,
    })
    .execute();
  return { id, path: monthlyPath(id), email };
}

function monthlyPath(id: string): string {
  return `/monthly/${createTokens(TEST_SECRETS.APP_SECRET).sign("series", id)}`;
}

/** The paid tip of the payment becomes the series' month. */
export async function countAsMonth(seriesId: string, paymentId: string): Promise<void> {
  await records()
    .updateTable("tips")
    .set({ series_id: seriesId, series_month: monthOf(businessDate(new Date())), is_monthly: true })
    .where("id", "=", (payments) =>
      payments.selectFrom("payments").select("tip_id").where("id", "=", paymentId).$asScalar(),
    )
    .execute();
}

export async function seriesRow(id: string): Promise<SeriesRow> {
  return await records().selectFrom("tip_series").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** What the mails about it are about, in order: "ended". */
export async function mailsOf(id: string): Promise<string[]> {
  const rows = await records()
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("dedupe_key", "like", `series:${id}:%`)
    .orderBy("created_at")
    .execute();
  return rows.map(({ dedupe_key }) => dedupe_key.split(":").slice(2, 4).join(":").replace(/:\d+$/, ""));
}
