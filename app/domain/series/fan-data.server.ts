import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { listAudit, writeAudit } from "../audit/audit.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { findSeries, type SeriesServices } from "./series-record.server.ts";

interface Opened {
  series_id: string;
  operator_id: string;
}

/** By request (Art. 15 GDPR), logged with a reason; readable for some minutes. */
export async function openFanData(
  { db, clock }: Pick<SeriesServices, "db" | "clock">,
  { series_id, operator_id, reason }: Opened & { reason: string },
): Promise<"opened" | "no_address"> {
  return await db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "support");
    const series = await findSeries(trx, series_id);
    if (!series || series.status === "BEGUN" || series.sender_email === null) return "no_address";
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "series.data_opened", subject: `series:${series_id}` },
      ...{ before: null, after: { reason }, now: clock() },
    });
    return "opened";
  });
}

/** Null unless this operator opened it recently. */
export async function readFanData(db: Kysely<DB>, { series_id, operator_id, now }: Opened & { now: Date }) {
  const { entries } = await listAudit(db, {
    ...{ subject: `series:${series_id}`, actor_id: operator_id, action: "series.data_opened" },
  });
  const since = now.getTime() - productRules.statements.opened_minutes * 60_000;
  const email = (await findSeries(db, series_id))?.sender_email ?? null;
  if (email === null || !entries.some(({ at }) => at.getTime() > since)) return null;
  const [series, tips, mails] = await Promise.all([
    readSeries(db, email),
    readTips(db, email),
    readMails(db, email),
  ]);
  return { address: email, "monthly-tips": series, tips, mails };
}

async function readSeries(db: Kysely<DB>, email: string) {
  return await db
    .selectFrom("tip_series as s")
    .leftJoin("users as u", "u.id", "s.creator_id")
    .leftJoin("grouplists as g", "g.id", "s.grouplist_id")
    .select([
      "s.id",
      "s.status",
      "u.username as creator",
      "g.slug as group",
      "s.sender_name",
      "s.sender_email",
    ])
    .select(["s.share_email", "s.show_on_page", "s.locale", "s.country", "s.currency", "s.amount_minor"])
    .select(["s.total_minor", "s.announced_total_minor", "s.announced_at", "s.day", "s.next_charge_on"])
    .select(["s.paused_until", "s.payment_type", "s.provider", "s.method_label", "s.method_expires_on"])
    .select(["s.has_reminders", "s.consent", "s.consented_at", "s.created_at", "s.ended_at", "s.end_reason"])
    .where(sql`lower(s.sender_email)`, "=", email.toLowerCase())
    .orderBy("s.created_at")
    .orderBy("s.id")
    .execute();
}

async function readTips(db: Kysely<DB>, email: string) {
  return await db
    .selectFrom("tips as t")
    .leftJoin("payments as p", "p.tip_id", "t.id")
    .leftJoin("users as u", "u.id", "t.creator_id")
    .leftJoin("grouplists as g", "g.id", "t.grouplist_id")
    .select(["t.id", "t.status", "u.username as creator", "g.slug as group", "t.series_id", "t.series_month"])
    .select(["t.sender_name", "t.sender_email", "t.share_email", "t.message", "t.item_name", "t.created_at"])
    .select(["t.show_on_page", sql<boolean>`t.image_id is not null`.as("has_image"), "p.id as payment_id"])
    .select(["p.status as payment_status", "p.type", "p.country", "p.currency", "p.amount_minor"])
    .select(["p.service_fee_minor", "p.vat_minor", "p.total_minor", "p.charged_currency", "p.charged_minor"])
    .select(["p.receipt_number", "p.settled_at"])
    .where(sql`lower(t.sender_email)`, "=", email.toLowerCase())
    .where("t.group_tip_id", "is", null)
    .orderBy("t.created_at")
    .orderBy("t.id")
    .orderBy("p.created_at")
    .execute();
}

async function readMails(db: Kysely<DB>, email: string) {
  return await db
    .selectFrom("mail_outbox")
    .select(["template", "locale", "status", "created_at"])
    .where(sql`lower(recipient)`, "=", email.toLowerCase())
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
