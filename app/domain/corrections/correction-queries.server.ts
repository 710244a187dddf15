import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { readPage } from "../list-pages/read-page.server.ts";

/** A correcting entry as its pages show it. */
export interface ShownCorrection {
  id: string;
  debit_code: string;
  credit_code: string;
  /** A provider's name or a country; a creator's username, or their id once they have left. */
  owner: string;
  currency: string;
  amount_minor: number;
  reference: string;
  reason: string;
  maker: string;
  checker: string | null;
  posted_at: Date;
  reversed_at: Date | null;
}

function corrections(db: Kysely<DB>) {
  return db
    .selectFrom("ledger_corrections as c")
    .innerJoin("users as m", "m.id", "c.made_by")
    .leftJoin("users as a", "a.id", "c.approved_by")
    .leftJoin("users as o", (join) =>
      join.on(sql<boolean>`o.id = case when length(c.owner) = 36 then c.owner::uuid end`),
    )
    .leftJoin("ledger_correction_reversals as r", "r.correction_id", "c.id")
    .select([
      "c.id",
      "c.debit_code",
      "c.credit_code",
      "c.currency",
      "c.amount_minor",
      "c.reference",
      "c.reason",
    ])
    .select(["m.email as maker", "a.email as checker", "c.posted_at", "r.reversed_at"])
    .select(sql<string>`coalesce(o.username, c.owner)`.as("owner"));
}

/** A page of the correcting entries, the newest first; `after` is the last one of the page before. */
export async function listCorrections(
  db: Kysely<DB>,
  after: string | null,
): Promise<{ corrections: ShownCorrection[]; next: string | null }> {
  const order = { table: "ledger_corrections", as: "c", time: "posted_at", direction: "desc" } as const;
  const { rows, next } = await readPage(corrections(db), order, after);
  return { corrections: rows, next };
}

/** One entry, with its transactions in the books and how it was taken back. */
export interface CorrectionCase extends ShownCorrection {
  transactions: number[];
  reversal: { reason: string; maker: string; checker: string | null } | null;
}

export async function findCorrection(db: Kysely<DB>, id: string): Promise<CorrectionCase | null> {
  const found = await corrections(db).where("c.id", "=", id).executeTakeFirst();
  if (!found) return null;
  const reversal = await db
    .selectFrom("ledger_correction_reversals as r")
    .innerJoin("users as m", "m.id", "r.made_by")
    .leftJoin("users as a", "a.id", "r.approved_by")
    .select(["r.reason", "m.email as maker", "a.email as checker"])
    .where("r.correction_id", "=", id)
    .executeTakeFirst();
  const transactions = await db
    .selectFrom("ledger_transaction")
    .select("id")
    .where("cause_id", "=", id)
    .where("cause", "=", "correction")
    .orderBy("id")
    .execute();
  return { ...found, transactions: transactions.map((row) => row.id), reversal: reversal ?? null };
}

/** The currencies that an entry may be in. */
export async function listCorrectionCurrencies(db: Kysely<DB>): Promise<string[]> {
  const rows = await db.selectFrom("currencies").select("code").orderBy("code").execute();
  return rows.map(({ code }) => code);
}
