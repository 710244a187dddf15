import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import { WRITERS_WINDOW_SECONDS } from "../../../db/replica-rules.ts";
import type { DB } from "../../../db/schema.ts";
import { chosenLocale } from "../../../locales/index.ts";
import { newSecretToken, tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Jobs } from "../jobs.ts";
import { hasMainLink, hasSocialLink } from "../users/settings.server.ts";
import { latestNewTipId, type OwnData, ownDataRows } from "../users/user.server.ts";
import type { Viewer } from "../users/viewer.ts";
import { forgetPlaces } from "./known-devices.server.ts";

interface SessionLife {
  idle_seconds: number;
  ends_at: Date | null;
}

const DAY_SECONDS = 86_400;

function lifeOf(of: "creators" | "operators", isDemo: boolean, now: Date): SessionLife {
  if (of === "creators") return { idle_seconds: productRules.session_days * DAY_SECONDS, ends_at: null };
  const { idle_minutes, hours, demo_hours } = productRules.operator_session;
  const seconds = (isDemo ? demo_hours : hours) * 3600;
  return {
    idle_seconds: isDemo ? seconds : idle_minutes * 60,
    ends_at: new Date(now.getTime() + seconds * 1000),
  };
}

function endAfterUse({ idle_seconds, ends_at }: SessionLife, now: Date): Date {
  const idle = now.getTime() + idle_seconds * 1000;
  return new Date(ends_at === null ? idle : Math.min(idle, ends_at.getTime()));
}

function isHalfOver(session: SessionLife & { expires_at: Date }, now: Date): boolean {
  if (session.ends_at !== null) return false;
  return session.expires_at.getTime() - now.getTime() < (session.idle_seconds * 1000) / 2;
}

function isRenewalDue(session: SessionLife & { expires_at: Date }, now: Date): boolean {
  if (session.ends_at === null) return isHalfOver(session, now);
  return endAfterUse(session, now) > session.expires_at;
}

/** For seconds reads go to the primary, on all devices (docs/product.md, 9.5). */
export async function noteWriter(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`
    insert into recent_writers (user_id, wrote_at) select id, clock_timestamp() from users where id = ${userId}::uuid
    on conflict (user_id) do update set wrote_at = greatest(recent_writers.wrote_at, excluded.wrote_at)`.execute(
    db,
  );
}

function hasJustWritten(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from recent_writers w
    where w.user_id = ${sql.ref(userId)}
      and w.wrote_at > clock_timestamp() - make_interval(secs => ${sql.lit(WRITERS_WINDOW_SECONDS)})
  )`;
}

const MINUTE_MS = 60_000;

export interface NewSession {
  id: string;
  user_id: string;
  user_agent: string;
  has_second_factor: boolean;
  is_demo?: boolean;
  device_id?: string;
  password_hash?: string | null;
  now: Date;
}

/** The password changed after the check. */
export class StalePassword extends Error {
  override name = "StalePassword";
}

/** Returns the token, which is not stored. Throws StalePassword. */
export async function openSession(db: Kysely<DB>, session: NewSession): Promise<string> {
  const token = newSecretToken();
  await insertSession(db, { ...session, token_hash: tokenHash(token) });
  return token;
}

/** Throws StalePassword. */
async function insertSession(
  db: Kysely<DB>,
  session: NewSession & { token_hash: Buffer | null },
): Promise<Date> {
  const { now, user_agent, password_hash, token_hash, device_id = null, is_demo = false, ...rest } = session;
  if (password_hash === null) throw new StalePassword();
  const [others, operators] = [lifeOf("creators", is_demo, now), lifeOf("operators", is_demo, now)];
  const code_at = rest.has_second_factor ? now : null;
  const opened = await db
    .insertInto("sessions")
    .columns([
      ...(["id", "user_id", "token_hash", "user_agent", "has_second_factor", "device_id"] as const),
      ...(["created_at", "renewed_at", "expires_at", "idle_seconds", "ends_at", "code_at"] as const),
    ])
    // Holds the user: a password change comes before, or ends this session.
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

function byRole<Value>(type: "timestamptz" | "integer", operators: Value, others: Value): RawBuilder<Value> {
  const typed = sql.raw(type);
  return sql<Value>`case when users.role <> 'CREATOR' then ${operators}::${typed} else ${others}::${typed} end`;
}

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

export interface FoundViewer {
  viewer: Viewer;
  isRenewed: boolean;
}

export type Presence = "person" | "script" | "ahead";

/** Notes presence once a minute, not for prefetches. Renews a due session; scripts renew no operator's. */
export async function findViewer(
  db: Kysely<DB>,
  token: string,
  now: Date,
  presence: Presence = "person",
  terms_version = 0,
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
  return { viewer: toViewer(row, terms_version), isRenewed: isDue && row.ends_at === null };
}

export async function findApiViewer(
  db: Kysely<DB>,
  token: string,
  now: Date,
  terms_version = 0,
): Promise<Viewer | null> {
  const [row] = await viewerByAccessToken(db, { token_hash: tokenHash(token), now });
  if (!row) return null;
  await noteSeen(db, row, now);
  return toViewer(row, terms_version);
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

function isOfAccessToken(
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

export function viewerRows(db: Kysely<DB>) {
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
      "u.accepted_terms_version",
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
        .as("has_destination"),
      "u.money_model",
      eb
        .exists(
          eb
            .selectFrom("connected_accounts as c")
            .select("c.user_id")
            .whereRef("c.user_id", "=", "u.id")
            .where("c.is_submitted", "=", true)
            .where("c.disconnected_at", "is", null),
        )
        .as("has_own_account"),
      hasJustWritten("u.id").as("has_just_written"),
    ]);
}

type ViewerRow = Awaited<ReturnType<typeof viewerByToken>>[number];

export function toViewer(row: ViewerRow, terms_version: number): Viewer {
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
    accepted_terms_version: row.accepted_terms_version,
    terms_version,
    latest_new_tip_id: row.latest_new_tip_id,
    has_second_factor: row.has_second_factor,
    code_at: row.code_at,
    has_address: row.has_address,
    has_social_link: row.has_social_link,
    has_main_link: row.has_main_link,
    has_payout_data: Boolean(row.money_model === "DIRECT" ? row.has_own_account : row.has_destination),
    has_just_written: row.has_just_written,
    updated_at: row.updated_at,
  };
}

async function noteSeen(
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

interface ListedSession {
  id: string;
  user_agent: string;
  is_api: boolean;
  api_key: string | null;
  created_at: Date;
  renewed_at: Date;
}

export async function listSessions(db: Kysely<DB>, userId: string, now: Date): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom("sessions")
    .leftJoin("api_keys as k", "k.session_id", "id")
    .select(["id", "user_agent", "token_hash", "created_at", "renewed_at", "k.name as api_key"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("renewed_at", "desc")
    .limit(100)
    .execute();
  return rows.map(({ token_hash, ...row }) => ({ ...row, is_api: token_hash === null }));
}

/** Forgets the device too. endApiKey ends API keys. */
export async function endSession(db: Kysely<DB>, userId: string, sessionId: string): Promise<void> {
  await db
    .with("ended", (own) =>
      own
        .deleteFrom("sessions")
        .where("id", "=", sessionId)
        .where("user_id", "=", userId)
        .where(
          "id",
          "not in",
          own.selectFrom("api_keys").select("session_id").where("session_id", "=", sessionId),
        )
        .returning("device_id"),
    )
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("id", "in", (eb) => eb.selectFrom("ended").select("device_id").where("device_id", "is not", null))
    .execute();
}

export async function endSessionOfToken(db: Kysely<DB>, token: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", tokenHash(token)).execute();
}

/** Forgets devices and networks. */
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

/** Checked again under the account's lock. */
export interface ActingUser {
  session_id: string;
  password_hash?: string;
}

export class StaleSession extends Error {
  override name = "StaleSession";
}

/** Locks the user, as session and password changes do. A command has no asker. Throws StaleSession. */
export async function lockActingUser(
  trx: Transaction<DB>,
  userId: string,
  asker: ActingUser | undefined,
): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!asker) return;
  if (!user || !(await hasSession(trx, userId, asker.session_id))) throw new StaleSession();
  if (asker.password_hash !== undefined && asker.password_hash !== user.password_hash)
    throw new StaleSession();
}

async function hasSession(db: Kysely<DB>, userId: string, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return session !== undefined;
}

/**
 * Voids links, half sign-ins, second factor setups, payout data codes and network links. Email undo links
 * stay. The caller holds the user (docs/product.md, 6.11).
 */
export async function voidOpenRights(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom("mailed_tokens").where("user_id", "=", userId).execute();
  await trx.deleteFrom("second_factor_challenges").where("user_id", "=", userId).execute();
  await trx
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .execute();
  await trx
    .deleteFrom("payout_destinations")
    .where("user_id", "=", userId)
    .where("status", "=", "CODE_SENT")
    .execute();
  await trx.deleteFrom("microblog_requests").where("user_id", "=", userId).execute();
}

/**
 * Ends everything under the old credentials but one session (docs/security.md). The caller holds the user.
 */
export async function endOldRights(
  trx: Transaction<DB>,
  userId: string,
  keepSessionId: string | null,
): Promise<void> {
  await voidOpenRights(trx, userId);
  await endSessions(trx, userId, keepSessionId);
}

/** A job mails new ones. The caller holds the user. */
export async function moveCaseLinks(
  trx: Transaction<DB>,
  services: { jobs: Jobs },
  userId: string,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update content_case_links l set is_void = true from content_cases c
    where c.id = l.case_id and c.creator_id = ${userId} and l.side = 'CREATOR' and not l.is_void`.execute(
    trx,
  );
  if (numAffectedRows) await services.jobs.enqueue(trx, "content-cases.relink", { user_id: userId });
}

interface ApiTokens {
  access_token: string;
  refresh_token: string;
  expires_at: Date;
  expires_in: number;
}

export async function openApiSession(db: Kysely<DB>, session: NewSession): Promise<ApiTokens> {
  return await db.transaction().execute(async (trx) => {
    const expires_at = await insertSession(trx, { ...session, token_hash: null });
    return await newPair(trx, { id: session.id, expires_at }, session.now);
  });
}

/** A second use means theft and ends the session (docs/product.md, 6.3). */
export async function refreshApiTokens(
  db: Kysely<DB>,
  refreshToken: string,
  now: Date,
): Promise<ApiTokens | null> {
  return await db.transaction().execute(async (trx) => {
    const session = await trx
      .selectFrom("sessions as s")
      .innerJoin("api_tokens as a", "a.session_id", "s.id")
      .select(["s.idle_seconds", "s.ends_at"])
      .where("a.token_hash", "=", tokenHash(refreshToken))
      .forUpdate("s")
      .executeTakeFirst();
    const token = await trx
      .selectFrom("api_tokens")
      .select(["session_id", "used_at", "expires_at"])
      .where("token_hash", "=", tokenHash(refreshToken))
      .where("kind", "=", "REFRESH")
      .executeTakeFirst();
    if (!token || !session) return null;
    if (token.used_at !== null) {
      await trx.deleteFrom("sessions").where("id", "=", token.session_id).execute();
      return null;
    }
    if (token.expires_at <= now) return null;
    const expires_at = endAfterUse(session, now);
    await trx
      .updateTable("api_tokens")
      .set({ used_at: now })
      .where("token_hash", "=", tokenHash(refreshToken))
      .execute();
    await trx
      .deleteFrom("api_tokens")
      .where("session_id", "=", token.session_id)
      .where("kind", "=", "ACCESS")
      .execute();
    await trx
      .updateTable("sessions")
      .set({ renewed_at: now, expires_at })
      .where("id", "=", token.session_id)
      .execute();
    return await newPair(trx, { id: token.session_id, expires_at }, now);
  });
}

async function newPair(
  trx: Transaction<DB>,
  session: { id: string; expires_at: Date },
  now: Date,
): Promise<ApiTokens> {
  const [access_token, refresh_token] = [newSecretToken(), newSecretToken()];
  const left = Math.trunc((session.expires_at.getTime() - now.getTime()) / 1000);
  const seconds = Math.min(productRules.api_access_minutes * 60, left);
  const expires_at = new Date(now.getTime() + seconds * 1000);
  await trx
    .insertInto("api_tokens")
    .values([
      { token_hash: tokenHash(access_token), session_id: session.id, kind: "ACCESS", expires_at },
      {
        token_hash: tokenHash(refresh_token),
        session_id: session.id,
        kind: "REFRESH",
        expires_at: session.expires_at,
      },
    ])
    .execute();
  return { access_token, refresh_token, expires_at, expires_in: seconds };
}

type PollingUser = OwnData & { session_id: string };

/** Null when due for renewal. Notes presence. */
export async function findPollingUser(db: Kysely<DB>, token: string, now: Date): Promise<PollingUser | null> {
  const [row] = await ownDataByToken(db, { token_hash: tokenHash(token), now });
  if (!row || isHalfOver(row, now)) return null;
  await noteSeen(db, row, now);
  return row;
}

/** Renews no session. */
export async function findPollingApiUser(
  db: Kysely<DB>,
  token: string,
  now: Date,
): Promise<PollingUser | null> {
  const [row] = await ownDataByAccessToken(db, { token_hash: tokenHash(token), now });
  if (row) await noteSeen(db, row, now);
  return row ?? null;
}

const ownDataByToken = hotQuery(
  "own-data-by-token",
  { token_hash: parameter<Buffer>(), now: parameter<Date>() },
  (db, given) =>
    pollingRows(db).where("s.token_hash", "=", given("token_hash")).where("s.expires_at", ">", given("now")),
);

const ownDataByAccessToken = hotQuery(
  "own-data-by-access-token",
  { token_hash: parameter<Buffer>(), now: parameter<Date>() },
  (db, given) =>
    pollingRows(db)
      .where(isOfAccessToken("s.id", given("token_hash"), given("now")))
      .where("s.expires_at", ">", given("now")),
);

function pollingRows(db: Kysely<DB>) {
  return ownDataRows(db)
    .innerJoin("sessions as s", "s.user_id", "u.id")
    .select(["s.id as session_id", "s.expires_at", "s.idle_seconds", "s.ends_at", "u.last_seen_at"]);
}
