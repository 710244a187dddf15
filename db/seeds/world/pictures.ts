import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type MediaKey, renditionsOf } from "../../../app/domain/media/media.server.ts";
import type { DrawnRendition, MediaVariant } from "../../../app/domain/media/media-port.ts";
import { drawSmaller } from "../../../app/media/drawing.server.ts";
import type { DemoCreator } from "./creator-type.ts";

/** From the working directory, as the bundle is elsewhere. */
export const PICTURES_FOLDER = join(process.cwd(), "demo/pictures");

export interface DemoPicture {
  key: MediaKey;
  creator: string;
  name: string;
}

export function picturesOf(creator: DemoCreator): DemoPicture[] {
  const names: [MediaKey, string][] = [];
  if (creator.hasAvatar) names.push(["AVATAR", "avatar"]);
  if (creator.hasHeader) names.push(["HEADER", "header"]);
  for (const { picture } of creator.items) if (picture) names.push(["TRIBUTE_IMAGE", `item-${picture}`]);
  return names.map(([key, name]) => ({ key, creator: creator.username, name }));
}

/** Such as "joerdis/avatar.webp", in the largest size of a page. */
export function pictureFile({ creator, name }: DemoPicture): string {
  return `${creator}/${name}.webp`;
}

/** No page shows an item's largest size. */
export function demoSizes(key: MediaKey): MediaVariant[] {
  return renditionsOf(key).filter(({ name }) => name !== "l");
}

/** Draws smaller ones here, JPEG on request. Each fills its bounds. */
export async function readRenditions(picture: DemoPicture): Promise<DrawnRendition[]> {
  const file = await readFile(join(PICTURES_FOLDER, pictureFile(picture)));
  const sizes = demoSizes(picture.key);
  return await Promise.all(
    sizes.map(async (size) => {
      const bytes = size === sizes.at(-1) ? file : await drawSmaller(file, size);
      return { ...size, files: [{ format: "webp" as const, bytes }] };
    }),
  );
}
