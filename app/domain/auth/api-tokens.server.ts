import type { Kysely, Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { newSecretToken, tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { type OwnData, ownDataRows } from "../users/user.server.ts";
import {
  endAfterUse,
  insertSession,
  isHalfOver,
  isOfAccessToken,
  type NewSession,
  noteSeen,
} from "./sessions.server.ts";

interface ApiTokens {
  access_token: string;
  refresh_token: string;
  expires_at: Date;
  /** Seconds. */
  expires_in: number;
}

/** Listed and ended like any other session. */
export async function openApiSession(db: Kysely<DB>, session: NewSession): Promise<ApiTokens> {
  return await db.transaction().execute(async (trx) => {
    const expires_at = await insertSession(trx, { ...session, token_hash: null });
    return await newPair(trx, { id: session.id, expires_at }, session.now);
  });
}

/** Once. A second use means theft and ends the session. Null if invalid (docs/product.md, 6.3). */
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

/** One statement; null also for a session due for renewal. Notes presence, as findViewer. */
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
