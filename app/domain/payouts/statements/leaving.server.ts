import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { productRules } from "../../../product-rules.ts";
import { listAudit, writeAudit } from "../../audit/audit.server.ts";
import { deleteAccount } from "../../auth/deletion.server.ts";
import { businessDate } from "../../calendar.ts";
import { sharedGroups } from "../../grouplists/own-groups.server.ts";
import { keepTaxDetails } from "../../sellers/tax-details.server.ts";
import {
  issueForMonth,
  lastMonth,
  listMonthStatements,
  readMonthStatement,
} from "./month-statements.server.ts";
import type { MonthStatementFacts } from "./statement.schema.ts";

type Leaving = Parameters<typeof deleteAccount>;

/**
 * As `deleteAccount`, after issuing all outstanding month statements: later the recipient's data is gone. Tax
 * details stay if a report needs them.
 */
export async function leaveForGood(
  services: Leaving[0] & { issuer: readonly string[]; encryption: Encryption },
  given: Leaving[1],
): ReturnType<typeof deleteAccount> {
  const { issuer, clock, encryption } = services;
  const beforeErasing = async (trx: Transaction<DB>) => {
    const now = clock();
    const deleted = { user_id: given.user_id, left_at: now };
    for (const month of [lastMonth(now), businessDate(now).slice(0, 7)])
      await issueForMonth(trx, { month, now, issuer, deleted_user: deleted });
    await keepTaxDetails(trx, encryption, { user_id: given.user_id, now });
  };
  const groups = sharedGroups(services, given.user_id);
  return await deleteAccount({ ...services, beforeErasing, groups }, given);
}

interface MonthOf {
  month: string;
  currency: string;
}

export async function listRetainedStatements(db: Kysely<DB>, userId: string): Promise<MonthOf[]> {
  return (await findDeletedUser(db, userId)) ? await listMonthStatements(db, userId) : [];
}

interface DeletedUser {
  user_id: string;
  deleted_at: Date;
}

/** By id, or the exact name or company of a retained statement, so a search reveals no names. */
export async function searchDeletedUsers(db: Kysely<DB>, words: string): Promise<DeletedUser[]> {
  const asked = words.trim().toLowerCase();
  if (asked === "") return [];
  const named = z.uuid().safeParse(asked).success
    ? sql`select ${asked}::uuid`
    : sql`
      select creator_id from month_statements where lower(facts -> 'creator' ->> 'name') = ${asked}
      union select creator_id from month_statements where lower(facts -> 'creator' ->> 'company') = ${asked}
        and facts -> 'creator' ->> 'company' is not null`;
  const { rows } = await sql<DeletedUser>`
    select id as user_id, deleted_at from users where id in (${named}) and deleted_at is not null
    order by deleted_at desc, id limit ${productRules.admin_rows}`.execute(db);
  return rows;
}

/** By their link; null when expired. */
export async function findDeletedStatements(
  db: Kysely<DB>,
  userId: string,
  now: Date,
): Promise<{ statements: MonthOf[]; until: Date } | null> {
  const deleted = await findDeletedUser(db, userId);
  if (!deleted || !isLinkOpen(deleted.deleted_at, now)) return null;
  return { statements: await listMonthStatements(db, userId), until: linkEnd(deleted.deleted_at) };
}

export async function readDeletedStatement(
  db: Kysely<DB>,
  given: MonthOf & { user_id: string; now: Date },
): Promise<MonthStatementFacts | null> {
  const deleted = await findDeletedUser(db, given.user_id);
  return deleted && isLinkOpen(deleted.deleted_at, given.now) ? await readMonthStatement(db, given) : null;
}

/** Logs the reason. */
export async function openRetainedStatement(
  services: { db: Kysely<DB>; clock: () => Date },
  given: MonthOf & { user_id: string; operator_id: string; reason: string },
): Promise<MonthStatementFacts | null> {
  return await services.db.transaction().execute(async (trx) => {
    const { user_id, month, currency, reason } = given;
    const facts = (await findDeletedUser(trx, user_id)) ? await readMonthStatement(trx, given) : null;
    if (!facts) return null;
    await writeAudit(trx, {
      ...{ actor_id: given.operator_id, action: "statement.viewed", subject: `user:${user_id}` },
      ...{ before: null, after: { month, currency, number: facts.number, reason }, now: services.clock() },
    });
    return facts;
  });
}

export async function readOpenedStatement(
  db: Kysely<DB>,
  given: MonthOf & { user_id: string; operator_id: string; now: Date },
): Promise<MonthStatementFacts | null> {
  const { entries } = await listAudit(db, {
    ...{ subject: `user:${given.user_id}`, actor_id: given.operator_id, action: "statement.viewed" as const },
  });
  const opened = z.object({ month: z.literal(given.month), currency: z.literal(given.currency) });
  const isOpened = entries.some(
    ({ at, after }) =>
      given.now.getTime() - at.getTime() < productRules.statements.opened_minutes * 60_000 &&
      opened.safeParse(after).success,
  );
  return isOpened && (await findDeletedUser(db, given.user_id)) ? await readMonthStatement(db, given) : null;
}

async function findDeletedUser(db: Kysely<DB>, userId: string): Promise<{ deleted_at: Date } | null> {
  const row = await db.selectFrom("users").select("deleted_at").where("id", "=", userId).executeTakeFirst();
  return row?.deleted_at ? { deleted_at: row.deleted_at } : null;
}

function linkEnd(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + productRules.statements.link_days * 86_400_000);
}

function isLinkOpen(deletedAt: Date, now: Date): boolean {
  return now < linkEnd(deletedAt);
}
