import sharp from "sharp";
import type { AvatarArt, HeaderArt, ItemArt } from "./art/art-types.ts";
import { avatarSvg } from "./art/avatar-art.ts";
import { headerSvg } from "./art/header-art.ts";
import { itemSvg } from "./art/item-art.ts";

export type { AvatarArt, HeaderArt, ItemArt } from "./art/art-types.ts";

/** Draws an avatar: PNG, 512 by 512, the same for the same spec. */
export function drawAvatar(art: AvatarArt): Promise<Buffer> {
  return rasterise(avatarSvg(art));
}

/** Draws a header: PNG, 1600 by 533, the same for the same spec. */
export function drawHeader(art: HeaderArt): Promise<Buffer> {
  return rasterise(headerSvg(art));
}

/** Draws the picture of a tribute item: PNG, 600 by 600, the same for the same spec. */
export function drawItem(art: ItemArt): Promise<Buffer> {
  return rasterise(itemSvg(art));
}

function rasterise(picture: string): Promise<Buffer> {
  return sharp(Buffer.from(picture)).png({ compressionLevel: 6 }).toBuffer();
}
