import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Tokens } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { mailNetworkLink } from "../auth/mailed-tokens.server.ts";
import { type ActingUser, lockActingUser } from "../auth/sessions.server.ts";
import type { Jobs } from "../jobs.ts";
import { findProfile, findProfileById, type PublicProfile } from "../users/profile.server.ts";

interface Services {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  tokens: Tokens;
  jobs: Jobs;
}

interface ChatUser {
  id: string;
  name: string;
}

/** Valid for ten minutes, once; voids earlier ones (docs/product.md, 9.17). */
export async function beginChatLink({ db, clock, newId, tokens }: Services, who: ChatUser): Promise<string> {
  const id = newId();
  const expires_at = new Date(clock().getTime() + productRules.chat_bot.link_minutes * 60_000);
  await db
    .insertInto("chat_link_requests")
    .values({ id, chat_user_id: who.id, chat_name: who.name, expires_at })
    .onConflict((conflict) =>
      conflict.column("chat_user_id").doUpdateSet({ id, chat_name: who.name, expires_at }),
    )
    .execute();
  return tokens.sign("chat-link", id);
}

/** Null if expired, used or unknown. */
export async function findChatLinkRequest(
  { db, clock, tokens }: Pick<Services, "db" | "clock" | "tokens">,
  token: string,
): Promise<{ chat_name: string } | null> {
  const id = tokens.verify("chat-link", token);
  if (id === null) return null;
  const request = await db
    .selectFrom("chat_link_requests")
    .select("chat_name")
    .where("id", "=", id)
    .where("expires_at", ">", clock())
    .executeTakeFirst();
  return request ?? null;
}

/** One link per side; earlier ones end. Throws StaleSession. */
export async function completeChatLink(
  services: Services,
  { user_id, asker, token }: { user_id: string; asker?: ActingUser | undefined; token: string },
): Promise<"linked" | "expired"> {
  const { db, clock, tokens } = services;
  const id = tokens.verify("chat-link", token);
  if (id === null) return "expired";
  return await db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, asker);
    const now = clock();
    const request = await trx
      .deleteFrom("chat_link_requests")
      .where("id", "=", id)
      .where("expires_at", ">", now)
      .returning(["chat_user_id", "chat_name"])
      .executeTakeFirst();
    if (!request) return "expired";
    await trx
      .deleteFrom("chat_links")
      .where((is) => is.or([is("user_id", "=", user_id), is("chat_user_id", "=", request.chat_user_id)]))
      .execute();
    await trx
      .insertInto("chat_links")
      .values({ user_id, ...request, linked_at: now })
      .execute();
    await mailNetworkLink(trx, services, {
      ...{ user_id, key: id, state: "linked", way: "member", network: "Discord" },
      ...{ handle: request.chat_name, now },
    });
    return "linked";
  });
}

export async function findChatLink(
  db: Kysely<DB>,
  userId: string,
): Promise<{ chat_name: string; linked_at: Date } | null> {
  const link = await db
    .selectFrom("chat_links")
    .select(["chat_name", "linked_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return link ?? null;
}

export async function removeChatLink(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("chat_links").where("user_id", "=", userId).execute();
}

interface Asked {
  username: string | undefined;
  memberId: string | undefined;
  guildId: string | null;
}

/** Falls back to the member's, then the server's (docs/product.md, 9.17). */
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
