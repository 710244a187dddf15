import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { isUniqueViolation } from "../../../db/unique-violation.ts";
import { productRules } from "../../product-rules.ts";
import type { Crop } from "../media/crop.schema.ts";
import type { Media } from "../media/media-port.ts";
import { deleteImage, type StoreImageOutcome, storeImage } from "../media/pictures.server.ts";
import { noteVatId } from "../tax/vies.server.ts";
import { isReservedUsername, isUsername } from "./names.ts";

export interface ProfileFields {
  username: string;
  name: string;
  firstname: string | null;
  lastname: string | null;
  country_id: number | null;
  company: string | null;
  eu_ust_id: string | null;
  address: string | null;
  zipcode: string | null;
  city: string | null;
  date_of_birth: string | null;
}

type ProfileSaved =
  | { outcome: "saved" }
  | { outcome: "username_invalid" }
  | { outcome: "username_too_soon"; until: Date };

/**
 * Absent fields stay. An old username redirects for 90 days. A job looks a new VAT id up (docs/product.md,
 * 6.5).
 */
export async function saveProfile(
  db: Kysely<DB>,
  userId: string,
  fields: Partial<ProfileFields>,
  reservedNames: ReadonlySet<string>,
  now: Date,
): Promise<ProfileSaved> {
  const save = async (trx: Transaction<DB>): Promise<ProfileSaved> => {
    const user = await trx
      .selectFrom("users")
      .select(["username", "username_changed_at", "eu_ust_id"])
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const username = fields.username ?? user.username;
    const isRenamed = user.username !== null && user.username.toLowerCase() !== username?.toLowerCase();
    if (isRenamed && user.username !== null && username !== null) {
      const until = nextRename(user.username_changed_at);
      if (until > now) return { outcome: "username_too_soon", until };
      if (!(await isUsernameFree(trx, { username, user_id: userId, reservedNames, now })))
        return { outcome: "username_invalid" };
      await keepOldName(trx, { user_id: userId, old_name: user.username, new_name: username, now });
    }
    await trx
      .updateTable("users")
      .set({ ...fields, ...(isRenamed ? { username_changed_at: now } : {}), updated_at: now })
      .where("id", "=", userId)
      .execute();
    const { eu_ust_id: vat_id = user.eu_ust_id } = fields;
    if (vat_id !== user.eu_ust_id) await noteVatId(trx, { user_id: userId, vat_id, now });
    return { outcome: "saved" };
  };
  try {
    return await db.transaction().execute(save);
  } catch (error) {
    if (isUniqueViolation(error)) return { outcome: "username_invalid" };
    throw error;
  }
}

export type ProfilePictureKind = "avatar" | "header";

interface PictureServices {
  db: Kysely<DB>;
  media: Media;
  newId: () => string;
  clock: () => Date;
}

/** Deletes the old one. */
export async function setProfilePicture(
  services: PictureServices,
  userId: string,
  kind: ProfilePictureKind,
  bytes: Uint8Array,
  crop?: Crop,
): Promise<"saved" | Extract<StoreImageOutcome, { outcome: "refused" }>["reason"]> {
  const stored = await storeProfilePicture(services, userId, kind, bytes, crop);
  if (stored.outcome === "refused") return stored.reason;
  await replaceProfilePicture(services, userId, kind, stored.media_id);
  return "saved";
}

/** Not shown before `replaceProfilePicture`. */
export async function storeProfilePicture(
  services: PictureServices,
  userId: string,
  kind: ProfilePictureKind,
  bytes: Uint8Array,
  crop?: Crop,
): Promise<StoreImageOutcome> {
  return await storeImage(services, {
    id: services.newId(),
    bytes,
    key: kind === "avatar" ? "AVATAR" : "HEADER",
    is_public: true,
    owner_id: userId,
    ...(crop ? { crop } : {}),
    now: services.clock(),
  });
}

export async function removeProfilePicture(
  services: PictureServices,
  userId: string,
  kind: ProfilePictureKind,
): Promise<void> {
  await replaceProfilePicture(services, userId, kind, null);
}

/** Deletes the old one. */
export async function replaceProfilePicture(
  services: PictureServices,
  userId: string,
  kind: ProfilePictureKind,
  mediaId: string | null,
): Promise<void> {
  const column = kind === "avatar" ? "avatar_id" : "header_id";
  const old = await services.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(column)
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("users")
      .set({ [column]: mediaId, updated_at: services.clock() })
      .where("id", "=", userId)
      .execute();
    return user[column] ?? null;
  });
  if (old !== null) await deleteImage(services, old);
}

const DAY_MS = 86_400_000;

/** Not reserved, used or redirecting; the unique index catches races (docs/product.md, 6.5). */
export async function isUsernameFree(
  db: Kysely<DB>,
  given: { username: string; user_id: string; reservedNames: ReadonlySet<string>; now: Date },
): Promise<boolean> {
  if (!isUsername(given.username) || isReservedUsername(given.username, given.reservedNames)) return false;
  const name = given.username.toLowerCase();
  const taken = await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["username"]), "=", name))
    .where("id", "!=", given.user_id)
    .executeTakeFirst();
  if (taken) return false;
  const kept = await db
    .selectFrom("username_history")
    .select("user_id")
    .where("username", "=", name)
    .where("user_id", "!=", given.user_id)
    .where("redirects_until", ">", given.now)
    .executeTakeFirst();
  return kept === undefined;
}

/** The new name, and reserved ones, stop redirecting. */
async function keepOldName(
  trx: Transaction<DB>,
  given: { user_id: string; old_name: string; new_name: string; now: Date },
): Promise<void> {
  const { user_id, now } = given;
  await trx
    .deleteFrom("username_history")
    .where((is) =>
      is.or([
        is("username", "=", given.new_name.toLowerCase()),
        is.and([is("user_id", "=", user_id), is("redirects_until", "is", null)]),
      ]),
    )
    .execute();
  const redirects_until = new Date(now.getTime() + productRules.username_redirect_days * DAY_MS);
  await trx
    .insertInto("username_history")
    .values({ username: given.old_name.toLowerCase(), user_id, redirects_until })
    .onConflict((conflict) => conflict.column("username").doUpdateSet({ user_id, redirects_until }))
    .execute();
}

/** Null unless the present name became reserved. */
export async function findReservedName(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("username_history")
    .select("username")
    .where("user_id", "=", userId)
    .where("redirects_until", "is", null)
    .executeTakeFirst();
  return row?.username ?? null;
}

function nextRename(changedAt: Date | null): Date {
  return new Date((changedAt?.getTime() ?? 0) + productRules.username_change_days * DAY_MS);
}

/** Of the last 90 days, or null. */
export async function findRenamed(db: Kysely<DB>, username: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom("username_history as e")
    .innerJoin("users as u", "u.id", "e.user_id")
    .select("u.username")
    .where("e.username", "=", username.toLowerCase())
    .where((is) => is.or([is("e.redirects_until", ">", now), is("e.redirects_until", "is", null)]))
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .executeTakeFirst();
  return row?.username ?? null;
}
