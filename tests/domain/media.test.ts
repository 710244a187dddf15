import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { describe, expect } from "vitest";
import {
  deleteImage,
  type MediaKey,
  readImage,
  renditionsOf,
  storeImage,
  storeRenditions,
} from "../../app/domain/media/media.server.ts";
import { localMediaStore } from "../../app/media/local-store.server.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
let database: TestDatabase;
let media: ReturnType<typeof memoryStore>;

it.beforeAll(async ({ database: own }) => {
  database = own;
  media = memoryStore();
});

const services = () => ({ db: database.db, media });
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c8451b" } });

async function store(bytes: Uint8Array, key: MediaKey = "TIP_IMAGE", isPublic = false) {
  return await storeImage(services(), {
    id: crypto.randomUUID(),
    bytes,
    key,
    is_public: isPublic,
    owner_id: null,
    now: NOW,
  });
}

async function stored(bytes: Uint8Array, key: MediaKey = "TIP_IMAGE", isPublic = false): Promise<string> {
  const outcome = await store(bytes, key, isPublic);
  if (outcome.outcome !== "stored") throw new Error(outcome.reason);
  return outcome.media_id;
}

describe("a picture", () => {
  it("a picture may be a JPG, PNG or GIF, and is drawn anew as WebP", async () => {
    for (const bytes of [
      await canvas(60, 40).jpeg().toBuffer(),
      await canvas(60, 40).png().toBuffer(),
      await canvas(60, 40).gif().toBuffer(),
    ]) {
      const id = await stored(bytes);
      const drawn = await readImage(services(), id, "m", { includePrivate: true });
      expect(await sharp(drawn ?? Buffer.alloc(0)).metadata()).toMatchObject({
        format: "webp",
        width: 60,
        height: 40,
      });
    }
  });

  it("a picture is judged by its content, whatever its name or type says", async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    );
    const others = [
      svg,
      await canvas(9, 9).tiff().toBuffer(),
      Buffer.from("%PDF-1.7\n"),
      Buffer.from("<html>"),
      Buffer.alloc(0),
    ];
    for (const bytes of others)
      expect(await store(bytes)).toEqual({ outcome: "refused", reason: "file_format" });
  });

  it("a picture that is broken, or pretends to be one, is refused and leaves nothing behind", async () => {
    const before = media.keys().length;
    const png = await canvas(500, 500).png().toBuffer();
    const jpeg = await canvas(500, 500).jpeg().toBuffer();
    for (const bytes of [
      png.subarray(0, png.length - 40),
      jpeg.subarray(0, 300),
      Buffer.concat([png.subarray(0, 24), Buffer.alloc(2000, 7)]),
    ]) {
      expect(await store(bytes)).toEqual({ outcome: "refused", reason: "file_format" });
    }
    expect(media.keys()).toHaveLength(before);
  });

  it("a picture may have 10 MB and not a byte more", async () => {
    const png = await canvas(10, 10).png().toBuffer();
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    expect(await store(padded(10 * 1024 * 1024))).toMatchObject({ outcome: "stored" });
    expect(await store(padded(10 * 1024 * 1024 + 1))).toEqual({ outcome: "refused", reason: "file_size" });
  });

  it("a picture with too many pixels is refused before it is unpacked", async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: "white" } })
      .png()
      .toBuffer();
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    expect(await store(bomb)).toEqual({ outcome: "refused", reason: "file_format" });
  });

  it("a picture loses the camera's metadata, and stands upright", async () => {
    const camera = await canvas(80, 40)
      .withExif({
        IFD0: { Artist: "Somebody", Copyright: "at home" },
        IFD3: { GPSLatitude: "52/1 31/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const id = await stored(camera);
    const drawn = Buffer.from((await readImage(services(), id, "m", { includePrivate: true })) ?? []);
    const { exif, orientation, width, height } = await sharp(drawn).metadata();
    expect({ exif, orientation, width, height }).toEqual({
      exif: undefined,
      orientation: undefined,
      width: 40,
      height: 80,
    });
    expect(drawn.toString("latin1")).not.toContain("Somebody");
  });

  it("a picture is at most 1200 wide and high, keeps its shape, and is never enlarged", async () => {
    const id = await stored(await canvas(3000, 1500).jpeg().toBuffer());
    const sizes = await Promise.all(
      ["s", "m"].map(async (variant) => {
        const { width, height } = await sharp(
          (await readImage(services(), id, variant, { includePrivate: true })) ?? [],
        ).metadata();
        return [width, height];
      }),
    );
    expect(sizes).toEqual([
      [480, 240],
      [1200, 600],
    ]);
  });

  it("a picture of an avatar is cropped to a square, of a header to a band", async () => {
    const bytes = await canvas(400, 300).png().toBuffer();
    for (const [key, width, height] of [
      ["AVATAR", 320, 320],
      ["HEADER", 1600, 533],
    ] as const) {
      const drawn = await readImage(services(), await stored(bytes, key, true), "m", {
        includePrivate: false,
      });
      expect(await sharp(drawn ?? Buffer.alloc(0)).metadata()).toMatchObject({ width, height });
    }
  });

  it("a picture that is public is there as JPEG too, in the same sizes; a transparent one stands on white", async () => {
    const clear = sharp({ create: { width: 400, height: 300, channels: 4, background: "#00000000" } });
    const id = await stored(await clear.png().toBuffer(), "HEADER", true);
    for (const variant of ["s", "m"]) {
      const read = async (format: "webp" | "jpg") =>
        sharp((await readImage(services(), id, variant, { includePrivate: false, format })) ?? []);
      const [webp, jpg] = [await (await read("webp")).metadata(), await (await read("jpg")).metadata()];
      expect([webp.format, jpg.format]).toEqual(["webp", "jpeg"]);
      expect([jpg.width, jpg.height]).toEqual([webp.width, webp.height]);
      expect((await (await read("jpg")).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([
        255, 255, 255,
      ]);
    }
  });

  it("a picture that was kept before there were JPEGs is drawn as one when it is asked for", async () => {
    const id = await stored(await canvas(400, 400).png().toBuffer(), "AVATAR", true);
    for (const variant of ["s", "m"]) await media.delete(`${id}/${variant}.jpg`);
    const drawn = await readImage(services(), id, "m", { includePrivate: false, format: "jpg" });
    expect(await sharp(drawn ?? []).metadata()).toMatchObject({ format: "jpeg", width: 320, height: 320 });
    expect(await readImage(services(), id, "xl", { includePrivate: false, format: "jpg" })).toBeNull();
    await deleteImage(services(), id);
    expect(media.keys().filter((key) => key.startsWith(id))).toEqual([]);
  });

  it("a picture whose renditions are ready is stored as they are, and not at all when its row is refused", async () => {
    const renditions = renditionsOf("AVATAR").map((rendition) => ({
      ...rendition,
      files: (["webp", "jpg"] as const).map((format) => ({
        format,
        bytes: Buffer.from(`${rendition.name} as ${format}`),
      })),
    }));
    const picture = { key: "AVATAR" as const, is_public: true, owner_id: null, renditions, now: NOW };
    const id = crypto.randomUUID();
    await storeRenditions(services(), { ...picture, id });
    for (const { name, files } of renditions)
      for (const { format, bytes } of files)
        expect(await readImage(services(), id, name, { includePrivate: false, format })).toEqual(bytes);
    const row = await database.db
      .selectFrom("media_files")
      .select(["width", "height", "variants"])
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row).toEqual({ width: 320, height: 320, variants: renditionsOf("AVATAR") });
    const before = media.keys();
    await expect(storeRenditions(services(), { ...picture, id: "no-uuid" })).rejects.toThrow();
    expect(media.keys()).toEqual(before);
  });

  it("a picture that is private is shown only to those who may see it; to others it does not exist", async () => {
    const id = await stored(await canvas(20, 20).png().toBuffer());
    expect(await readImage(services(), id, "m", { includePrivate: false })).toBeNull();
    expect(await readImage(services(), id, "xl", { includePrivate: true })).toBeNull();
    expect(await readImage(services(), crypto.randomUUID(), "m", { includePrivate: true })).toBeNull();
  });

  it("a picture that is deleted is gone, with its bytes", async () => {
    const id = await stored(await canvas(20, 20).png().toBuffer());
    expect(media.keys().filter((key) => key.startsWith(id))).toHaveLength(2);
    await deleteImage(services(), id);
    expect(media.keys().filter((key) => key.startsWith(id))).toEqual([]);
    const open = await stored(await canvas(20, 20).png().toBuffer(), "AVATAR", true);
    expect(media.keys().filter((key) => key.startsWith(open))).toHaveLength(4);
    await deleteImage(services(), open);
    expect(media.keys().filter((key) => key.startsWith(open))).toEqual([]);
    expect(await readImage(services(), id, "m", { includePrivate: true })).toBeNull();
    await deleteImage(services(), id);
  });
});

describe("the folder of pictures", () => {
  it("the folder of pictures returns the files that were stored, and nothing for a file that was not", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "tribute-media-"));
    try {
      const local = localMediaStore(folder, randomUUID);
      await local.put("abc/m.webp", Buffer.from("bytes"));
      expect(Buffer.from((await local.get("abc/m.webp")) ?? []).toString()).toBe("bytes");
      expect(await local.get("abc/s.webp")).toBeNull();
      await local.delete("abc/m.webp");
      await local.delete("abc/m.webp");
      expect(await local.get("abc/m.webp")).toBeNull();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("the folder of pictures is never left by a key that points elsewhere", async () => {
    const local = localMediaStore(path.join(tmpdir(), "tribute-media-nowhere"), randomUUID);
    for (const key of [
      "../secret.webp",
      "/etc/passwd",
      "a/../../b.webp",
      "a\\b.webp",
      "A.webp",
      "a.webp\0",
      "",
    ]) {
      await expect(local.get(key), key).rejects.toThrow(RangeError);
      await expect(local.put(key, Buffer.from("x")), key).rejects.toThrow(RangeError);
    }
  });
});
