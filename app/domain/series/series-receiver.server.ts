import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { listGroupReceivers } from "../grouplists/share-out.server.ts";
import { TAKES_PAYMENTS } from "../users/direct-receiver.ts";
import { canReceive } from "../users/viewer.ts";
import type { Series } from "./series-record.server.ts";

interface JudgedReceiver {
  /** "gone" is final; "unable" now; "currency" and "other_account" since the agreement. */
  state: "able" | "unable" | "gone" | "currency" | "other_account";
  /** A group's present sharers. */
  member_ids: string[] | null;
  /** The creator's own, when paid directly. */
  account: { provider: string; account_ref: string } | null;
  /** A direct group: shares are passed on. */
  is_transferred: boolean;
}

type Receiver = Pick<
  Series,
  "creator_id" | "grouplist_id" | "chosen_creator_ids" | "currency" | "account_ref" | "amount_minor"
>;

/** docs/product.md, 5.16. */
export async function judgeReceiver(
  db: Kysely<DB>,
  series: Receiver,
  directGroups: string | null,
): Promise<JudgedReceiver> {
  return series.creator_id === null
    ? await judgeGroup(db, series, directGroups)
    : await judgeCreator(db, series, series.creator_id);
}

async function judgeCreator(db: Kysely<DB>, series: Receiver, creatorId: string): Promise<JudgedReceiver> {
  const creator = await db
    .selectFrom("users as u")
    .leftJoin("connected_accounts as connected", (join) =>
      join.onRef("connected.user_id", "=", "u.id").on("u.money_model", "=", "DIRECT").on(TAKES_PAYMENTS),
    )
    .select(["u.status", "u.currency", "u.paused_at", "u.deleted_at"])
    .select([sql<boolean>`u.money_model = 'DIRECT'`.as("is_direct"), "connected.account_ref"])
    .select("connected.provider")
    .where("u.id", "=", creatorId)
    .executeTakeFirst();
  const judged = (state: JudgedReceiver["state"]): JudgedReceiver => ({
    ...{ state, member_ids: null, is_transferred: false, account: accountOf(creator) },
  });
  if (!creator || creator.deleted_at !== null) return judged("gone");
  if (creator.currency !== series.currency) return judged("currency");
  const isOpen = creator.status !== null && canReceive(creator.status) && creator.paused_at === null;
  if (!isOpen || (creator.is_direct && creator.account_ref === null)) return judged("unable");
  return judged(creator.account_ref === series.account_ref ? "able" : "other_account");
}

function accountOf(
  creator: { provider: string | null; account_ref: string | null } | undefined,
): JudgedReceiver["account"] {
  if (!creator || creator.provider === null || creator.account_ref === null) return null;
  return { provider: creator.provider, account_ref: creator.account_ref };
}

async function judgeGroup(
  db: Kysely<DB>,
  series: Receiver,
  directGroups: string | null,
): Promise<JudgedReceiver> {
  const group = await db
    .selectFrom("grouplists")
    .select(["id", "currency", "archived_at", "money_model"])
    .where("id", "=", series.grouplist_id)
    .executeTakeFirst();
  const judged = (state: JudgedReceiver["state"], member_ids: string[] | null = null) => ({
    ...{ state, member_ids, is_transferred: group?.money_model === "DIRECT", account: null },
  });
  if (!group || group.archived_at !== null) return judged("gone");
  if (group.currency !== series.currency) return judged("currency");
  const members = await listGroupReceivers(db, group.id, series.chosen_creator_ids, directGroups);
  const least = members.length * productRules.grouplist.share_minimum_minor;
  if (members.length === 0 || series.amount_minor < least) return judged("unable");
  return judged(
    "able",
    members.map(({ id }) => id),
  );
}
