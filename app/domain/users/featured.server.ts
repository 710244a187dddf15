import type { Kysely, Transaction } from "kysely";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { requireOperator } from "./operator.server.ts";
import { type AccountStatus, RECEIVING_STATUSES } from "./user-status.ts";

/** A creator as the list of the featured shows one. */
export interface FeaturedCreator {
  id: string;
  username: string;
  name: string;
  status: AccountStatus;
  /** Null while no operator has featured them. */
  featured_at: Date | null;
}

/** Everybody whom an operator has featured, in the order of the home page; shown there while their page is public. */
export async function listFlagged(db: Kysely<DB>): Promise<FeaturedCreator[]> {
  const rows = await flagColumns(db)
    .where("featured_at", "is not", null)
    .orderBy("featured_at", "desc")
    .orderBy("username")
    .execute();
  return rows.flatMap(toCreator);
}

/** Creators with a public page whose name or username begins with these words, by their usernames; none for no words. */
export async function searchPublicCreators(db: Kysely<DB>, words: string): Promise<FeaturedCreator[]> {
  const begin = words.trim().replace(/^@/, "").toLowerCase();
  if (begin === "") return [];
  const pattern = likePrefix(begin);
  const rows = await flagColumns(db)
    .where("status", "in", [...RECEIVING_STATUSES])
    .where((eb) =>
      eb.or([
        eb(eb.fn("lower", ["username"]), "like", pattern),
        eb(eb.fn("lower", ["name"]), "like", pattern),
      ]),
    )
    .orderBy("username")
    .limit(productRules.admin_rows)
    .execute();
  return rows.flatMap(toCreator);
}

interface FeaturedServices {
  db: Kysely<DB>;
  clock: () => Date;
}

interface FeaturedAct {
  user_id: string;
  operator_id: string;
}

/** Puts a creator with a public page first on the home page. "gone": they are there already, or have no such page. */
export async function featureCreator(
  services: FeaturedServices,
  given: FeaturedAct,
): Promise<"featured" | "gone"> {
  const now = services.clock();
  return (await setFlag(services, given, now)) ? "featured" : "gone";
}

/** Takes a creator off the operators' choice for the home page. "gone": they are not on it. */
export async function unfeatureCreator(
  services: FeaturedServices,
  given: FeaturedAct,
): Promise<"removed" | "gone"> {
  return (await setFlag(services, given, null)) ? "removed" : "gone";
}

async function setFlag(
  { db, clock }: FeaturedServices,
  given: FeaturedAct,
  featuredAt: Date | null,
): Promise<boolean> {
  return await db.transaction().execute(async (trx: Transaction<DB>) => {
    await requireOperator(trx, given.operator_id);
    let change = trx
      .updateTable("users")
      .set({ featured_at: featuredAt })
      .where("id", "=", given.user_id)
      .where("featured_at", featuredAt === null ? "is not" : "is", null);
    if (featuredAt !== null) change = change.where("status", "in", [...RECEIVING_STATUSES]);
    const result = await change.executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: featuredAt === null ? "creator.unfeatured" : "creator.featured",
      subject: `user:${given.user_id}`,
      before: { featured: featuredAt === null },
      after: { featured: featuredAt !== null },
      now: clock(),
    });
    return true;
  });
}

function flagColumns(db: Kysely<DB>) {
  return db
    .selectFrom("users")
    .select(["id", "username", "name", "status", "featured_at"])
    .where("username", "is not", null);
}

function toCreator(row: {
  id: string;
  username: string | null;
  name: string | null;
  status: AccountStatus;
  featured_at: Date | null;
}): FeaturedCreator[] {
  const { username } = row;
  if (username === null) return [];
  return [{ ...row, username, name: row.name ?? username }];
}
