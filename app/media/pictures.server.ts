import { type Kysely, sql } from "kysely";
import type { Sharp } from "sharp";
import { z } from "zod";
import type { DB } from "../../db/schema.ts";
import { forEachRow, type RowsOutcome } from "../jobs/jobs.server.ts";
import { productRules } from "../product-rules.ts";
import { type Crop, cropWindow, MIDDLE } from "./crop.schema.ts";
import {
  type DecodedPicture,
  drawForGuest,
  loadSharp,
  type PictureBudget,
  type PictureRefusal,
  uploadKind,
  withPicture,
} from "./decoded-picture.server.ts";
import { deleteDocument } from "./documents.server.ts";
import type { MediaStore } from "./media-store.ts";

export type MediaKey = "AVATAR" | "HEADER" | "TRIBUTE_IMAGE" | "TIP_IMAGE" | "GROUPLIST_AVATAR";

/** Public pictures in both, for old browsers; private ones as WebP. */
export type ImageFormat = "webp" | "jpg";

export interface MediaVariant {
  name: string;
  width: number;
  height: number;
}

export interface DrawnRendition extends MediaVariant {
  files: { format: ImageFormat; bytes: Uint8Array }[];
}

export type StoreImageOutcome =
  | { outcome: "stored"; media_id: string }
  /** The prescribed refusals (docs/product.md, 10.1): "File format not recognized", "The file is too big". */
  | { outcome: "refused"; reason: PictureRefusal | "file_size" };

const variantsSchema = z.array(z.object({ name: z.string(), width: z.number(), height: z.number() }));

/** [name, width, height]: fixed shapes are cropped, free ones fit inside. */
const RENDITIONS: Record<
  MediaKey,
  { name: string; width: number; height: number; fit: "cover" | "inside" }[]
> = {
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

/**
 * JPG, PNG or GIF by content, at most 10 MB. Redrawn in our sizes, which drops metadata and hidden content. A
 * refused file is not stored.
 */
export async function storeImage(
  services: { db: Kysely<DB>; media: MediaStore },
  image: {
    id: string;
    bytes: Uint8Array;
    key: MediaKey;
    is_public: boolean;
    owner_id: string | null;
    /** For fixed shapes; the centre by default. */
    crop?: Crop;
    guest?: PictureBudget;
    now: Date;
  },
): Promise<StoreImageOutcome> {
  if (image.bytes.byteLength > productRules.upload.bytes_maximum)
    return { outcome: "refused", reason: "file_size" };
  const kind = await uploadKind(image.bytes);
  if (kind !== "picture" && kind !== "web_picture") return { outcome: "refused", reason: "file_format" };
  const formats: ImageFormat[] = image.is_public ? ["webp", "jpg"] : ["webp"];
  const drawn = await withPicture(
    image.bytes,
    image.guest ?? null,
    async (picture) => await drawRenditions(picture, image.key, formats, image.crop ?? MIDDLE),
  );
  if ("refused" in drawn) return { outcome: "refused", reason: drawn.refused };
  await storeRenditions(services, { ...image, renditions: drawn.done });
  return { outcome: "stored", media_id: image.id };
}

export function renditionsOf(key: MediaKey): MediaVariant[] {
  return RENDITIONS[key].map(({ name, width, height }) => ({ name, width, height }));
}

/** Unchecked: only for drawn renditions and the project's own files, never uploads. Stores all or nothing. */
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
  try {
    for (const file of files) await services.media.put(file.key, file.bytes);
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
  } catch (error) {
    // Removes files without a row, as far as the store permits.
    await Promise.allSettled(files.map((file) => services.media.delete(file.key)));
    throw error;
  }
}

/**
 * Null unless public and in use. `ownedBy`: for its owner; `includePrivate`: the caller has checked access.
 */
export async function readImage(
  services: { db: Kysely<DB>; media: MediaStore },
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
  // Older pictures and the demo's have no JPEG: drawn on request.
  const webp = await services.media.get(fileKey(mediaId, variant, "webp"));
  if (webp === null) return null;
  const sharp = await loadSharp();
  return await drawForGuest(() => writeAgain(sharp(webp), "jpg"));
}

/** Of pictures `m`: public and in a visible place. A group's picture stays when its owner is locked. */
const isShown = sql<boolean>`(m.is_public and ((m.key in ('AVATAR', 'HEADER') or exists (
  select from tribute_items i where i.image_id = m.id and i.status = 'ACTIVE'))
  and not exists (select from users u where u.id = m.owner_id and u.status = 'LOCKED')
  or exists (select from grouplists g
    where g.avatar_id = m.id and g.status = 'APPROVED' and g.archived_at is null)))`;

/** Also after the row is gone, for retries. */
export async function deleteImage(
  services: { db: Kysely<DB>; media: MediaStore },
  mediaId: string,
): Promise<void> {
  await services.db.deleteFrom("media_files").where("id", "=", mediaId).execute();
  for (const key of pictureKeys(mediaId)) await services.media.delete(key);
}

/** One failure does not stop the others. */
export async function eraseMedia(
  services: { db: Kysely<DB>; media: MediaStore },
  { media_ids, document_ids }: { media_ids: readonly string[]; document_ids: readonly string[] },
): Promise<RowsOutcome> {
  const erasures = [
    ...media_ids.map((id) => ({ id, erase: () => deleteImage(services, id) })),
    ...document_ids.map((id) => ({ id, erase: () => deleteDocument(services, id) })),
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

/** Not every rendition exists. */
export function pictureKeys(mediaId: string): string[] {
  return [...RENDITION_NAMES].flatMap((name) => [
    fileKey(mediaId, name, "webp"),
    fileKey(mediaId, name, "jpg"),
  ]);
}

function fileKey(mediaId: string, variant: string, format: ImageFormat): string {
  return `${mediaId}/${variant}.${format}`;
}

/** Sequential: parallel drawing would take all threads and multiply memory. */
async function drawRenditions(
  picture: DecodedPicture,
  key: MediaKey,
  formats: readonly ImageFormat[],
  crop: Crop,
): Promise<DrawnRendition[]> {
  const sharp = await loadSharp();
  const renditions: DrawnRendition[] = [];
  for (const { name, width, height, fit } of RENDITIONS[key]) {
    const drawing =
      fit === "cover" ? picture.draw().extract(cropWindow(picture, { width, height }, crop)) : picture.draw();
    const resized = drawing.resize({ width, height, fit, withoutEnlargement: fit === "inside" });
    const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files: DrawnRendition["files"] = [];
    for (const format of formats) files.push({ format, bytes: await write(sharp(data, { raw }), format) });
    renditions.push({ name, width: info.width, height: info.height, files });
  }
  return renditions;
}

/** Of a WebP of the project's own, with the same shape. */
export async function drawSmaller(
  webp: Uint8Array,
  { width, height }: Pick<MediaVariant, "width" | "height">,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return await writeAgain(sharp(webp).resize({ width, height }), "webp");
}

/** Of a lossy picture: a higher quality would add bytes for the losses that it has. */
async function writeAgain(drawing: Sharp, format: ImageFormat): Promise<Buffer> {
  if (format === "webp") return await drawing.webp({ quality: 70 }).toBuffer();
  return await drawing.flatten({ background: "#ffffff" }).jpeg({ quality: 40, mozjpeg: true }).toBuffer();
}

async function write(drawing: Sharp, format: ImageFormat): Promise<Buffer> {
  if (format === "webp") return await drawing.webp({ quality: 78 }).toBuffer();
  // JPEG has no transparency.
  return await drawing.flatten({ background: "#ffffff" }).jpeg({ quality: 74, progressive: true }).toBuffer();
}
