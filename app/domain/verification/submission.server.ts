import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { readPage } from "../read-page.server.ts";
import { hasSocialLink } from "../users/settings.server.ts";
import { setStatus } from "../users/user.server.ts";
import { documentKind } from "./creator-documents.server.ts";
import {
  type DocumentKind,
  missingRequirements,
  type VerificationFacts,
  type VerificationNeed,
} from "./verification.schema.ts";

interface HandingServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

export type HandedIn =
  | { outcome: "handed_in" }
  | { outcome: "incomplete"; missing: VerificationNeed[] }
  | { outcome: "closed" };

export async function handInVerification(
  services: HandingServices,
  given: { user_id: string; skips_photo: boolean; waived: readonly DocumentKind[] },
): Promise<HandedIn> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<HandedIn> => {
    const { status } = await trx
      .selectFrom("users")
      .select("status")
      .where("id", "=", given.user_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (status !== "CREATED" && status !== "DECLINED") return { outcome: "closed" };
    const facts = await readFacts(trx, given.user_id);
    const { skips_photo: skipsPhoto, waived } = given;
    const missing = missingRequirements(facts, businessDate(now), { skipsPhoto, waived });
    if (missing.length > 0) return { outcome: "incomplete", missing };
    await openCase(trx, { id: services.newId(), user_id: given.user_id, now });
    return { outcome: "handed_in" };
  });
}

async function openCase(
  trx: Transaction<DB>,
  given: { id: string; user_id: string; now: Date },
): Promise<void> {
  const { id, user_id, now } = given;
  await trx.insertInto("verification_cases").values({ id, user_id, submitted_at: now }).execute();
  await setStatus(trx, user_id, "PENDING", "handed_in", now);
}

async function readFacts(db: Kysely<DB>, userId: string): Promise<VerificationFacts> {
  const user = await db
    .selectFrom("users")
    .select([
      "firstname",
      "lastname",
      "address",
      "zipcode",
      "city",
      "country_id",
      "date_of_birth",
      "verification_terms_accepted_at",
      "avatar_id",
      hasSocialLink("users.id").as("has_social_link"),
    ])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const documents = await db
    .selectFrom("verification_documents")
    .select("kind")
    .where("user_id", "=", userId)
    .execute();
  const { verification_terms_accepted_at, avatar_id, ...rest } = user;
  return {
    ...rest,
    has_accepted_terms: verification_terms_accepted_at !== null,
    has_photo: avatar_id !== null,
    documents: documents.map((document) => document.kind),
  };
}

interface VerificationState {
  missing: VerificationNeed[];
  submitted_at: Date | null;
  reasons: { kind: DocumentKind; reason: string }[];
}

export async function findVerification(
  db: Kysely<DB>,
  userId: string,
  { now, waived }: { now: Date; waived: readonly DocumentKind[] },
): Promise<VerificationState> {
  const latest = await db
    .selectFrom("verification_cases")
    .select(["submitted_at", "decision", "decided_at", "reasons"])
    .where("user_id", "=", userId)
    .orderBy("submitted_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const since = latest?.decided_at;
  const replaced = since
    ? await db
        .selectFrom("verification_documents")
        .select("kind")
        .where("user_id", "=", userId)
        .where("created_at", ">", since)
        .execute()
    : [];
  const reasons = latest?.decision === "DECLINED" ? readReasons(latest.reasons) : [];
  return {
    missing: missingRequirements(await readFacts(db, userId), businessDate(now), { waived }),
    submitted_at: latest?.decision === null ? latest.submitted_at : null,
    reasons: reasons.filter(({ kind }) => !replaced.some((document) => document.kind === kind)),
  };
}

function readReasons(kept: unknown): { kind: DocumentKind; reason: string }[] {
  if (typeof kept !== "object" || kept === null) return [];
  return Object.entries(kept).flatMap(([name, reason]) => {
    const kind = documentKind(name);
    return kind && typeof reason === "string" ? [{ kind, reason }] : [];
  });
}

interface QueuedCase {
  id: string;
  user_id: string;
  username: string;
  name: string;
  country: string | null;
  submitted_at: Date;
  documents: number;
}

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

interface PastCase {
  id: string;
  submitted_at: Date;
  decision: "ACCEPTED" | "DECLINED" | null;
  decided_at: Date | null;
  operator: string | null;
  reasons: { kind: DocumentKind; reason: string }[];
}

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
