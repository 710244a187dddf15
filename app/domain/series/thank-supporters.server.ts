import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { addressKey, isMailable, mailableName } from "../tips/tip-replies.server.ts";
import { monthOf, monthsAfter } from "./series-dates.ts";
import { refundedOfTip } from "./series-months.server.ts";
import type { SeriesServices } from "./series-record.server.ts";

export interface MonthlyThanks {
  message: string;
  mails_count: number;
  created_at: Date;
  /** A day in Berlin. */
  again_on: string;
}

export async function findMonthlyThanks(
  db: Kysely<DB>,
  creatorId: string,
  now: Date,
): Promise<MonthlyThanks | null> {
  const month = monthOf(businessDate(now));
  const row = await db
    .selectFrom("monthly_thanks")
    .select(["message", "mails_count", "created_at"])
    .where("creator_id", "=", creatorId)
    .where("month", "=", month)
    .executeTakeFirst();
  return row ? { ...row, again_on: monthsAfter(month, 1) } : null;
}

/** Without addresses that stopped thank-yous. */
export async function countThankable(db: Kysely<DB>, creatorId: string, now: Date): Promise<number> {
  return (await listThankable(db, creatorId, now)).length;
}

/**
 * One text to fans of running monthly tips, in each fan's language. "already": this month is thanked.
 * "not_allowed": the rules would hold the words.
 */
export async function thankSupporters(
  services: SeriesServices,
  { creator_id, message }: { creator_id: string; message: string },
): Promise<"sent" | "already" | "not_allowed" | "no_fans"> {
  if (!isMailable(message)) return "not_allowed";
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const creator = await trx
      .selectFrom("users")
      .select(["name", "username"])
      .where("id", "=", creator_id)
      .where("deleted_at", "is", null)
      .forShare()
      .executeTakeFirst();
    const fans = creator ? await listThankable(trx, creator_id, now) : [];
    const id = services.newId();
    const isFirst = fans.length > 0 && (await keep(trx, { id, creator_id, message, fans: fans.length, now }));
    if (!isFirst) return (await findMonthlyThanks(trx, creator_id, now)) ? "already" : "no_fans";
    const username = creator?.username ?? "";
    for (const fan of fans)
      await queueMail(trx, services, {
        dedupe_key: `monthly-thanks:${id}:${fan.id}`,
        ...{ template: "thank_you", locale: fan.locale, recipient: fan.sender_email, user_id: null, now },
        params: {
          ...{ creator_name: mailableName(creator?.name ?? null, username), creator_username: username },
          ...{ message, currency: fan.currency, amount_minor: fan.amount_minor, paid_at: null },
          ...{ address_key: addressKey(fan.sender_email), series_id: fan.id },
        },
      });
    return "sent";
  });
}

async function keep(
  trx: Transaction<DB>,
  {
    id,
    creator_id,
    message,
    fans,
    now,
  }: { id: string; creator_id: string; message: string; fans: number; now: Date },
): Promise<boolean> {
  const kept = await trx
    .insertInto("monthly_thanks")
    .values({
      ...{ id, creator_id, message, month: monthOf(businessDate(now)) },
      ...{ mails_count: fans, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(["creator_id", "month"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** One per address. A tip of theirs must remain, whole and reviewed. */
async function listThankable(db: Kysely<DB>, creatorId: string, now: Date) {
  const { rows } = await sql<{
    id: string;
    locale: string;
    sender_email: string;
    currency: string;
    amount_minor: number;
  }>`
    select distinct on (lower(s.sender_email)) s.id, s.locale, s.sender_email, s.currency, s.amount_minor
    from tip_series s
    where s.creator_id = ${creatorId}::uuid and s.status = 'ACTIVE' and s.sender_email is not null
      and exists (select from tips t where t.series_id = s.id and t.status = 'ACTIVE' and ${refundedOfTip} = 0)
      and (select count(*) from tip_replies r join tips t on t.id = r.tip_id
        where lower(t.sender_email) = lower(s.sender_email)
          and r.created_at > ${new Date(now.getTime() - 86_400_000)}) < ${productRules.reply.per_recipient_day_maximum}
    order by lower(s.sender_email), s.created_at`.execute(db);
  const keys = rows.map(({ sender_email }) => addressKey(sender_email));
  if (keys.length === 0) return [];
  const stopped = await db
    .selectFrom("stopped_thank_yous")
    .select("address_key")
    .where("address_key", "=", sql<string>`any(${keys}::uuid[])`)
    .execute();
  return rows.filter(
    ({ sender_email }) => !stopped.some(({ address_key }) => address_key === addressKey(sender_email)),
  );
}
