import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { findProfile, findProfileById, type PublicProfile } from "../users/profile.server.ts";

interface Asked {
  username: string | undefined;
  memberId: string | undefined;
  guildId: string | null;
}

/** Else the member's, else the server's; with public pages only (docs/product.md, 9.17). */
export async function findNamedCreators(
  db: Kysely<DB>,
  { username, memberId, guildId }: Asked,
  now: Date,
): Promise<PublicProfile[]> {
  if (username !== undefined) {
    const profile = await findProfile(db, username.trim().replace(/^@/, ""), now);
    return profile ? [profile] : [];
  }
  const ids = memberId !== undefined ? await linkedWith(db, memberId) : await reportedAt(db, guildId);
  const profiles = await Promise.all(ids.map((id) => findProfileById(db, id, now)));
  return profiles.filter((profile) => profile !== null);
}

async function linkedWith(db: Kysely<DB>, chatUserId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("chat_links")
    .select("user_id")
    .where("chat_user_id", "=", chatUserId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

async function reportedAt(db: Kysely<DB>, guildId: string | null): Promise<string[]> {
  if (guildId === null) return [];
  const { rows } = await sql<{ user_id: string }>`
    select l.user_id from microblog_links l join microblog_settings s using (user_id, network)
      join users u on u.id = l.user_id
    where l.network = 'discord' and split_part(l.account_id, '/', 1) = ${guildId} and l.failed_at is null
      and s.on_new_tip and u.status in ('ACTIVE', 'CHARGEBACK')
    order by l.linked_at, l.user_id limit ${productRules.chat_bot.creators_of_server}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
