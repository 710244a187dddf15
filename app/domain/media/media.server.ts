import { fileTypeFromBuffer } from "file-type";
import type { Kysely } from "kysely";
import sharp from "sharp";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../money/product-rules.ts";
import type { MediaStore } from "./media-store.ts";

export type MediaKey = "AVATAR" | "HEADER" | "TRIBUTE_IMAGE" | "TIP_IMAGE" | "GROUPLIST_AVATAR";

/** One rendition of an image: its name in the URL and its size. */
export interface MediaVariant {
  name: string;
  width: number;
  height: number;
}

export type StoreImageOutcome =
  | { outcome: "stored"; media_id: string }
  /** The specification's two refusals: "File format not recognized", "The file is too big". */
  | { outcome: "refused"; reason: "file_format" | "file_size" };

const variantsSchema = z.array(z.object({ name: z.string(), width: z.number(), height: z.number() }));

/** Which renditions each kind of picture gets: [name, width, height]; a fixed shape is cropped, a free one fits inside. */
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
    { name: "m", width: 600, height: 600, fit: "inside" },
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
  GROUPLIST_AVATAR: [{ name: "m", width: 250, height: 250, fit: "cover" }],
};

const IMAGE_TYPES = new Set(["image/jpeg", "image/png", "image/gif"]);

/**
 * Takes in a picture: judged by its content (JPG, PNG, GIF; at most 10 MB), drawn anew in our sizes as WebP, so that
 * metadata, hidden code and odd encodings stay behind. Nothing is kept of a refused file.
 */
export async function storeImage(
  services: { db: Kysely<DB>; media: MediaStore },
  image: {
    id: string;
    bytes: Uint8Array;
    key: MediaKey;
    is_public: boolean;
    owner_id: string | null;
    now: Date;
  },
): Promise<StoreImageOutcome> {
  if (image.bytes.byteLength > productRules.upload.bytes_maximum)
    return { outcome: "refused", reason: "file_size" };
  const type = await fileTypeFromBuffer(image.bytes);
  if (!type || !IMAGE_TYPES.has(type.mime)) return { outcome: "refused", reason: "file_format" };
  const drawn = await drawRenditions(image.bytes, image.key);
  if (!drawn) return { outcome: "refused", reason: "file_format" };
  const largest = drawn.at(-1);
  if (!largest) throw new Error(`no renditions for ${image.key}`);
  for (const rendition of drawn) await services.media.put(fileKey(image.id, rendition.name), rendition.bytes);
  await services.db
    .insertInto("media_files")
    .values({
      id: image.id,
      key: image.key,
      is_public: image.is_public,
      width: largest.width,
      height: largest.height,
      variants: JSON.stringify(drawn.map(({ name, width, height }) => ({ name, width, height }))),
      owner_id: image.owner_id,
      created_at: image.now,
    })
    .execute();
  return { outcome: "stored", media_id: image.id };
}

/** The bytes (WebP) of one rendition, or null. Public pictures only, unless the caller has checked the right to see it. */
export async function readImage(
  services: { db: Kysely<DB>; media: MediaStore },
  mediaId: string,
  variant: string,
  options: { includePrivate: boolean },
): Promise<Uint8Array | null> {
  const file = await services.db
    .selectFrom("media_files")
    .select(["variants", "is_public"])
    .where("id", "=", mediaId)
    .executeTakeFirst();
  if (!file || (!file.is_public && !options.includePrivate)) return null;
  const known = variantsSchema.parse(file.variants).some((rendition) => rendition.name === variant);
  return known ? await services.media.get(fileKey(mediaId, variant)) : null;
}

/** Removes a picture's row and bytes. */
export async function deleteImage(
  services: { db: Kysely<DB>; media: MediaStore },
  mediaId: string,
): Promise<void> {
  const file = await services.db
    .deleteFrom("media_files")
    .where("id", "=", mediaId)
    .returning("variants")
    .executeTakeFirst();
  for (const variant of variantsSchema.parse(file?.variants ?? []))
    await services.media.delete(fileKey(mediaId, variant.name));
}

function fileKey(mediaId: string, variant: string): string {
  return `${mediaId}/${variant}.webp`;
}

async function drawRenditions(
  bytes: Uint8Array,
  key: MediaKey,
): Promise<(MediaVariant & { bytes: Buffer })[] | null> {
  try {
    return await Promise.all(
      RENDITIONS[key].map(async ({ name, width, height, fit }) => {
        const { data, info } = await sharp(bytes, {
          limitInputPixels: productRules.upload.pixels_maximum,
          failOn: "error",
        })
          .autoOrient()
          .resize({ width, height, fit, withoutEnlargement: fit === "inside" })
          .webp({ quality: 78 })
          .toBuffer({ resolveWithObject: true });
        return { name, width: info.width, height: info.height, bytes: data };
      }),
    );
  } catch {
    // sharp refuses what it cannot decode whole (truncated, too many pixels, a decoder's own limit): all the same to a fan.
    return null;
  }
}
