import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type DrawnRendition,
  type ImageFormat,
  type MediaKey,
  type MediaVariant,
  renditionsOf,
} from "../../../app/media/media.server.ts";
import type { DemoCreator } from "./creator-type.ts";

/** From the working directory, as the bundle is elsewhere. */
export const PICTURES_FOLDER = join(process.cwd(), "db/seeds/world/pictures");

const FORMATS: readonly ImageFormat[] = ["webp", "jpg"];

export interface DemoPicture {
  key: MediaKey;
  creator: string;
  /** "avatar", "header" or "item-" and a name. */
  name: string;
}

/** In storing order. */
export function picturesOf(creator: DemoCreator): DemoPicture[] {
  const names: [MediaKey, string][] = [];
  if (creator.hasAvatar) names.push(["AVATAR", "avatar"]);
  if (creator.hasHeader) names.push(["HEADER", "header"]);
  for (const { picture } of creator.items) if (picture) names.push(["TRIBUTE_IMAGE", `item-${picture}`]);
  return names.map(([key, name]) => ({ key, creator: creator.username, name }));
}

/** Such as "joerdis/avatar-s.webp". */
export function renditionFile(picture: DemoPicture, rendition: string, format: ImageFormat): string {
  return `${picture.creator}/${picture.name}-${rendition}.${format}`;
}

/** No page shows an item's largest size. */
export function demoSizes(key: MediaKey): MediaVariant[] {
  return renditionsOf(key).filter(({ name }) => name !== "l");
}

/** Each fills its bounds. */
export async function readRenditions(picture: DemoPicture): Promise<DrawnRendition[]> {
  return await Promise.all(
    demoSizes(picture.key).map(async (rendition) => ({
      ...rendition,
      files: await Promise.all(
        FORMATS.map(async (format) => ({
          format,
          bytes: await readFile(join(PICTURES_FOLDER, renditionFile(picture, rendition.name, format))),
        })),
      ),
    })),
  );
}
