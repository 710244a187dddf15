import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { forEachRow, forRows, type JobData, type Jobs, type RowsOutcome } from "../jobs.ts";
import { type Crop, MIDDLE } from "./crop.schema.ts";
import type {
  DrawnRendition,
  ImageFormat,
  Media,
  MediaStore,
  MediaVariant,
  PictureBudget,
  PictureRefusal,
} from "./media-port.ts";

export type MediaKey = "AVATAR" | "HEADER" | "TRIBUTE_IMAGE" | "TIP_IMAGE" | "GROUPLIST_AVATAR";

export type StoreImageOutcome =
  | { outcome: "stored"; media_id: string }
  | { outcome: "refused"; reason: PictureRefusal | "file_size" };

const variantsSchema = z.array(z.object({ name: z.string(), width: z.number(), height: z.number() }));

/** Fixed shapes are cropped, free ones fit inside. */
const RENDITIONS: Record<MediaKey, (MediaVariant & { fit: "cover" | "inside" })[]> = {
  AVATAR: [
    { name: "s", width: 128, height: 128, fit: "cover" },
    { name: "m", width: 320, height: 320, fit: "cover" },
  ],
  HEADER: [
    { name: "s", width: 720, height: 240, fit: "cover" },
    { name: "m", width: 1600, height: 533, fit: "cover" },
  ],
  TRIBUTE_IMAGE: [
    { name: "s", width: 112, height: 112, fit: "cover" },
    { name: "m", width: 600, height: 600, fit: "cover" },
    { name: "l", width: productRules.item.image_edge, height: productRules.item.image_edge, fit: "cover" },
  ],
  TIP_IMAGE: [
    { name: "s", width: 480, height: 480, fit: "inside" },
    {
      name: "m",
      width: productRules.upload.edge_maximum,
      height: productRules.upload.edge_maximum,
      fit: "inside",
    },
  ],
  GROUPLIST_AVATAR: [
    { name: "s", width: 128, height: 128, fit: "cover" },
    {
      name: "m",
      width: productRules.grouplist.avatar_edge,
      height: productRules.grouplist.avatar_edge,
      fit: "cover",
    },
  ],
};

const RENDITION_NAMES = new Set(
  Object.values(RENDITIONS).flatMap((renditions) => renditions.map(({ name }) => name)),
);

/** JPG, PNG or GIF by content, at most 10 MB. */
export async function storeImage(
  services: { db: Kysely<DB>; media: Media },
  image: {
    id: string;
    bytes: Uint8Array;
    key: MediaKey;
    is_public: boolean;
    owner_id: string | null;
    crop?: Crop;
    guest?: PictureBudget;
    now: Date;
  },
): Promise<StoreImageOutcome> {
  if (image.bytes.byteLength > productRules.upload.bytes_maximum)
    return { outcome: "refused", reason: "file_size" };
  const formats: ImageFormat[] = image.is_public ? ["webp", "jpg"] : ["webp"];
  const result = await services.media.drawPicture(image.bytes, {
    ...{ sizes: RENDITIONS[image.key], formats, crop: image.crop ?? MIDDLE, guest: image.guest ?? null },
  });
  if ("refused" in result) return { outcome: "refused", reason: result.refused };
  await storeRenditions(services, { ...image, renditions: result.drawn });
  return { outcome: "stored", media_id: image.id };
}

export function renditionsOf(key: MediaKey): MediaVariant[] {
  return RENDITIONS[key].map(({ name, width, height }) => ({ name, width, height }));
}

/** Unchecked: never for uploads. All or nothing. */
export async function storeRenditions(
  services: { db: Kysely<DB>; media: MediaStore },
  picture: {
    id: string;
    key: MediaKey;
    is_public: boolean;
    owner_id: string | null;
    renditions: readonly DrawnRendition[];
    now: Date;
  },
): Promise<void> {
  const { id, key, is_public, owner_id, renditions, now } = picture;
  const largest = renditions.at(-1);
  if (!largest) throw new Error(`no renditions for ${key}`);
  const files = renditions.flatMap((rendition) =>
    rendition.files.map(({ format, bytes }) => ({ key: fileKey(id, rendition.name, format), bytes })),
  );
  // The row first: the sweep finds what a dying process leaves.
  await services.db
    .insertInto("media_files")
    .values({
      id,
      key,
      is_public,
      width: largest.width,
      height: largest.height,
      variants: JSON.stringify(renditions.map(({ name, width, height }) => ({ name, width, height }))),
      owner_id,
      created_at: now,
    })
    .execute();
  try {
    for (const file of files) await services.media.put(file.key, file.bytes);
  } catch (error) {
    await deleteImage(services, id).catch(() => undefined);
    throw error;
  }
}

/** Null unless public and in use. `includePrivate`: the caller checked access. */
export async function readImage(
  services: { db: Kysely<DB>; media: Media },
  mediaId: string,
  variant: string,
  options: ({ includePrivate: boolean } | { ownedBy: string }) & { format?: ImageFormat },
): Promise<Uint8Array | null> {
  const file = await services.db
    .selectFrom("media_files as m")
    .select(["m.variants", "m.owner_id", isShown.as("is_shown")])
    .where("m.id", "=", mediaId)
    .executeTakeFirst();
  const isAllowed = "ownedBy" in options ? file?.owner_id === options.ownedBy : options.includePrivate;
  if (!file || !(file.is_shown || isAllowed)) return null;
  const isKnown = variantsSchema.parse(file.variants).some((rendition) => rendition.name === variant);
  if (!isKnown) return null;
  const { format = "webp" } = options;
  const kept = await services.media.get(fileKey(mediaId, variant, format));
  if (kept || format === "webp") return kept;
  // Older pictures have no JPEG.
  const webp = await services.media.get(fileKey(mediaId, variant, "webp"));
  return webp && (await services.media.drawJpeg(webp));
}

/** A group's picture stays when its owner is locked. */
const isShown = sql<boolean>`(m.is_public and ((m.key in ('AVATAR', 'HEADER') or exists (
  select from tribute_items i where i.image_id = m.id and i.status = 'ACTIVE'))
  and not exists (select from users u where u.id = m.owner_id and u.status = 'LOCKED')
  or exists (select from grouplists g
    where g.avatar_id = m.id and g.status = 'APPROVED' and g.archived_at is null)))`;

/** One in use stays. The row last: the sweep finds what is left. Also without a row, for retries. */
export async function deleteImage(
  services: { db: Kysely<DB>; media: MediaStore },
  mediaId: string,
): Promise<void> {
  const { rows } = await sql`
    select from media_files m where m.id = ${mediaId} and not (${UNUSED})`.execute(services.db);
  if (rows.length > 0) return;
  for (const key of pictureKeys(mediaId)) await services.media.delete(key);
  await services.db.deleteFrom("media_files").where("id", "=", mediaId).execute();
}

/** `unless_used`: documents that a row names stay. */
export async function eraseMedia(
  services: { db: Kysely<DB>; media: MediaStore },
  { media_ids, document_ids, unless_used = false }: JobData["media.erase"],
): Promise<RowsOutcome> {
  const used = unless_used ? await usedDocuments(services.db, document_ids) : new Set<string>();
  const erasures = [
    ...media_ids.map((id) => ({ id, erase: () => deleteImage(services, id) })),
    ...document_ids
      .filter((id) => !used.has(id))
      .map((id) => ({ id, erase: () => deleteDocument(services, id) })),
  ];
  return await forEachRow(
    erasures,
    ({ id }) => id,
    async ({ erase }) => {
      await erase();
      return 1;
    },
  );
}

async function usedDocuments(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from verification_documents where id = any(${ids}::uuid[])
    union all select document_id from pending_registrations where document_id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export function pictureKeys(mediaId: string): string[] {
  return [...RENDITION_NAMES].flatMap((name) => [
    fileKey(mediaId, name, "webp"),
    fileKey(mediaId, name, "jpg"),
  ]);
}

function fileKey(mediaId: string, variant: string, format: ImageFormat): string {
  return `${mediaId}/${variant}.${format}`;
}

const BATCH = 500;

/** A test compares it with the database's references. */
export const PICTURE_USES = [
  ["users", "avatar_id"],
  ["users", "header_id"],
  ["tribute_items", "image_id"],
  ["tips", "image_id"],
  ["grouplists", "avatar_id"],
  ["grouplists", "new_avatar_id"],
] as const;

interface SweepServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
}

/** Unused for a day. A concurrent use keeps the picture, or the database refuses it. */
export async function sweepUnusedPictures(services: SweepServices): Promise<RowsOutcome> {
  const { db, jobs } = services;
  const { unused_hours } = productRules.upload;
  const before = new Date(services.clock().getTime() - unused_hours * 3_600_000);
  return await forRows<{ id: string }>({
    size: BATCH,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and m.id > ${last.id}` : sql``;
      const { rows } = await sql<{ id: string }>`
        select m.id from media_files m where m.created_at <= ${before} and ${UNUSED} ${after}
        order by m.id limit ${BATCH}`.execute(db);
      return rows;
    },
    act: (rows) => db.transaction().execute((trx) => deleteUnused(trx, jobs, rows)),
  });
}

const UNUSED = sql.join(
  PICTURE_USES.map(
    ([table, column]) =>
      sql`not exists (select from ${sql.table(table)} u where u.${sql.ref(column)} = m.id)`,
  ),
  sql` and `,
);

async function deleteUnused(
  trx: Transaction<DB>,
  jobs: Jobs,
  found: readonly { id: string }[],
): Promise<number> {
  const { rows: locked } = await sql<{ id: string }>`
    select m.id from media_files m where m.id = any(${found.map(({ id }) => id)}::uuid[])
    order by m.id for update skip locked`.execute(trx);
  const { rows: deleted } = await sql<{ id: string }>`
    delete from media_files m where m.id = any(${locked.map(({ id }) => id)}::uuid[]) and ${UNUSED}
    returning m.id`.execute(trx);
  if (deleted.length > 0)
    await jobs.enqueue(trx, "media.erase", { media_ids: deleted.map(({ id }) => id), document_ids: [] });
  return deleted.length;
}

interface DocumentServices {
  media: MediaStore;
  encryption: Encryption;
}

export type StoredDocument =
  | {
      outcome: "stored";
      id: string;
      content_type: "image/webp" | "application/pdf";
      byte_count: number;
    }
  | { outcome: "refused"; reason: "file_format" | "file_size" | "too_long" };

/** A job erases the file later unless a row names it by then, so that a dying process leaves none. */
export async function storeDocument(
  services: SweepServices & { media: Media; encryption: Encryption },
  document: { id: string; bytes: Uint8Array },
): Promise<StoredDocument> {
  if (document.bytes.byteLength > productRules.upload.bytes_maximum)
    return { outcome: "refused", reason: "file_size" };
  const result = await services.media.drawDocument(document.bytes);
  if ("refused" in result) return { outcome: "refused", reason: result.refused };
  const { content_type, bytes } = result.drawn;
  const { db, jobs, clock } = services;
  const later = new Date(clock().getTime() + productRules.upload.unused_hours * 3_600_000);
  const erasure = { media_ids: [], document_ids: [document.id], unless_used: true };
  await db.transaction().execute((trx) => jobs.enqueue(trx, "media.erase", erasure, later));
  const encrypted = services.encryption.encrypt("document", document.id, bytes);
  await services.media.put(documentKey(document.id), encrypted);
  return {
    outcome: "stored",
    id: document.id,
    content_type,
    byte_count: bytes.byteLength,
  };
}

export async function readDocument(services: DocumentServices, id: string): Promise<Buffer | null> {
  const encrypted = await services.media.get(documentKey(id));
  return encrypted ? services.encryption.decrypt("document", id, encrypted) : null;
}

export async function readEncryptedDocument(
  { media }: Pick<DocumentServices, "media">,
  id: string,
): Promise<Uint8Array | null> {
  return await media.get(documentKey(id));
}

export async function replaceEncryptedDocument(
  { media }: Pick<DocumentServices, "media">,
  id: string,
  encrypted: Uint8Array,
): Promise<void> {
  await media.put(documentKey(id), encrypted);
}

export async function deleteDocument(services: Pick<DocumentServices, "media">, id: string): Promise<void> {
  await services.media.delete(documentKey(id));
}

export function documentKey(id: string): string {
  return `${id}/document.sealed`;
}
