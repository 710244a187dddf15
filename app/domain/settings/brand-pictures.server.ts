import { createHash } from "node:crypto";
import type { BrandPicture } from "../../product-settings.ts";
import type { Drawing } from "../media/media-port.ts";
import type { BrandPictureName } from "./settings.schema.ts";
import { changeBrandPicture, type SettingsOutcome } from "./settings.server.ts";

const SIZES: Record<BrandPictureName, { width: number; height: number; isSquare: boolean }> = {
  logo_light: { width: 280, height: 64, isSquare: false },
  logo_dark: { width: 280, height: 64, isSquare: false },
  icon: { width: 192, height: 192, isSquare: true },
};

const UPLOAD_BYTES_MAXIMUM = 512 * 1024;
/** Guests load the logo with each first page. */
const BYTES_MAXIMUM = 20_000;

/** Its content never changes. */
export function brandPictureUrl({ hash }: BrandPicture): string {
  return `/media/brand/${hash}.png`;
}

export async function uploadBrandPicture(
  services: Parameters<typeof changeBrandPicture>[0] & { media: Pick<Drawing, "drawSign"> },
  given: { operator_id: string; name: BrandPictureName; bytes: Uint8Array },
): Promise<SettingsOutcome | { refused: "file_format" | "file_size" | "too_long" }> {
  const { operator_id, name, bytes } = given;
  if (bytes.byteLength > UPLOAD_BYTES_MAXIMUM) return { refused: "file_size" };
  const result = await services.media.drawSign(bytes, SIZES[name]);
  if ("refused" in result) return { refused: result.refused };
  const { png, width, height } = result.drawn;
  if (png.byteLength > BYTES_MAXIMUM) return { refused: "file_size" };
  const hash = createHash("sha256").update(png).digest("hex").slice(0, 32);
  const picture = { hash, width, height, data: Buffer.from(png).toString("base64") };
  return await changeBrandPicture(services, { operator_id, name, picture });
}
