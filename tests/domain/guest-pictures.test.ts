import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect } from "vitest";
import { storeImage } from "../../app/domain/media/media.server.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { manyScans } from "../support/fixtures/odd-pictures.ts";

// What pictures of guests may cost, by their points and their time (docs/limits.md).

let database: TestDatabase;
let costly: Buffer;

test.beforeAll(async ({ database: own }) => {
  database = own;
  // A few hundred kilobytes, and 40 million points of 16 bits.
  costly = await sharp({ create: { width: 5000, height: 8000, channels: 3, background: "#246" } })
    .toColourspace("rgb16")
    .png({ compressionLevel: 9 })
    .toBuffer();
});

const small = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#246" } })
    .png()
    .toBuffer();

/** Stores pictures at once, as a guest with so many megabytes, or as a creator; tells in which order they ended. */
function visitor(megabytes: number) {
  const seen = { taken: [] as number[], spent: [] as number[], ended: [] as string[] };
  const budget = {
    take: async (cost: number) => {
      seen.taken.push(cost);
      return cost <= megabytes;
    },
    spend: async (ms: number) => void seen.spent.push(ms),
  };
  const store = async (name: string, bytes: Uint8Array, isGuest: boolean) => {
    const stored = await storeImage(
      { db: database.db, media: memoryStore() },
      {
        ...({ id: randomUUID(), bytes, key: isGuest ? "TIP_IMAGE" : "AVATAR", is_public: false } as const),
        ...{ owner_id: null, now: new Date("2026-11-25T10:00:00Z"), ...(isGuest ? { guest: budget } : {}) },
      },
    );
    seen.ended.push(name);
    return stored.outcome === "stored" ? "stored" : stored.reason;
  };
  return { seen, store };
}

test("a picture of 16 bits counts twice its points, and nothing of it is decoded beyond the budget", async () => {
  expect(costly.byteLength).toBeLessThan(500_000);
  const { seen, store } = visitor(79);
  expect(await store("costly", costly, true)).toBe("too_often");
  expect(seen).toMatchObject({ taken: [80], spent: [] });
  expect(await store("small", await small(), true)).toBe("stored");
  expect(seen.taken).toEqual([80, 1]);
  expect(seen.spent).toHaveLength(1);
});

test("a JPEG of thousands of scans, which takes longer than any limit sees, is refused before it is decoded", async () => {
  const { seen, store } = visitor(1_000);
  expect(await store("scans", await manyScans(2_000, 5000, 8000), true)).toBe("file_format");
  expect(seen).toMatchObject({ taken: [], spent: [] });
  expect(await store("scans", await manyScans(100, 500, 800), true)).toBe("stored");
});

test("a small picture overtakes costly ones that wait, and a creator's waits for none", async () => {
  const { seen, store } = visitor(1_000);
  const bytes = await small();
  const answers = await Promise.all([
    ...[1, 2, 3].map((number) => store(`costly ${number}`, costly, true)),
    store("small", bytes, true),
    store("creator", bytes, false),
  ]);
  expect(new Set(answers)).toEqual(new Set(["stored"]));
  // The one that is being decoded at that moment aside.
  expect(seen.ended.indexOf("small")).toBeLessThanOrEqual(2);
  expect(seen.ended.indexOf("creator")).toBeLessThanOrEqual(1);
});
