import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { newSecretToken, tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";

interface KnownPlace {
  device_id: string | null;
  is_known_network: boolean;
}

export async function findKnownPlace(
  db: Kysely<DB>,
  given: { email: string; device_token: string | null; network_hash: Buffer },
): Promise<KnownPlace> {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("known_devices as d", (join) =>
      join.onRef("d.user_id", "=", "u.id").on("d.token_hash", "=", tokenHash(given.device_token ?? "")),
    )
    .leftJoin("known_networks as n", (join) =>
      join.onRef("n.user_id", "=", "u.id").on("n.network_hash", "=", given.network_hash),
    )
    .select(["d.id as device_id", "n.user_id as network_of"])
    .where((eb) => eb(eb.fn("lower", ["u.email"]), "=", given.email.toLowerCase()))
    .executeTakeFirst();
  return { device_id: row?.device_id ?? null, is_known_network: (row?.network_of ?? null) !== null };
}

export async function findKnownDevice(
  db: Kysely<DB>,
  userId: string,
  token: string | null,
): Promise<string | null> {
  if (token === null) return null;
  const row = await db
    .selectFrom("known_devices")
    .select("id")
    .where("user_id", "=", userId)
    .where("token_hash", "=", tokenHash(token))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A new token, so that a planted cookie is never known. */
export async function rememberDevice(
  db: Kysely<DB>,
  given: {
    user_id: string;
    new_id: string;
    old_token: string | null;
    now: Date;
    whenNew?: (trx: Transaction<DB>) => Promise<void>;
  },
): Promise<{ device_id: string; token: string }> {
  const { user_id, now } = given;
  const token = newSecretToken();
  return await db.transaction().execute(async (trx) => {
    if (given.old_token !== null)
      await trx
        .updateTable("known_devices")
        .set({ token_hash: tokenHash(token) })
        .where("token_hash", "=", tokenHash(given.old_token))
        .execute();
    const device = await trx
      .insertInto("known_devices")
      .values({
        ...{ id: given.new_id, user_id, created_at: now, last_used_at: now },
        token_hash: tokenHash(token),
      })
      .onConflict((conflict) =>
        conflict.columns(["token_hash", "user_id"]).doUpdateSet({ last_used_at: now }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`
      delete from known_devices where id in (
        select id from known_devices where user_id = ${user_id}
        order by last_used_at desc, id offset ${productRules.known_devices_maximum}
      )`.execute(trx);
    if (device.id === given.new_id) await given.whenNew?.(trx);
    return { device_id: device.id, token };
  });
}

export async function rememberNetwork(
  db: Kysely<DB> | Transaction<DB>,
  given: { user_id: string; network_hash: Buffer; now: Date },
): Promise<void> {
  const { user_id, network_hash, now } = given;
  await db
    .insertInto("known_networks")
    .values({ user_id, network_hash, last_used_at: now })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "network_hash"]).doUpdateSet({ last_used_at: now }),
    )
    .execute();
  await sql`
    delete from known_networks where user_id = ${user_id} and network_hash in (
      select network_hash from known_networks where user_id = ${user_id}
      order by last_used_at desc, network_hash offset ${productRules.known_networks_maximum}
    )`.execute(db);
}

export async function forgetPlaces(
  db: Kysely<DB> | Transaction<DB>,
  userId: string,
  keepSessionId: string | null,
): Promise<void> {
  await db
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .$if(keepSessionId !== null, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("sessions as s")
              .select("s.id")
              .where("s.id", "=", keepSessionId ?? "")
              .whereRef("s.device_id", "=", "known_devices.id"),
          ),
        ),
      ),
    )
    .execute();
  await db.deleteFrom("known_networks").where("user_id", "=", userId).execute();
}
