import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { type Minor, minor } from "../../money/minor.ts";

export interface ListedProviderPayout {
  id: string;
  currency: string;
  amount_minor: Minor;
  state: "PENDING" | "PAID" | "FAILED";
  arrives_on: string | null;
}

/** Newest first. */
export async function listProviderPayouts(db: Kysely<DB>, userId: string): Promise<ListedProviderPayout[]> {
  const rows = await db
    .selectFrom("connected_payouts")
    .select(["id", "currency", "amount_minor", "state", "arrives_on"])
    .where("user_id", "=", userId)
    .orderBy("arrives_on", (order) => order.desc().nullsFirst())
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(productRules.admin_rows)
    .execute();
  return rows.map(({ state, ...row }) => ({
    ...row,
    amount_minor: minor(row.amount_minor),
    state: state === "PAID" || state === "FAILED" ? state : "PENDING",
  }));
}

export interface OpenDispute {
  id: string;
  currency: string;
  amount_minor: Minor;
  opened_at: Date;
}

/** The provider requests evidence from the creator. Oldest first. */
export async function listDirectDisputes(db: Kysely<DB>, userId: string): Promise<OpenDispute[]> {
  const rows = await db
    .selectFrom("disputes as d")
    .innerJoin("payments as p", "p.id", "d.payment_id")
    .innerJoin("tips as t", "t.id", "p.tip_id")
    .select(["d.id", "d.currency", "d.amount_minor", "d.opened_at"])
    .where("d.status", "=", "OPEN")
    .where("p.account_ref", "is not", null)
    .where("t.creator_id", "=", userId)
    .orderBy("d.opened_at")
    .orderBy("d.id")
    .limit(productRules.admin_rows)
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
}
