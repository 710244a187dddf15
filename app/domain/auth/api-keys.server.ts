import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Kysely } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import type { Viewer } from "../users/viewer.ts";
import { API_SCOPES, type ApiScope } from "./api-key.schema.ts";
import { type ActingUser, lockActingUser, toViewer, viewerRows } from "./sessions.server.ts";

const PREFIX = "trk_";
const SECRET_BYTES = 24;
const SHOWN_CHARACTERS = 10;
/** A session needs an end. */
const NEVER = new Date("9999-12-31T00:00:00Z");
const DAY_MS = 86_400_000;

/** Secret scanners find keys by prefix and checksum. */
function newKey(): string {
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  return `${PREFIX}${secret}${checksum(secret)}`;
}

function checksum(secret: string): string {
  return crc32(secret).toString(16).padStart(8, "0");
}

export function isKeyLike(token: string): boolean {
  return token.startsWith(PREFIX);
}

function isWellFormed(key: string): boolean {
  const [, secret = "", sum] = /^trk_([0-9a-f]{48})([0-9a-f]{8})$/.exec(key) ?? [];
  return checksum(secret) === sum;
}

export interface ApiKey {
  id: string;
  name: string;
  shown: string;
  scopes: ApiScope[];
  created_at: Date;
  /** To the hour. */
  last_used_at: Date | null;
  expires_at: Date | null;
}

export async function listApiKeys(db: Kysely<DB>, userId: string, now: Date): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom("api_keys as k")
    .innerJoin("sessions as s", "s.id", "k.session_id")
    .select(["s.id", "k.name", "k.shown", "k.scopes", "s.created_at", "s.renewed_at", "s.expires_at"])
    .where("s.user_id", "=", userId)
    .where("s.expires_at", ">", now)
    .orderBy("s.created_at", "desc")
    .orderBy("s.id")
    .execute();
  return rows.map(({ renewed_at, expires_at, scopes, ...row }) => ({
    ...row,
    scopes: knownScopes(scopes),
    last_used_at: renewed_at > row.created_at ? renewed_at : null,
    expires_at: expires_at < NEVER ? expires_at : null,
  }));
}

function knownScopes(scopes: readonly string[]): ApiScope[] {
  return API_SCOPES.filter((each) => scopes.includes(each));
}

interface KeyServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

/** Returns the key, which is not stored. Throws StaleSession. */
export async function makeApiKey(
  services: KeyServices,
  given: {
    user_id: string;
    asker: ActingUser;
    name: string;
    scopes: readonly ApiScope[];
    lasts: number | null;
  },
): Promise<{ outcome: "made"; key: string } | { outcome: "too_many" }> {
  const { user_id, asker, name, lasts } = given;
  const [id, key, now] = [services.newId(), newKey(), services.clock()];
  return await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, asker);
    const known = await listApiKeys(trx, user_id, now);
    if (known.length >= productRules.api_key.per_account) return { outcome: "too_many" };
    const expires_at = lasts === null ? NEVER : new Date(now.getTime() + lasts * DAY_MS);
    const scopes = [...new Set(given.scopes)];
    await trx
      .insertInto("sessions")
      .values({
        id,
        user_id,
        user_agent: "",
        created_at: now,
        renewed_at: now,
        expires_at,
        ends_at: expires_at,
      })
      .execute();
    await trx
      .insertInto("api_keys")
      .values({
        session_id: id,
        name,
        key_hash: tokenHash(key),
        shown: key.slice(0, SHOWN_CHARACTERS),
        scopes,
      })
      .execute();
    await writeAudit(trx, {
      ...{ actor_id: user_id, action: "api_key.created", subject: `user:${user_id}` },
      ...{ before: null, after: { scopes }, now },
    });
    return { outcome: "made", key };
  });
}

/** Needs no password: ending a key is harmless. */
export async function endApiKey(
  { db, clock }: Pick<KeyServices, "db" | "clock">,
  { user_id, id }: { user_id: string; id: string },
): Promise<"ended" | "gone"> {
  return await db.transaction().execute(async (trx) => {
    const key = await trx
      .deleteFrom("api_keys as k")
      .using("sessions as s")
      .whereRef("s.id", "=", "k.session_id")
      .where("s.id", "=", id)
      .where("s.user_id", "=", user_id)
      .returning("k.scopes")
      .executeTakeFirst();
    if (!key) return "gone";
    await trx.deleteFrom("sessions").where("id", "=", id).execute();
    await writeAudit(trx, {
      ...{ actor_id: user_id, action: "api_key.ended", subject: `user:${user_id}` },
      ...{ before: { scopes: key.scopes }, after: null, now: clock() },
    });
    return "ended";
  });
}

/** Notes the use once an hour, but no presence. */
export async function findKeyViewer(
  db: Kysely<DB>,
  key: string,
  now: Date,
  terms_version: number,
): Promise<{ viewer: Viewer; scopes: readonly ApiScope[] } | null> {
  if (!isWellFormed(key)) return null;
  const [row] = await viewerByKey(db, { key_hash: tokenHash(key), now });
  if (!row) return null;
  const noted = new Date(now.getTime() - productRules.api_key.use_noted_minutes * 60_000);
  if (row.renewed_at <= noted || row.renewed_at <= row.key_created_at)
    await db.updateTable("sessions").set({ renewed_at: now }).where("id", "=", row.session_id).execute();
  return { viewer: toViewer(row, terms_version), scopes: knownScopes(row.scopes) };
}

const viewerByKey = hotQuery(
  "viewer-by-key",
  { key_hash: parameter<Buffer>(), now: parameter<Date>() },
  (db, given) =>
    viewerRows(db)
      .innerJoin("api_keys as k", "k.session_id", "s.id")
      .select(["k.scopes", "s.renewed_at", "s.created_at as key_created_at"])
      .where("k.key_hash", "=", given("key_hash"))
      .where("s.expires_at", ">", given("now")),
);
