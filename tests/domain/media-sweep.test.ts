import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, describe, expect } from "vitest";
import { deleteItem } from "../../app/domain/items/items.server.ts";
import {
  deleteImage,
  documentKey,
  eraseMedia,
  PICTURE_USES,
  storeImage,
  sweepUnusedPictures,
} from "../../app/domain/media/media.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  draftTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let media: ReturnType<typeof memoryStore>;
let creator: Creator;
let png: Buffer;

beforeAll(async () => {
  const canvas = sharp({ create: { width: 40, height: 30, channels: 3, background: "#c85" } });
  png = await canvas.png().toBuffer();
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  media = memoryStore();
  creator = await createCreator(world);
});

async function upload(owner_id: string | null = null): Promise<string> {
  const image = { id: randomUUID(), bytes: png, key: "TIP_IMAGE", is_public: false, owner_id } as const;
  const stored = await storeImage({ db: world.db, media }, { ...image, now: world.clock() });
  if (stored.outcome !== "stored") throw new Error(stored.reason);
  return stored.media_id;
}

const sweep = async () => (await sweepUnusedPictures(world)).done;
const isThere = async (id: string) =>
  (await world.db.selectFrom("media_files").select("id").where("id", "=", id).execute()).length === 1;
const passHours = (hours: number) => world.time.passSeconds(hours * 3600);

/** Does what the queued jobs would do, and empties the queue. */
async function erase(): Promise<void> {
  const { rows } = await sql<{ data: { media_ids: string[] } }>`
    delete from pgboss.job where name = 'media.erase' returning data`.execute(world.db);
  for (const { data } of rows)
    for (const id of data.media_ids) await deleteImage({ db: world.db, media }, id);
}

describe("the sweep of pictures", () => {
  it("the sweep of pictures deletes what nobody has used for a day, with its bytes, and leaves what is younger", async () => {
    const old = await upload();
    passHours(23);
    const young = await upload();
    expect(await sweep()).toBe(0);
    passHours(1);
    expect(await sweep()).toBe(1);
    expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
    await erase();
    expect(media.keys().filter((key) => key.startsWith(old))).toEqual([]);
    expect(media.keys().filter((key) => key.startsWith(young))).not.toEqual([]);
    expect(await sweep()).toBe(0);
  });

  it("the sweep of pictures leaves every picture in use, for as long as it is used", async () => {
    const { db } = world;
    const [avatar, header] = [await upload(creator.id), await upload(creator.id)];
    const [item, tip] = [await upload(creator.id), await upload()];
    const itemId = randomUUID();
    await db
      .updateTable("users")
      .set({ avatar_id: avatar, header_id: header })
      .where("id", "=", creator.id)
      .execute();
    await db
      .insertInto("tribute_items")
      .values({
        ...{ id: itemId, user_id: creator.id, name: "Coffee", amount_minor: 500, currency: "EUR" },
        ...{ image_id: item, position: 1, status: "ACTIVE", created_at: world.clock() },
      })
      .execute();
    const tipId = await draftTip(world, creator, { imageId: tip });
    passHours(1000);
    await sweep();
    expect(await all([avatar, header, item, tip], isThere)).toEqual([true, true, true, true]);
    await db.updateTable("users").set({ avatar_id: null }).where("id", "=", creator.id).execute();
    await db.updateTable("tips").set({ image_id: null }).where("id", "=", tipId).execute();
    expect(await sweep()).toBe(2);
    expect(await all([avatar, header, item, tip], isThere)).toEqual([false, true, true, false]);
    expect(await deleteItem(db, { id: itemId, user_id: creator.id })).toBe(true);
    expect(await sweep()).toBe(1);
    expect(await isThere(item)).toBe(false);
  });

  it("the sweep of pictures knows every column of the database that uses a picture", async () => {
    const { rows } = await sql<{ use: string }>`
      select c.conrelid::regclass::text || '.' || a.attname as use
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'media_files'::regclass`.execute(world.db);
    expect(rows.map(({ use }) => use).sort()).toEqual(PICTURE_USES.map((use) => use.join(".")).sort());
  });

  it("the sweep of pictures and uses that begin at the same moment agree: a picture that is used is there, one that is gone is used by nobody", async () => {
    const pictures = await all(many(20), () => upload());
    const tipId = await draftTip(world, creator);
    const tips = [tipId];
    for (const _ of many(19)) tips.push(await draftTip(world, creator));
    passHours(24);
    const using = all(pictures, async (image_id, index) => {
      const use = world.db
        .updateTable("tips")
        .set({ image_id })
        .where("id", "=", tips[index] ?? "");
      return await use.execute().then(
        () => true,
        (error: { code?: string }) => {
          if (error.code === "23503") return false;
          throw error;
        },
      );
    });
    const [used] = await Promise.all([using, sweep(), sweep(), sweep()]);
    const there = await all(pictures, isThere);
    expect(there).toEqual(used);
    const kept = await world.db.selectFrom("tips").select("image_id").where("id", "in", tips).execute();
    expect(kept.filter(({ image_id }) => image_id !== null)).toHaveLength(used.filter(Boolean).length);
  });

  it("the sweep of pictures skips a picture that is about to be used", async () => {
    const picture = await upload();
    const tipId = await draftTip(world, creator);
    passHours(24);
    await world.db.transaction().execute(async (trx) => {
      await trx.updateTable("tips").set({ image_id: picture }).where("id", "=", tipId).execute();
      expect(await sweep()).toBe(0);
    });
    expect(await sweep()).toBe(0);
    expect(await isThere(picture)).toBe(true);
  });

  it("the sweep of pictures passes over a picture that cannot be deleted, deletes the others, and tries again in the next run", async () => {
    const pictures = await all(many(3), () => upload());
    const [bad = "", ...others] = pictures.toSorted();
    passHours(24);
    await whileRefused(world.db, { table: "media_files", event: "delete", id: bad }, async () => {
      expect(await sweepUnusedPictures(world)).toEqual({ done: 2, failed: [{ key: bad, error: REFUSAL }] });
    });
    expect(await all([bad, ...others], isThere)).toEqual([true, false, false]);
    expect(await sweep()).toBe(1);
    await erase();
    expect(media.keys()).toEqual([]);
  });

  it("the sweep of pictures deletes the bytes at the second try when the store was away at the first", async () => {
    const picture = await upload();
    passHours(24);
    expect(await sweep()).toBe(1);
    const away = { ...media, delete: async () => Promise.reject(new Error("away")) };
    await expect(deleteImage({ db: world.db, media: away }, picture)).rejects.toThrow("away");
    await erase();
    expect(media.keys()).toEqual([]);
  });

  it("the sweep of pictures erases the bytes of every other picture and document when the store fails to delete one", async () => {
    const [bad, good] = [await upload(), await upload()];
    const stubborn = {
      ...media,
      delete: async (key: string) =>
        key.startsWith(bad) ? Promise.reject(new Error("kept")) : media.delete(key),
    };
    const document = randomUUID();
    await media.put(documentKey(document), new Uint8Array(1));
    const erased = await eraseMedia(
      { db: world.db, media: stubborn },
      { media_ids: [bad, good], document_ids: [document] },
    );
    expect(erased).toEqual({ done: 2, failed: [{ key: bad, error: "Error: kept" }] });
    expect(new Set(media.keys().map((key) => key.split("/")[0]))).toEqual(new Set([bad]));
  });

  it("a picture whose process dies while it is stored is swept like any unused one", async () => {
    const id = randomUUID();
    const dying = {
      ...media,
      put: async (...file: Parameters<typeof media.put>) => {
        await media.put(...file);
        throw new Error("killed");
      },
      delete: async () => Promise.reject(new Error("killed")),
    };
    const image = { id, bytes: png, key: "TIP_IMAGE", is_public: false, owner_id: null } as const;
    await expect(
      storeImage({ db: world.db, media: dying }, { ...image, now: world.clock() }),
    ).rejects.toThrow();
    expect(media.keys()).not.toEqual([]);
    expect(await isThere(id)).toBe(true);
    passHours(25);
    await sweep();
    expect(await isThere(id)).toBe(false);
    await erase();
    expect(media.keys()).toEqual([]);
  });

  it("a picture that its owner replaces is swept when the store fails to delete it", async () => {
    const id = await upload();
    const away = { ...media, delete: async () => Promise.reject(new Error("away")) };
    await expect(deleteImage({ db: world.db, media: away }, id)).rejects.toThrow("away");
    expect(await isThere(id)).toBe(true);
    passHours(25);
    await sweep();
    await erase();
    expect(media.keys()).toEqual([]);
  });

  it("a picture in use keeps its row and its files", async () => {
    const id = await upload(creator.id);
    await world.db.updateTable("users").set({ avatar_id: id }).where("id", "=", creator.id).execute();
    const files = media.keys();
    await deleteImage({ db: world.db, media }, id);
    expect(await isThere(id)).toBe(true);
    expect(media.keys()).toEqual(files);
  });
});
