import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { forRows, type Jobs, type RowsOutcome } from "../jobs.ts";
import { sellersOfYear } from "../ledger/seller-years.server.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { missingParts, readSellerProfiles } from "./tax-details.server.ts";

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 500;

interface NoticeServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}

interface SellerNotice {
  year: number;
  state: "BELOW" | "NEAR" | "REPORTABLE";
  activities: number;
  credited_minor: number;
  judged_at: Date;
}

/**
 * In January also last year's. Mails without tax details near the threshold, again after 30 and 60 days
 * (docs/product.md, 7.4).
 */
export async function judgeSellers(services: NoticeServices): Promise<RowsOutcome> {
  await noteSellers(services);
  return await remindSellers(services, judgedYears(services.clock()));
}

export async function noteSellers(services: Pick<NoticeServices, "db" | "clock" | "newId">): Promise<void> {
  for (const year of judgedYears(services.clock())) await noteSellersOf(services, year);
}

/** The report is due at the end of January. */
function judgedYears(now: Date): number[] {
  const [year = 0, month = 0] = businessDate(now).split("-").map(Number);
  return month === 1 ? [year - 1, year] : [year];
}

async function noteSellersOf(
  { db, clock, newId }: Pick<NoticeServices, "db" | "clock" | "newId">,
  year: number,
): Promise<void> {
  const judged_at = clock();
  const { sellers } = await sellersOfYear(db, year);
  const rows = sellers
    .filter(({ is_in_eu }) => is_in_eu !== false)
    .map(({ creator_id, state, credited_minor, year: { activities } }) => ({
      ...{ id: newId(), creator_id, year, state, activities, credited_minor, judged_at },
    }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await db
      .insertInto("seller_notices")
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(["creator_id", "year"]).doUpdateSet((eb) => ({
          state: eb.ref("excluded.state"),
          activities: eb.ref("excluded.activities"),
          credited_minor: eb.ref("excluded.credited_minor"),
          judged_at: eb.ref("excluded.judged_at"),
        })),
      )
      .execute();
  await sql`
    update seller_notices set state = 'BELOW', judged_at = ${judged_at}
    where year = ${year} and state <> 'BELOW'
      and creator_id <> all(${rows.map(({ creator_id }) => creator_id)}::uuid[])`.execute(db);
}

interface DueNotice {
  id: string;
  creator_id: string;
  year: number;
  state: "NEAR" | "REPORTABLE";
  mails_count: number;
}

async function remindSellers(services: NoticeServices, years: readonly number[]): Promise<RowsOutcome> {
  const { db, clock } = services;
  return await forRows<DueNotice>({
    size: 100,
    find: async (last) => await dueNotices(db, { years, now: clock(), after: last?.id ?? null }),
    keyOf: ({ id }) => id,
    act: (rows) =>
      db.transaction().execute(async (trx) => {
        let sent = 0;
        for (const { id } of rows) if (await remind(trx, services, { id, years })) sent += 1;
        return sent;
      }),
  });
}

async function dueNotices(
  db: Kysely<DB>,
  {
    years,
    now,
    after = null,
    id = null,
  }: { years: readonly number[]; now: Date; after?: string | null; id?: string | null },
): Promise<DueNotice[]> {
  const { mails, mail_days } = productRules.dac7;
  const before = new Date(now.getTime() - mail_days * DAY_MS);
  const { rows } = await sql<DueNotice>`
    select n.id, n.creator_id, n.year, n.state, n.mails_count from seller_notices n
    join users u on u.id = n.creator_id and u.deleted_at is null and u.status <> 'LOCKED'
    where n.year = any(${[...years]}::int[]) and n.state <> 'BELOW' and n.mails_count < ${mails}
      and (${after}::uuid is null or n.id > ${after}::uuid) and (${id}::uuid is null or n.id = ${id}::uuid)
      and not exists (select from seller_notices o where o.creator_id = n.creator_id and o.mailed_at > ${before})
    order by n.id limit 100`.execute(db);
  return rows;
}

async function remind(
  trx: Transaction<DB>,
  services: NoticeServices,
  { id, years }: { id: string; years: readonly number[] },
): Promise<boolean> {
  const now = services.clock();
  await trx.selectFrom("seller_notices").select("id").where("id", "=", id).forUpdate().execute();
  const [notice] = await dueNotices(trx, { years, now, id });
  if (!notice || !(await isMissing(trx, notice.creator_id))) return false;
  const mails_count = notice.mails_count + 1;
  const user = await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", notice.creator_id)
    .executeTakeFirstOrThrow();
  await trx.updateTable("seller_notices").set({ mails_count, mailed_at: now }).where("id", "=", id).execute();
  await queueMail(trx, services, {
    dedupe_key: `tax-details:${id}:${mails_count}`,
    template: "tax_details_wanted",
    locale: user.locale,
    recipient: user.email,
    user_id: notice.creator_id,
    params: { year: notice.year, is_reportable: notice.state === "REPORTABLE" },
    now,
  });
  return true;
}

async function isMissing(db: Kysely<DB>, creatorId: string): Promise<boolean> {
  const given = await db
    .selectFrom("seller_tax_details")
    .select("kind")
    .where("user_id", "=", creatorId)
    .executeTakeFirst();
  if (!given) return true;
  const [profile] = await readSellerProfiles(db, [creatorId]);
  return profile !== undefined && missingParts(given.kind, profile).length > 0;
}

/** Null if never near. */
export async function findSellerNotice(
  db: Kysely<DB>,
  creatorId: string,
  now: Date,
): Promise<SellerNotice | null> {
  const notice = await noticesOf(db, creatorId)
    .where("year", "=", Number(businessDate(now).slice(0, 4)))
    .executeTakeFirst();
  return notice ?? null;
}

export async function findWantedDetails(
  db: Kysely<DB>,
  creatorId: string,
  now: Date,
): Promise<SellerNotice | null> {
  const year = Number(businessDate(now).slice(0, 4));
  const notice = await noticesOf(db, creatorId)
    .where(({ or, and, eb }) =>
      or([
        and([eb("year", "=", year), eb("state", "<>", "BELOW")]),
        and([eb("year", "=", year - 1), eb("state", "=", "REPORTABLE")]),
      ]),
    )
    .orderBy("year", "desc")
    .executeTakeFirst();
  return notice && (await isMissing(db, creatorId)) ? notice : null;
}

function noticesOf(db: Kysely<DB>, creatorId: string) {
  return db
    .selectFrom("seller_notices")
    .select(["year", "state", "activities", "credited_minor", "judged_at"])
    .where("creator_id", "=", creatorId);
}
