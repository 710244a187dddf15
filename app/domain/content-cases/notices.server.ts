import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Tokens, tokenHash } from "../../crypto/crypto.server.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { readPage } from "../read-page.server.ts";
import type { CaseDecision, CaseReason, CaseSide, CaseStatus } from "./content-case.schema.ts";

/** Stores a hash; earlier links stay valid. */
export async function makeCaseLink(
  trx: Transaction<DB>,
  services: { tokens: Pick<Tokens, "sign">; newId: () => string },
  given: { case_id: string; side: CaseSide; now: Date },
): Promise<string> {
  const id = services.newId();
  const token_hash = tokenHash(services.tokens.sign("content-case", id));
  await trx
    .insertInto("content_case_links")
    .values({ token_hash, case_id: given.case_id, side: given.side, made_at: given.now })
    .execute();
  return id;
}

/** Null if invalid, void, or closed. */
export async function findCaseLink(
  services: { db: Kysely<DB>; tokens: Pick<Tokens, "verify"> },
  token: string,
): Promise<{ case_id: string; side: CaseSide } | null> {
  if (services.tokens.verify("content-case", token) === null) return null;
  const link = await services.db
    .selectFrom("content_case_links")
    .select(["case_id", "side"])
    .where("token_hash", "=", tokenHash(token))
    .where("is_void", "=", false)
    .executeTakeFirst();
  return link ? { case_id: link.case_id, side: link.side === "CREATOR" ? "CREATOR" : "REPORTER" } : null;
}

export interface CaseServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  tokens: Pick<Tokens, "sign" | "verify">;
  jobs: Jobs;
  publicUrl: string;
}

export async function reportContent(
  services: CaseServices,
  notice: {
    target: string;
    reason: CaseReason;
    explanation: string;
    name: string | null;
    email: string | null;
    locale: string;
  },
): Promise<string> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const { number, id } = await trx
      .insertInto("content_cases")
      .values({
        id: services.newId(),
        target: notice.target,
        creator_id: await findOwner(trx, notice.target, services.publicUrl),
        reason: notice.reason,
        explanation: notice.explanation,
        reporter_name: notice.name,
        reporter_email: notice.email,
        locale: notice.locale,
        status: "OPEN",
        waiting_since: now,
        received_at: now,
        changed_at: now,
      })
      .returning(["id", "number"])
      .executeTakeFirstOrThrow();
    if (notice.email !== null) {
      const token_id = await makeCaseLink(trx, services, { case_id: id, side: "REPORTER", now });
      await queueMail(trx, services, {
        dedupe_key: `content-notice:${id}`,
        template: "content_notice",
        locale: notice.locale,
        recipient: notice.email,
        user_id: null,
        params: { token_id, number: Number(number) },
        now,
      });
    }
    // Mailed links may be read by others: the browser has its own.
    const shown = await makeCaseLink(trx, services, { case_id: id, side: "REPORTER", now });
    return services.tokens.sign("content-case", shown);
  });
}

/** For a group, its owner. */
async function findOwner(trx: Transaction<DB>, target: string, publicUrl: string): Promise<string | null> {
  const { host, protocol } = new URL(publicUrl);
  const isBare = target.toLowerCase().startsWith(`${host}/`);
  const address = isBare ? `${protocol}//${target}` : target;
  const url =
    URL.canParse(address, publicUrl) && /^(\/|https?:)/i.test(address) ? new URL(address, publicUrl) : null;
  if (url === null || url.host !== host) return null;
  const [, name = "", group = ""] = url.pathname.toLowerCase().split("/");
  if (name === "gl") {
    const { rows: owners } = await sql<{ id: string }>`
      select m.creator_id as id from grouplists g join grouplist_users m on m.grouplist_id = g.id
      where g.slug = ${group} and m.status = 'OWNER'`.execute(trx);
    return owners[0]?.id ?? null;
  }
  const { rows } = await sql<{ id: string }>`
    select id from users where lower(username) = ${name} and role = 'CREATOR' and deleted_at is null
    union all
    select user_id from username_history where username = ${name}
    limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Once per side, within the decision's months. */
export async function complain(
  services: CaseServices,
  given: { token: string; text: string },
): Promise<"complained" | "too_late" | "gone"> {
  const link = await findCaseLink(services, given.token);
  if (!link) return "gone";
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("content_cases")
      .select("status")
      .where("id", "=", link.case_id)
      .where("is_emptied", "=", false)
      .forUpdate()
      .executeTakeFirst();
    const last = await trx
      .selectFrom("content_decisions")
      .select("complaints_until")
      .where("case_id", "=", link.case_id)
      .orderBy("decided_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!found || !last) return "gone";
    if (last.complaints_until <= now) return "too_late";
    const added = await trx
      .insertInto("content_complaints")
      .values({ id: services.newId(), ...link, text: given.text, made_at: now })
      .onConflict((conflict) => conflict.columns(["case_id", "side"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) return "gone";
    await trx
      .updateTable("content_cases")
      .set((eb) => ({
        status: "COMPLAINT",
        waiting_since: eb.fn.coalesce("waiting_since", eb.val(now)),
        changed_at: now,
      }))
      .where("id", "=", link.case_id)
      .execute();
    return "complained";
  });
}

interface CaseDecisionFacts {
  id: string;
  decision: CaseDecision;
  reasons: string;
  decided_at: Date;
  complaints_until: Date;
  complaint_id: string | null;
  decided_by: string;
}

interface ComplaintFacts {
  id: string;
  side: CaseSide;
  text: string;
  made_at: Date;
}

interface ContentCase {
  id: string;
  number: number;
  target: string;
  reason: CaseReason;
  explanation: string;
  reporter_name: string | null;
  reporter_email: string | null;
  status: CaseStatus;
  received_at: Date;
  is_emptied: boolean;
  creator_id: string | null;
  creator_username: string | null;
  decisions: CaseDecisionFacts[];
  complaints: ComplaintFacts[];
}

export async function findCase(db: Kysely<DB>, id: string): Promise<ContentCase | null> {
  const { rows } = await sql<Omit<ContentCase, "decisions" | "complaints">>`
    select c.id, c.number::int as number, c.target, c.reason, c.explanation, c.reporter_name, c.reporter_email, c.status,
      c.received_at, c.is_emptied, c.creator_id, u.username as creator_username
    from content_cases c left join users u on u.id = c.creator_id where c.id = ${id}`.execute(db);
  const found = rows[0];
  if (!found) return null;
  const [decisions, complaints] = await Promise.all([
    sql<CaseDecisionFacts>`
      select id, decision, reasons, decided_at, complaints_until, complaint_id, decided_by
      from content_decisions where case_id = ${id} order by decided_at, id`.execute(db),
    sql<ComplaintFacts>`
      select id, side, text, made_at from content_complaints where case_id = ${id} order by made_at, id`.execute(
      db,
    ),
  ]);
  return { ...found, decisions: decisions.rows, complaints: complaints.rows };
}

export function openQuestion({ status, complaints, decisions }: ContentCase): string | null {
  if (status === "OPEN") return "notice";
  const answered = new Set(decisions.map((each) => each.complaint_id));
  return complaints.find((each) => !answered.has(each.id))?.id ?? null;
}

/** Once, after a decision, within its months. */
export function mayComplain(found: ContentCase, side: CaseSide, now: Date): boolean {
  const last = found.decisions.at(-1);
  return (
    !found.is_emptied &&
    last !== undefined &&
    last.complaints_until > now &&
    !found.complaints.some((each) => each.side === side)
  );
}

export const CASE_VIEWS = ["open", "all"] as const;
type CaseView = (typeof CASE_VIEWS)[number];

export async function listCases(db: Kysely<DB>, asked: { view: CaseView; after: string | null }) {
  const isOpen = asked.view === "open";
  const query = db
    .selectFrom("content_cases")
    .select(["id", "number", "target", "reason", "status", "received_at", "waiting_since"])
    .$if(isOpen, (open) => open.where("waiting_since", "is not", null));
  const order = isOpen
    ? ({ table: "content_cases", time: "waiting_since", direction: "asc" } as const)
    : ({ table: "content_cases", time: "received_at", direction: "desc" } as const);
  const { rows, next } = await readPage(query, order, asked.after);
  return { cases: rows, next };
}
