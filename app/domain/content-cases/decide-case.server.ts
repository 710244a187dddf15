import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { rolesWith } from "../operator-rights.server.ts";
import { requireOperator } from "../users/user.server.ts";
import type { CaseDecision, CaseSide } from "./content-case.schema.ts";
import { type CaseServices, findCase, makeCaseLink } from "./notices.server.ts";

/** Another operator decides a complaint if possible. "gone": closed. */
export async function decideCase(
  services: CaseServices,
  given: { case_id: string; operator_id: string; decision: CaseDecision; reasons: string; about: string },
): Promise<"decided" | "other_operator" | "gone"> {
  const { case_id, operator_id, decision, reasons } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "content");
    await holdAddress(trx, case_id);
    const found = await trx
      .selectFrom("content_cases")
      .selectAll()
      .where("id", "=", case_id)
      .forUpdate()
      .executeTakeFirst();
    if (!found || found.status === "DECIDED") return "gone";
    const complaints = found.status === "OPEN" ? [] : await listOpenComplaints(trx, case_id);
    const [complaint = null, ...others] = complaints;
    if (given.about !== (complaint?.id ?? "notice")) return "gone";
    if (complaint && !(await mayDecideComplaint(trx, case_id, operator_id))) return "other_operator";
    const complaints_until = monthsAfter(now, productRules.content_notices.complaint_months);
    const id = services.newId();
    await trx
      .insertInto("content_decisions")
      .values({
        id,
        case_id,
        complaint_id: complaint?.id ?? null,
        decision,
        reasons,
        decided_by: operator_id,
        decided_at: now,
        complaints_until,
      })
      .execute();
    const next = others[0];
    await trx
      .updateTable("content_cases")
      .set({
        status: next ? "COMPLAINT" : "DECIDED",
        waiting_since: next ? next.made_at : null,
        changed_at: now,
      })
      .where("id", "=", case_id)
      .execute();
    await writeAudit(trx, {
      actor_id: operator_id,
      action: "content_case.decided",
      subject: `content_case:${case_id}`,
      before: null,
      after: { decision, is_complaint: complaint !== null },
      now,
    });
    const mailed = {
      case_id,
      number: Number(found.number),
      decision,
      reasons,
      is_complaint: complaint !== null,
    };
    const mail = (side: CaseSide, recipient: string, locale: string | null, user_id: string | null) =>
      mailSide(trx, services, {
        ...mailed,
        side,
        recipient,
        locale,
        user_id,
        until: complaints_until,
        now,
        cause: id,
      });
    if (found.reporter_email !== null) await mail("REPORTER", found.reporter_email, found.locale, null);
    const creator = await findCreatorToMail(trx, found.creator_id, case_id, decision);
    if (creator) await mail("CREATOR", creator.email, creator.locale, creator.id);
    return "decided";
  });
}

/** Before the case: no link goes to a replaced address. */
async function holdAddress(trx: Transaction<DB>, caseId: string): Promise<void> {
  await sql`
    select u.id from users u join content_cases c on c.creator_id = u.id where c.id = ${caseId} for share of u`.execute(
    trx,
  );
}

async function listOpenComplaints(trx: Transaction<DB>, caseId: string) {
  const { rows } = await sql<{ id: string; made_at: Date }>`
    select c.id, c.made_at from content_complaints c where c.case_id = ${caseId}
      and not exists (select from content_decisions d where d.complaint_id = c.id)
    order by c.made_at, c.id`.execute(trx);
  return rows;
}

export async function mayDecideComplaint(
  trx: Kysely<DB>,
  caseId: string,
  operatorId: string,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    with deciders as (select decided_by as id from content_decisions where case_id = ${caseId})
    select ${operatorId}::uuid not in (select id from deciders) or not exists (
      select from users u where u.role = any(${rolesWith("content")}::text[]) and u.deleted_at is null and u.id not in (select id from deciders)
    ) as may`.execute(trx);
  return rows[0]?.may ?? false;
}

async function findCreatorToMail(
  trx: Transaction<DB>,
  creatorId: string | null,
  caseId: string,
  decision: CaseDecision,
): Promise<{ id: string; email: string; locale: string | null } | null> {
  if (creatorId === null) return null;
  const { rows } = await sql<{ id: string; email: string; locale: string | null }>`
    select id, email, locale from users where id = ${creatorId} and deleted_at is null
      and (${decision !== "NO_ACTION"} or exists (
        select from content_case_links l where l.case_id = ${caseId} and l.side = 'CREATOR'))`.execute(trx);
  return rows[0] ?? null;
}

async function mailSide(
  trx: Transaction<DB>,
  services: CaseServices,
  mailed: {
    cause: string;
    case_id: string;
    number: number;
    decision: CaseDecision;
    reasons: string;
    is_complaint: boolean;
    side: CaseSide;
    recipient: string;
    locale: string | null;
    user_id: string | null;
    until: Date;
    now: Date;
  },
): Promise<void> {
  const { case_id, side, recipient, locale, user_id, now, number, decision, reasons, is_complaint } = mailed;
  const token_id = await makeCaseLink(trx, services, { case_id, side, now });
  await queueMail(trx, services, {
    dedupe_key: `content-decision:${mailed.cause}:${side}`,
    template: "content_decision",
    locale,
    recipient,
    user_id,
    params: { token_id, number, side, decision, reasons, is_complaint, until: mailed.until.toISOString() },
    now,
  });
}

function monthsAfter(day: Date, months: number): Date {
  const later = new Date(day);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== day.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** Mails a changed address links to its open cases, once each. */
export async function relinkCases(services: CaseServices, userId: string): Promise<void> {
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    const creator = await trx
      .selectFrom("users")
      .select(["id", "email", "locale"])
      .where("id", "=", userId)
      .where("deleted_at", "is", null)
      .forShare()
      .executeTakeFirst();
    if (!creator) return;
    await sql`
      select from content_cases where creator_id = ${userId} and not is_emptied order by id for update`.execute(
      trx,
    );
    // A second statement sees what earlier lock holders wrote.
    const ids = await voidLinksOf(trx, userId);
    for (const id of ids) {
      const found = await findCase(trx, id);
      const last = found?.decisions.at(-1);
      if (!found || !last || (found.status === "DECIDED" && last.complaints_until <= now)) continue;
      await mailSide(trx, services, {
        cause: `${last.id}:${services.newId()}`,
        case_id: id,
        number: found.number,
        decision: last.decision,
        reasons: last.reasons,
        is_complaint: last.complaint_id !== null,
        side: "CREATOR",
        recipient: creator.email,
        locale: creator.locale,
        user_id: creator.id,
        until: last.complaints_until,
        now,
      });
    }
  });
}

export async function voidLinksOf(db: Kysely<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from content_cases c join content_case_links l on l.case_id = c.id and l.side = 'CREATOR'
    where c.creator_id = ${userId} and not c.is_emptied
    group by c.id having bool_and(l.is_void) order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}
