import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { chosenLocale } from "../../../locales/index.ts";
import { newSecretToken, tokenHash } from "../../crypto/crypto.server.ts";
import { hasMainLink, hasSocialLink } from "../users/has-social-link.server.ts";
import { latestNewTipId } from "../users/latest-new-tip.server.ts";
import type { Viewer } from "../users/viewer.ts";
import { forgetPlaces } from "./known-devices.server.ts";
import { hasJustWritten } from "./recent-writers.server.ts";
import { endAfterUse, isRenewalDue, lifeOf } from "./session-life.ts";

const MINUTE_MS = 60_000;

/** A sign-in that lasts: 30 days, longer while it is used; an operator's ends sooner (docs/product.md, 6.3, 6.12). */
export interface NewSession {
  id: string;
  user_id: string;
  user_agent: string;
  /** A code of it was right just now. */
  has_second_factor: boolean;
  /** Operators of a demo stay signed in for a day. */
  is_demo?: boolean;
  /** The known device that it was opened on; none for a client of the API. */
  device_id?: string;
  /** The hash of the password by which it is opened: one that was changed, or taken away (null), opens nothing. */
  password_hash?: string | null;
  now: Date;
}

/** The password was changed between its check and the session that it was to open. */
export class StalePassword extends Error {
  override name = "StalePassword";
}

/** Opens a browser's session. Returns its token, which is kept nowhere else. Throws StalePassword. */
export async function openSession(db: Kysely<DB>, session: NewSession): Promise<string> {
  const token = newSecretToken();
  await insertSession(db, { ...session, token_hash: tokenHash(token) });
  return token;
}

/** Opens a session whose tokens are the API's (api-tokens.server.ts). Returns its end. Throws StalePassword. */
export async function insertSession(
  db: Kysely<DB>,
  session: NewSession & { token_hash: Buffer | null },
): Promise<Date> {
  const { now, user_agent, password_hash, token_hash, device_id = null, is_demo = false, ...rest } = session;
  if (password_hash === null) throw new StalePassword();
  const [others, operators] = [lifeOf("CREATOR", is_demo, now), lifeOf("ADMIN", is_demo, now)];
  const code_at = rest.has_second_factor ? now : null;
  const opened = await db
    .insertInto("sessions")
    .columns([
      ...(["id", "user_id", "token_hash", "user_agent", "has_second_factor", "device_id"] as const),
      ...(["created_at", "renewed_at", "expires_at", "idle_seconds", "ends_at", "code_at"] as const),
    ])
    // The user's row is held: a change of the password comes before, and is seen, or after, and ends the session.
    .expression(
      db
        .selectFrom("users")
        .select([
          sql<string>`${rest.id}::uuid`.as("id"),
          "users.id as user_id",
          sql<Buffer | null>`${token_hash}::bytea`.as("token_hash"),
          sql<string>`${user_agent.slice(0, 300)}`.as("user_agent"),
          sql<boolean>`${rest.has_second_factor}::boolean`.as("has_second_factor"),
          sql<string | null>`${device_id}::uuid`.as("device_id"),
          sql<Date>`${now}::timestamptz`.as("created_at"),
          sql<Date>`${now}::timestamptz`.as("renewed_at"),
          byRole("timestamptz", endAfterUse(operators, now), endAfterUse(others, now)).as("expires_at"),
          byRole("integer", operators.idle_seconds, others.idle_seconds).as("idle_seconds"),
          byRole("timestamptz", operators.ends_at, others.ends_at).as("ends_at"),
          sql<Date | null>`${code_at}::timestamptz`.as("code_at"),
        ])
        .where("users.id", "=", rest.user_id)
        .$if(password_hash !== undefined, (query) =>
          query.where("users.password_hash", "=", password_hash ?? ""),
        )
        .forShare(),
    )
    .returning("expires_at")
    .executeTakeFirst();
  if (!opened) throw new StalePassword();
  return opened.expires_at;
}

/** One value for operators, another for everybody else. */
function byRole<Value>(type: "timestamptz" | "integer", operators: Value, others: Value): RawBuilder<Value> {
  const typed = sql.raw(type);
  return sql<Value>`case when users.role = 'ADMIN' then ${operators}::${typed} else ${others}::${typed} end`;
}

/** What a session's beginning must know of its user. */
export async function findUserForSession(
  db: Kysely<DB>,
  userId: string,
): Promise<{ id: string; locale: string | null; password_hash: string | null }> {
  return await db
    .selectFrom("users")
    .select(["id", "locale", "password_hash"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** Who is behind a browser's token, and whether its cookie must be sent again because the session was renewed. */
export interface FoundViewer {
  viewer: Viewer;
  isRenewed: boolean;
}

/** What a request comes from: a person, the script of a page that is open, or a browser that fetches ahead. */
export type Presence = "person" | "script" | "ahead";

/**
 * The viewer of a session's token, or null. In passing it notes that they are here (at most once a minute), unless they are
 * not, as when a browser fetches a page ahead: then it notes and changes nothing. It renews a session that is due; a page's
 * script keeps no operator signed in.
 */
export async function findViewer(
  db: Kysely<DB>,
  token: string,
  now: Date,
  presence: Presence = "person",
): Promise<FoundViewer | null> {
  const [row] = await viewerByToken(db, { token_hash: tokenHash(token), now });
  if (!row) return null;
  const isUsed = presence === "person" || (presence === "script" && row.ends_at === null);
  const isDue = isUsed && isRenewalDue(row, now);
  if (isDue) {
    await db
      .updateTable("sessions")
      .set({ renewed_at: now, expires_at: endAfterUse(row, now) })
      .where("id", "=", row.session_id)
      .execute();
  }
  if (presence !== "ahead") await noteSeen(db, row, now);
  return { viewer: toViewer(row), isRenewed: isDue && row.ends_at === null };
}

/** The viewer of an API access token's session, or null. */
export async function findApiViewer(db: Kysely<DB>, token: string, now: Date): Promise<Viewer | null> {
  const [row] = await viewerByAccessToken(db, { token_hash: tokenHash(token), now });
  if (!row) return null;
  await noteSeen(db, row, now);
  return toViewer(row);
}

const viewerByToken = hotQuery(
  "viewer-by-token",
  { token_hash: parameter<Buffer>(), now: parameter<Date>() },
  (db, given) =>
    viewerRows(db).where("s.token_hash", "=", given("token_hash")).where("s.expires_at", ">", given("now")),
);

const viewerByAccessToken = hotQuery(
  "viewer-by-access-token",
  { token_hash: parameter<Buffer>(), now: parameter<Date>() },
  (db, given) =>
    viewerRows(db)
      .where(isOfAccessToken("s.id", given("token_hash"), given("now")))
      .where("s.expires_at", ">", given("now")),
);

/** Whether an API access token that is good now is the session's; `sessionId` is what the query calls its id ("s.id"). */
export function isOfAccessToken(
  sessionId: string,
  token_hash: Expression<Buffer>,
  now: Expression<Date>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from api_tokens as a
    where a.session_id = ${sql.ref(sessionId)} and a.token_hash = ${token_hash}
      and a.kind = 'ACCESS' and a.expires_at > ${now}
  )`;
}

function viewerRows(db: Kysely<DB>) {
  return db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select((eb) => [
      "s.id as session_id",
      "s.expires_at",
      "s.has_second_factor",
      "s.idle_seconds",
      "s.ends_at",
      "s.code_at",
      "u.id",
      "u.email",
      "u.role",
      "u.username",
      "u.name",
      "u.avatar_id",
      "u.status",
      "u.locale",
      "u.currency",
      "u.email_verified_at",
      "u.verification_terms_accepted_at",
      "u.verification_terms_declined_at",
      "u.last_seen_at",
      "u.updated_at",
      sql<boolean>`u.firstname is not null and u.lastname is not null and u.address is not null
        and u.zipcode is not null and u.city is not null and u.country_id is not null`.as("has_address"),
      latestNewTipId("u.id").as("latest_new_tip_id"),
      hasSocialLink("u.id").as("has_social_link"),
      hasMainLink("u.id").as("has_main_link"),
      eb
        .exists(
          eb
            .selectFrom("payout_destinations as p")
            .select("p.id")
            .whereRef("p.user_id", "=", "u.id")
            .where("p.status", "in", ["PENDING", "ACCEPTED"]),
        )
        .as("has_payout_data"),
      hasJustWritten("u.id").as("has_just_written"),
    ]);
}

type ViewerRow = Awaited<ReturnType<typeof viewerByToken>>[number];

function toViewer(row: ViewerRow): Viewer {
  return {
    id: row.id,
    session_id: row.session_id,
    email: row.email,
    role: row.role,
    username: row.username,
    name: row.name,
    avatar_id: row.avatar_id,
    status: row.status,
    locale: chosenLocale(row.locale),
    currency: row.currency,
    is_email_verified: row.email_verified_at !== null,
    has_decided_terms:
      row.verification_terms_accepted_at !== null || row.verification_terms_declined_at !== null,
    latest_new_tip_id: row.latest_new_tip_id,
    has_second_factor: row.has_second_factor,
    code_at: row.code_at,
    has_address: row.has_address,
    has_social_link: row.has_social_link,
    has_main_link: row.has_main_link,
    has_payout_data: Boolean(row.has_payout_data),
    has_just_written: row.has_just_written,
    updated_at: row.updated_at,
  };
}

/** Notes that a user is here, at most once a minute. */
export async function noteSeen(
  db: Kysely<DB>,
  row: { id: string; last_seen_at: Date | null },
  now: Date,
): Promise<void> {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS);
  if (row.last_seen_at !== null && row.last_seen_at >= minuteAgo) return;
  await db
    .updateTable("users")
    .set({ last_seen_at: now })
    .where("id", "=", row.id)
    .where((eb) => eb.or([eb("last_seen_at", "is", null), eb("last_seen_at", "<", minuteAgo)]))
    .execute();
}

/** A session as its owner sees it in the list. */
export interface ListedSession {
  id: string;
  user_agent: string;
  is_api: boolean;
  created_at: Date;
  renewed_at: Date;
}

/** The user's open sessions, the newest first. */
export async function listSessions(db: Kysely<DB>, userId: string, now: Date): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "user_agent", "token_hash", "created_at", "renewed_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("renewed_at", "desc")
    .limit(100)
    .execute();
  return rows.map(({ token_hash, ...row }) => ({ ...row, is_api: token_hash === null }));
}

/** Ends one session of this user, whose device is known no more; another user's stays. */
export async function endSession(db: Kysely<DB>, userId: string, sessionId: string): Promise<void> {
  await db
    .with("ended", (own) =>
      own
        .deleteFrom("sessions")
        .where("id", "=", sessionId)
        .where("user_id", "=", userId)
        .returning("device_id"),
    )
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("id", "in", (eb) => eb.selectFrom("ended").select("device_id").where("device_id", "is not", null))
    .execute();
}

/** Ends the session of a browser's token, whoever's it is. */
export async function endSessionOfToken(db: Kysely<DB>, token: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", tokenHash(token)).execute();
}

/** Ends all sessions of a user, and forgets their devices and networks, but for the session to keep. */
export async function endSessions(
  db: Kysely<DB> | Transaction<DB>,
  userId: string,
  keepSessionId: string | null,
): Promise<void> {
  await forgetPlaces(db, userId, keepSessionId);
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(keepSessionId !== null, (query) => query.where("id", "!=", keepSessionId ?? ""))
    .execute();
}
