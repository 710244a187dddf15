import type { Crop } from "./crop.schema.ts";

export interface MediaStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Throws RangeError for a key outside of the store. */
export function requireMediaKey(key: string): void {
  if (!KEY.test(key)) throw new RangeError(`not a media key: ${key}`);
}

/** Its message has no secret. */
export class MediaStoreError extends Error {
  override name = "MediaStoreError";
  /** Temporary: retry. */
  readonly isAway: boolean;

  constructor(message: string, { isAway }: { isAway: boolean }) {
    super(message);
    this.isAway = isAway;
  }
}

export type ImageFormat = "webp" | "jpg";

export interface MediaVariant {
  name: string;
  width: number;
  height: number;
}

export interface DrawnRendition extends MediaVariant {
  files: { format: ImageFormat; bytes: Uint8Array }[];
}

export interface PictureBudget {
  take(megabytes: number): Promise<boolean>;
  spend(ms: number): Promise<void>;
}

export type PictureRefusal = "file_format" | "too_long" | "too_often";

/** Drops metadata and hidden content. */
export interface Drawing {
  drawPicture(
    bytes: Uint8Array,
    order: {
      sizes: readonly (MediaVariant & { fit: "cover" | "inside" })[];
      formats: readonly ImageFormat[];
      crop: Crop;
      guest: PictureBudget | null;
    },
  ): Promise<{ drawn: DrawnRendition[] } | { refused: PictureRefusal }>;
  /** JPG, PNG, GIF or whole PDF, by content. */
  drawDocument(
    bytes: Uint8Array,
  ): Promise<
    | { drawn: { content_type: "image/webp" | "application/pdf"; bytes: Uint8Array } }
    | { refused: "file_format" | "too_long" }
  >;
  drawJpeg(webp: Uint8Array): Promise<Uint8Array>;
  /** SVG or PNG by content, as PNG; a square has transparent edges. */
  drawSign(
    bytes: Uint8Array,
    size: { width: number; height: number; isSquare: boolean },
  ): Promise<
    { drawn: { png: Uint8Array; width: number; height: number } } | { refused: "file_format" | "too_long" }
  >;
}

export type Media = MediaStore & Drawing;
