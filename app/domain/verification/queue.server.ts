import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { readPage } from "../list-pages/read-page.server.ts";
import type { DocumentKind } from "./requirements.ts";
import { readReasons } from "./submission.server.ts";

/** A creator who waits for a decision. */
export interface QueuedCase {
  id: string;
  user_id: string;
  username: string;
  name: string;
  country: string | null;
  submitted_at: Date;
  documents: number;
}

/** A page of the queue, who waits longest first; `after` is the last case of the page before. */
export async function listQueue(
  db: Kysely<DB>,
  after: string | null,
): Promise<{ cases: QueuedCase[]; next: string | null }> {
  const query = db
    .selectFrom("verification_cases as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .leftJoin("countries as k", "k.id", "u.country_id")
    .select((eb) => [
      "c.id",
      "c.user_id",
      "c.submitted_at",
      "u.username",
      "u.name",
      "k.iso_3166_1 as country",
      eb
        .selectFrom("verification_documents as d")
        .whereRef("d.user_id", "=", "u.id")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("documents"),
    ])
    .where("c.decision", "is", null)
    .where("u.status", "=", "PENDING");
  const order = { table: "verification_cases", as: "c", time: "submitted_at", direction: "asc" } as const;
  const { rows, next } = await readPage(query, order, after);
  const cases = rows.map((row) => ({
    ...row,
    username: row.username ?? "",
    name: row.name ?? row.username ?? "",
    documents: row.documents ?? 0,
  }));
  return { cases, next };
}

/** Whose verification waits for a decision, the longest first. */
export async function listOpenCreators(db: Kysely<DB>): Promise<string[]> {
  const rows = await db
    .selectFrom("verification_cases as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select("c.user_id")
    .where("c.decision", "is", null)
    .where("u.status", "=", "PENDING")
    .orderBy("c.submitted_at")
    .orderBy("c.id")
    .limit(productRules.walked_cases)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** How many wait for a decision, and since when the first of them does. */
export async function countQueue(db: Kysely<DB>): Promise<{ count: number; oldest: Date | null }> {
  return await db
    .selectFrom("verification_cases as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.min<Date | null>("c.submitted_at").as("oldest"),
    ])
    .where("c.decision", "is", null)
    .where("u.status", "=", "PENDING")
    .executeTakeFirstOrThrow();
}

/** One time that a creator handed in, and what came of it. */
export interface PastCase {
  id: string;
  submitted_at: Date;
  decision: "ACCEPTED" | "DECLINED" | null;
  decided_at: Date | null;
  operator: string | null;
  reasons: { kind: DocumentKind; reason: string }[];
}

/** Every time that a creator handed in, the latest first. */
export async function listCases(db: Kysely<DB>, userId: string): Promise<PastCase[]> {
  const rows = await db
    .selectFrom("verification_cases as c")
    .leftJoin("users as o", "o.id", "c.operator_id")
    .select(["c.id", "c.submitted_at", "c.decision", "c.decided_at", "c.reasons", "o.email as operator"])
    .where("c.user_id", "=", userId)
    .orderBy("c.submitted_at", "desc")
    .limit(productRules.admin_rows)
    .execute();
  return rows.map((row) => ({
    ...row,
    decision: row.decision === "ACCEPTED" || row.decision === "DECLINED" ? row.decision : null,
    reasons: readReasons(row.reasons),
  }));
}
