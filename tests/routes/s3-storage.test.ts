import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { s3MediaStore } from "../../app/media/s3-store.server.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { fourFields } from "../support/fixtures/odd-pictures.ts";
import { pdf } from "../support/fixtures/upload-corpus.ts";
import { beginTip, multipart, pictureOf, type WireFan, wireFan } from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { type S3Server, startS3Server } from "../support/http/s3-server.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";

let database: DemoDatabase;
let storage: S3Server;
let product: Product;
let png: Buffer;

beforeAll(async () => {
  [database, storage, png] = await Promise.all([
    createDemoDatabase(),
    startS3Server(),
    fourFields().png().toBuffer(),
  ]);
  product = await startProduct(database.url, storage.environment);
});
afterAll(async () => {
  await product?.stop();
  await storage?.stop();
  await database?.drop();
});

const here = () => ({ db: database.db, url: product.url });

async function upload(wire: WireFan, address: string, field: string, bytes: Uint8Array) {
  const form = multipart({}, { field, name: "foto.png", type: "image/png", bytes });
  return await wire.send("POST", address, form.body, form.headers);
}

const avatarOf = async (who: SignedIn) =>
  (
    await database.db
      .selectFrom("users")
      .select("avatar_id")
      .where("id", "=", who.id)
      .executeTakeFirstOrThrow()
  ).avatar_id;

test("with storage in S3, an avatar is uploaded, shown, replaced and removed", async () => {
  const creator = await signInCreator("ACTIVE", "de", here());
  const store = s3MediaStore(storage.settings);
  expect((await upload(creator.wire, "/account/edit/avatar", "file", png)).status).toBe(303);
  const first = (await avatarOf(creator)) ?? "";
  expect(await store.get(`${first}/m.webp`)).not.toBeNull();
  expect((await ask(`${product.url}/media/${first}/m.webp`)).status).toBe(200);
  expect((await upload(creator.wire, "/account/edit/avatar", "file", png)).status).toBe(303);
  const second = (await avatarOf(creator)) ?? "";
  expect(await store.get(`${first}/m.webp`)).toBeNull();
  expect((await ask(`${product.url}/media/${first}/m.webp`)).status).toBe(404);
  expect((await creator.wire.post("/account/edit/avatar/removal", {})).status).toBe(303);
  expect(await store.get(`${second}/m.webp`)).toBeNull();
});

test("with storage in S3, a document lies sealed in the bucket, and is read by its owner", async () => {
  const creator = await signInCreator("CREATED", "de", here());
  const sent = await upload(creator.wire, "/account/verification/mediafile_pass", "file", pdf());
  expect(sent.status).toBe(303);
  const { id } = await database.db
    .selectFrom("verification_documents")
    .select("id")
    .where("user_id", "=", creator.id)
    .executeTakeFirstOrThrow();
  const encrypted = await s3MediaStore(storage.settings).get(`${id}/document.sealed`);
  expect(encrypted && Buffer.from(encrypted).includes("%PDF")).toBe(false);
  const page = await creator.wire.get("/account/verification");
  const address = /href="(\/account\/verification\/documents\/[^"]+)"/.exec(page.text)?.[1] ?? "";
  const read = await creator.wire.get(address.replaceAll("&amp;", "&"));
  expect([read.status, read.text]).toEqual([200, pdf().toString()]);
});

test("while the bucket is away pages go on, what needs a file is told to come again, and nothing is half done", async () => {
  const creator = await signInCreator("ACTIVE", "de", here());
  const fan = wireFan("de", {}, product.url);
  const tip = await beginTip(fan);
  expect((await upload(creator.wire, "/account/edit/avatar", "file", png)).status).toBe(303);
  const avatar = await avatarOf(creator);
  // Unused rows are for the sweep, as the bucket may have kept what it did not answer.
  const used = async () =>
    await database.db
      .selectFrom("media_files as m")
      .select("m.id")
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(selectFrom("users as u").select("u.id").whereRef("u.avatar_id", "=", "m.id")),
          exists(selectFrom("tips as t").select("t.id").whereRef("t.image_id", "=", "m.id")),
        ]),
      )
      .orderBy("m.id")
      .execute();
  const before = await used();
  await storage.leave();
  try {
    expect((await ask(`${product.url}/joerdis`)).status).toBe(200);
    const answers = [
      await ask(`${product.url}/media/${avatar}/m.webp`),
      await upload(creator.wire, "/account/edit/avatar", "file", png),
      await upload(fan, `${tip}/details`, "image", png),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503]);
    for (const answer of answers) expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
    const readiness = await ask(`${product.url}/readyz`);
    expect([readiness.status, JSON.parse(readiness.text)]).toEqual([
      503,
      { database: "ok", migrations: "ok", storage: "failing", jobs: "ok", process: "ok" },
    ]);
    expect([await avatarOf(creator), await used()]).toEqual([avatar, before]);
  } finally {
    await storage.comeBack();
  }
  await eventually("it is ready again", async () => (await ask(`${product.url}/readyz`)).status === 200);
  expect((await ask(`${product.url}/media/${avatar}/m.webp`)).status).toBe(200);
  expect((await upload(creator.wire, "/account/edit/avatar", "file", png)).status).toBe(303);
});

test("a picture that is sent to one instance is shown by another one that shares its folder", async () => {
  // Without a bucket.
  const shared = inject("product");
  const other = await startProduct(shared.databaseUrl, { DATA_DIR: shared.dataDir });
  try {
    const tip = await beginTip(wireFan("de"));
    const sent = await upload(wireFan("de"), `${tip}/details`, "image", png);
    expect(sent.headers.location).toBe(`${tip}/payment`);
    const neighbour = wireFan("de", {}, other.url);
    const picture = await neighbour.get(await pictureOf(neighbour, tip));
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
  } finally {
    await other.stop();
  }
});
