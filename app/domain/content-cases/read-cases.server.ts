import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { readPage } from "../list-pages/read-page.server.ts";
import type { CaseDecision, CaseReason, CaseSide, CaseStatus } from "./content-case.schema.ts";

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

/** Waiting ones, longest first; or all, newest first. */
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
