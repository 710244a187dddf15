import type { Kysely } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { tokenHash } from "../../crypto/crypto.server.ts";
import { type OwnData, ownDataRows } from "../users/user.server.ts";
import { isHalfOver } from "./session-life.ts";
import { isOfAccessToken, noteSeen } from "./sessions.server.ts";

/** The own data of whoever polls, and the session they poll with. */
export type PollingUser = OwnData & { session_id: string };

/**
 * Who polls with a session's token, by one statement; null for nobody, and for a session that is due to be renewed, which is
 * findViewer's matter. In passing it notes that they are here, as findViewer does.
 */
export async function findPollingUser(db: Kysely<DB>, token: string, now: Date): Promise<PollingUser | null> {
  const [row] = await ownDataByToken(db, { token_hash: tokenHash(token), now });
  if (!row || isHalfOver(row, now)) return null;
  await noteSeen(db, row, now);
  return row;
}

/** The same with an API access token, by which no session is renewed. */
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
