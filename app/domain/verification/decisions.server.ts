import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { DECLINED_TOO_OFTEN, lockByOperator } from "../auth/operators.server.ts";
import { forRows, type Jobs, type RowsOutcome } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { requireOperator, setStatus } from "../users/user.server.ts";
import { DOCUMENT_KINDS, type DocumentKind } from "./verification.schema.ts";

interface DecisionServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}

interface OpenCase {
  id: string;
  user_id: string;
  email: string;
  locale: string | null;
}

interface CaseToDecide {
  user_id: string;
  operator_id: string;
  /** What the operator saw; another version is "gone". */
  seen?: string | null;
}

export type Decision = "accepted" | "declined" | "locked" | "gone";

/** With fewer documents, too. */
export async function acceptVerification(services: DecisionServices, given: CaseToDecide): Promise<Decision> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<Decision> => {
    const open = await takeCase(trx, given);
    if (!open) return "gone";
    await closeCase(trx, open, { decision: "ACCEPTED", reasons: {}, operator_id: given.operator_id, now });
    await setStatus(trx, open.user_id, "ACTIVE", "accepted", now);
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: "verification.accepted",
      subject: `user:${open.user_id}`,
      before: { status: "PENDING" },
      after: { status: "ACTIVE" },
      now,
    });
    await queueMail(trx, services, {
      dedupe_key: `verification:${open.id}`,
      template: "verification_accepted",
      locale: open.locale,
      recipient: open.email,
      user_id: open.user_id,
      params: {},
      now,
    });
    return "accepted";
  });
}

export async function acceptByProvider(
  trx: Transaction<DB>,
  services: Pick<DecisionServices, "jobs" | "newId">,
  { user_id, provider, now }: { user_id: string; provider: string; now: Date },
): Promise<void> {
  const { status, email, locale } = await trx
    .selectFrom("users")
    .select(["status", "email", "locale"])
    .where("id", "=", user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (status !== "CREATED" && status !== "PENDING") return;
  if (status === "CREATED") await setStatus(trx, user_id, "PENDING", "handed_in", now);
  await trx
    .updateTable("verification_cases")
    .set({ decision: "ACCEPTED", decided_at: now })
    .where("user_id", "=", user_id)
    .where("decision", "is", null)
    .execute();
  await setStatus(trx, user_id, "ACTIVE", "accepted", now);
  await writeAudit(trx, {
    ...{ actor_id: null, action: "verification.accepted", subject: `user:${user_id}` },
    ...{ before: { status }, after: { status: "ACTIVE", name: provider }, now },
  });
  await queueMail(trx, services, {
    dedupe_key: `verification:${user_id}:${provider}`,
    ...{ template: "verification_accepted", locale, recipient: email, user_id, params: {}, now },
  });
}

/** May be submitted again; the third decline locks the account. */
export async function declineVerification(
  services: DecisionServices,
  given: CaseToDecide & { reasons: Partial<Record<DocumentKind, string>> },
): Promise<Decision> {
  const kinds = DOCUMENT_KINDS.filter((kind) => given.reasons[kind]);
  if (kinds.length === 0) throw new Error("a decline says what is wrong with at least one document");
  const reasons = Object.fromEntries(kinds.map((kind) => [kind, given.reasons[kind] ?? ""]));
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<Decision> => {
    const open = await takeCase(trx, given);
    if (!open) return "gone";
    await closeCase(trx, open, { decision: "DECLINED", reasons, operator_id: given.operator_id, now });
    const declines = await countDeclines(trx, open.user_id);
    const isLast = declines >= productRules.verification.declines_maximum;
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: "verification.declined",
      subject: `user:${open.user_id}`,
      before: { status: "PENDING" },
      after: { status: isLast ? "LOCKED" : "DECLINED", declines, documents: kinds },
      now,
    });
    if (isLast) {
      await lockByOperator(trx, services, { ...given, reason: DECLINED_TOO_OFTEN });
      return "locked";
    }
    await setStatus(trx, open.user_id, "DECLINED", "declined", now);
    await queueMail(trx, services, {
      dedupe_key: `verification:${open.id}`,
      template: "verification_declined",
      locale: open.locale,
      recipient: open.email,
      user_id: open.user_id,
      params: { reasons: kinds.map((kind) => ({ kind, reason: reasons[kind] ?? "" })) },
      now,
    });
    return "declined";
  });
}

async function takeCase(trx: Transaction<DB>, given: CaseToDecide): Promise<OpenCase | null> {
  await requireOperator(trx, given.operator_id, "content");
  // The account first, so that its status stays.
  const user = await trx
    .selectFrom("users")
    .select(["status", "email", "locale"])
    .where("id", "=", given.user_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user?.status !== "PENDING") return null;
  const open = await trx
    .selectFrom("verification_cases")
    .select("id")
    .where("user_id", "=", given.user_id)
    .where("decision", "is", null)
    .executeTakeFirst();
  if (!open || (given.seen && given.seen !== String(open.id))) return null;
  const { email, locale } = user;
  return { id: open.id, user_id: given.user_id, email, locale };
}

async function closeCase(
  trx: Transaction<DB>,
  open: OpenCase,
  given: {
    decision: "ACCEPTED" | "DECLINED";
    reasons: Record<string, string>;
    operator_id: string;
    now: Date;
  },
): Promise<void> {
  await trx
    .updateTable("verification_cases")
    .set({
      decision: given.decision,
      reasons: JSON.stringify(given.reasons),
      operator_id: given.operator_id,
      decided_at: given.now,
    })
    .where("id", "=", open.id)
    .execute();
}

async function countDeclines(trx: Transaction<DB>, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("verification_cases as c")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("c.user_id", "=", userId)
    .where("c.decision", "=", "DECLINED")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("account_status_events as e")
            .select("e.id")
            .whereRef("e.user_id", "=", "c.user_id")
            .where("e.from_status", "=", "LOCKED")
            .whereRef("e.at", ">=", "c.decided_at"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

export async function expireDocuments(services: {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
}): Promise<RowsOutcome> {
  const { db, jobs } = services;
  const now = services.clock();
  const { batch } = productRules.retention;
  return await forRows<{ id: string }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and d.id > ${last.id}` : sql``;
      const { rows } = await sql<{ id: string }>`
        select d.id from verification_documents d join users u on u.id = d.user_id
        where ${isExpired(now)} ${after} order by d.id limit ${batch}`.execute(db);
      return rows;
    },
    act: (found) =>
      db.transaction().execute(async (trx) => {
        const { rows: expired } = await sql<{ id: string }>`
          delete from verification_documents d using users u
          where d.id = any(${found.map(({ id }) => id)}::uuid[]) and u.id = d.user_id and ${isExpired(now)}
          returning d.id`.execute(trx);
        if (expired.length > 0)
          await jobs.enqueue(trx, "media.erase", {
            media_ids: [],
            document_ids: expired.map(({ id }) => id),
          });
        return expired.length;
      }),
  });
}

function isExpired(now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const oldest = daysAgo(productRules.verification.document_days);
  const unsubmitted = daysAgo(productRules.retention.unsubmitted_document_days);
  return sql`(u.status <> 'PENDING' and d.created_at <= ${oldest} and ((
    select max(e.at) from account_status_events e
    where e.user_id = d.user_id and (e.from_status = 'PENDING' or e.to_status = 'LOCKED')
  ) between d.created_at and ${oldest}
  or (d.created_at <= ${unsubmitted} and not exists (
    select from account_status_events e where e.user_id = d.user_id and e.to_status = 'PENDING'))))`;
}
