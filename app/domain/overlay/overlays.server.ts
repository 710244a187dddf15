import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Tokens } from "../../crypto/crypto.server.ts";
import { writeAudit } from "../audit/audit.server.ts";
import type { Minor } from "../money/minor.ts";
import { RECEIVING_STATUSES } from "../users/viewer.ts";

interface OverlayServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

export const OVERLAY_NEWS = "overlay_news";

export async function notifyOverlay(db: Kysely<DB> | Transaction<DB>, userId: string): Promise<void> {
  await sql`select pg_notify(${OVERLAY_NEWS}, ${userId})`.execute(db);
}

export async function createOverlay({ db, clock, newId }: OverlayServices, userId: string): Promise<void> {
  const now = clock();
  await db
    .insertInto("overlays")
    .values({ user_id: userId, key_id: newId(), made_at: now, renewed_at: now })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
}

export type Overlay = NonNullable<Awaited<ReturnType<typeof findOverlay>>>;

export async function findOverlay(db: Kysely<DB>, userId: string) {
  const overlay = await db
    .selectFrom("overlays as o")
    .leftJoin("overlay_sounds as s", "s.user_id", "o.user_id")
    .select(["o.key_id", "o.renewed_at", "o.paused_at", "o.reviews_words", "o.design", "o.accent"])
    .select(["o.shown_seconds", "o.minimum_minor", "o.minimum_currency", "o.sound", "o.own_css"])
    .select("s.uploaded_at as sound_at")
    .where("o.user_id", "=", userId)
    .executeTakeFirst();
  return overlay ?? null;
}

/** Signed from the key: nothing stored opens it. */
export function overlaySecret(tokens: Tokens, keyId: string): string {
  return tokens.sign("overlay", keyId);
}

export interface OpenOverlay {
  user_id: string;
  key_id: string;
}

/** Null for an unknown or renewed secret, or a creator who receives nothing. */
export async function findOpenOverlay(
  { db, tokens }: { db: Kysely<DB>; tokens: Tokens },
  secret: string,
): Promise<OpenOverlay | null> {
  const keyId = tokens.verify("overlay", secret);
  if (keyId === null) return null;
  const found = await db
    .selectFrom("overlays as o")
    .innerJoin("users as u", "u.id", "o.user_id")
    .select(["o.user_id", "o.key_id"])
    .where("o.key_id", "=", keyId)
    .where("u.status", "in", RECEIVING_STATUSES)
    .executeTakeFirst();
  return found ?? null;
}

/** Ends open streams. `keyId`: the one seen, so that two presses renew once. */
export async function renewOverlay(
  { db, clock, newId }: OverlayServices,
  { user_id, key_id }: OpenOverlay,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = clock();
    const { numUpdatedRows } = await trx
      .updateTable("overlays")
      .set({ key_id: newId(), renewed_at: now, lead_id: null, lead_until: null })
      .where("user_id", "=", user_id)
      .where("key_id", "=", key_id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await writeAudit(trx, {
      ...{ actor_id: user_id, action: "overlay.renewed", subject: `user:${user_id}` },
      ...{ before: null, after: null, now },
    });
    await notifyOverlay(trx, user_id);
  });
}

export async function pauseOverlay(
  { db, clock }: Pick<OverlayServices, "db" | "clock">,
  { user_id, is_paused }: { user_id: string; is_paused: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("overlays")
      .set({ paused_at: is_paused ? clock() : null })
      .where("user_id", "=", user_id)
      .execute();
    await notifyOverlay(trx, user_id);
  });
}

export interface OverlayStyle {
  design: Overlay["design"];
  accent: string | null;
  shown_seconds: number;
  minimum_minor: Minor | null;
  sound: Overlay["sound"];
  own_css: string | null;
}

/** Open pages follow at once. The minimum is in the creator's currency. */
export async function saveOverlayStyle(
  db: Kysely<DB>,
  { user_id, currency }: { user_id: string; currency: string },
  style: OverlayStyle,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("overlays")
      .set({ ...style, minimum_currency: style.minimum_minor === null ? null : currency })
      .where("user_id", "=", user_id)
      .execute();
    await notifyOverlay(trx, user_id);
  });
}

export async function setWordsReview(
  db: Kysely<DB>,
  { user_id, reviews_words }: { user_id: string; reviews_words: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("overlays").set({ reviews_words }).where("user_id", "=", user_id).execute();
    await notifyOverlay(trx, user_id);
  });
}
