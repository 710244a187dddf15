import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { forRows, type Jobs, type RowsOutcome } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";

interface AnnounceServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}

interface NewTip {
  id: string;
  creator_id: string;
  email: string;
  locale: string | null;
  email_notifications: string;
  sender_name: string | null;
  item_name: string | null;
  message: string | null;
  currency: string;
  amount_minor: number;
  activated_at: Date;
}

const BATCH = 200;

/** Each new tip once, however activated. Returns the mails queued (docs/product.md, 5.6). */
export async function announceNewTips(services: AnnounceServices): Promise<RowsOutcome> {
  return await announce(services, sql`u.email_notifications <> 'DAILY'`, async (trx, tips, now) => {
    const announced = tips.filter((tip) => tip.email_notifications === "AT_ONCE");
    for (const tip of announced) {
      await queueMail(trx, services, {
        dedupe_key: `new-tip:${tip.id}`,
        template: "new_tip",
        locale: tip.locale,
        recipient: tip.email,
        user_id: tip.creator_id,
        params: {
          sender_name: tip.sender_name,
          item_name: tip.item_name,
          message: tip.message,
          currency: tip.currency,
          amount_minor: tip.amount_minor,
        },
        now,
      });
    }
    return announced.length;
  });
}

export async function announceDay(services: AnnounceServices): Promise<RowsOutcome> {
  return await announce(services, sql`u.email_notifications = 'DAILY'`, async (trx, tips, now) => {
    const byCreator = Map.groupBy(tips, (tip) => tip.creator_id);
    for (const [creatorId, own] of byCreator) {
      const [first] = own;
      if (!first) continue;
      const byCurrency = Map.groupBy(own, (tip) => tip.currency);
      await queueMail(trx, services, {
        dedupe_key: `new-tips:${creatorId}:${first.id}`,
        template: "new_tips",
        locale: first.locale,
        recipient: first.email,
        user_id: creatorId,
        params: {
          count: own.length,
          sums: [...byCurrency].map(([currency, those]) => ({
            currency,
            amount_minor: those.reduce((sum, tip) => sum + tip.amount_minor, 0),
          })),
        },
        now,
      });
    }
    return byCreator.size;
  });
}

async function announce(
  services: AnnounceServices,
  whose: ReturnType<typeof sql>,
  queueMails: (trx: Transaction<DB>, tips: NewTip[], now: Date) => Promise<number>,
): Promise<RowsOutcome> {
  const { db } = services;
  const now = services.clock();
  const newsUntil = new Date(now.getTime() - productRules.new_tip_news_days * 86_400_000);
  return await forRows<{ id: string }>({
    size: BATCH,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and u.id > ${last.id}` : sql``;
      const { rows } = await sql<{ id: string }>`
        select u.id from users u
        where ${whose} ${after} and exists (
          select from tips t where t.creator_id = u.id and t.status = 'ACTIVE' and t.announced_at is null)
        order by u.id limit ${BATCH}`.execute(db);
      return rows;
    },
    act: (found) =>
      db.transaction().execute(async (trx) => {
        // One lock per creator: one mail a day. Settling locks the tip first; such a tip comes next time.
        const { rows: creators } = await sql<{ id: string }>`
          select u.id from users u where u.id = any(${found.map(({ id }) => id)}::uuid[]) and ${whose}
          for no key update of u skip locked`.execute(trx);
        const { rows: tips } = await sql<NewTip>`
          with own as (
            select id from tips
            where creator_id = any(${creators.map(({ id }) => id)}::uuid[])
              and status = 'ACTIVE' and announced_at is null
            for no key update skip locked)
          update tips t set announced_at = ${now} from own, users u
          where t.id = own.id and u.id = t.creator_id
          returning t.id, t.creator_id, u.email, u.locale, u.email_notifications, t.sender_name, t.item_name,
            t.message, t.currency, t.amount_minor, t.activated_at`.execute(trx);
        const news = tips
          .filter((tip) => tip.activated_at >= newsUntil)
          .sort((a, b) => a.activated_at.getTime() - b.activated_at.getTime());
        return await queueMails(trx, news, now);
      }),
  });
}
