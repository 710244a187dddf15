import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressKey, networkKey } from "../../app/http/address-keys.ts";
import { limitTable } from "../../app/http/limit-table.ts";
import { createLimits } from "../../app/http/limits.server.ts";
import { createPool } from "../../db/index.ts";
import { many } from "../support/database/at-once.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { beginTip, multipart, wireFan } from "../support/http/http-client.ts";
import { type Product, startProduct, TEST_SECRETS } from "../support/http/product.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// Guests who send pictures that are small as files and costly to decode hold up no other guest and no creator.

let database: DemoDatabase;
let product: Product;
let costly: Buffer;
let small: Buffer;

beforeAll(async () => {
  costly = await sharp({ create: { width: 5000, height: 8000, channels: 3, background: "#246" } })
    .toColourspace("rgb16")
    .png({ compressionLevel: 9 })
    .toBuffer();
  small = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#246" } })
    .png()
    .toBuffer();
  database = await createDemoDatabase();
  product = await startProduct(database.url, { CROWD_FACTOR: "1", TRUSTED_PROXIES: "127.0.0.0/8" }, database);
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const from = (address: string) => wireFan("en", { "X-Forwarded-For": address }, product.url);

/** A fan's picture, sent with the details of their tip. */
async function sender(address: string, bytes: Buffer) {
  const fan = from(address);
  const tip = await beginTip(fan);
  const form = multipart(
    { name: "", message: "" },
    { field: "image", name: "a.png", type: "image/png", bytes },
  );
  return () => fan.send("POST", `${tip}/details`, form.body, form.headers);
}

test("27 costly pictures from 27 networks: a fan's small one and a creator's avatar are taken meanwhile", async () => {
  expect(costly.byteLength).toBeLessThan(500_000);
  const attackers = await Promise.all(many(27).map((each) => sender(`10.${each}.0.1`, costly)));
  const fan = await sender("10.99.0.1", small);
  const creator = await signInCreator("ACTIVE", "en", { db: database.db, url: product.url });
  let answered = 0;
  const attack = attackers.map((send) =>
    send().then(
      () => (answered += 1),
      () => undefined,
    ),
  );
  // One is decoded, 24 wait, and what is more is refused.
  await eventually("the queue is full", () => answered > 0);
  const avatar = multipart({}, { field: "file", name: "a.png", type: "image/png", bytes: small });
  const [picture, account] = await Promise.all([
    fan(),
    creator.wire.send("POST", "/account/edit/avatar", avatar.body, {
      ...avatar.headers,
      Origin: product.url,
    }),
  ]);
  expect([picture.status, account.status]).toEqual([303, 303]);
  // Those that were refused, and those whose turn has come.
  expect(answered).toBeLessThan(12);
  await product.stop();
  await Promise.all(attack);
  product = await startProduct(database.url, { CROWD_FACTOR: "1", TRUSTED_PROXIES: "127.0.0.0/8" }, database);
});

test.each([
  ["fan_pixels", "10.50.0.1", "10.50.0.2"],
  ["fan_pixels_network", "10.51.0.1", "10.52.0.1"],
  ["fan_picture_time", "10.53.0.1", "10.53.0.2"],
  ["fan_picture_time_network", "10.54.0.1", "10.55.0.1"],
] as const)(
  "an address whose %s is used up sends no more pictures, and another one does",
  async (budget, address, other) => {
    const pool = createPool(database.url, { max: 1, applicationName: "tests", statements: "named" });
    const limits = createLimits(pool, { postsPerMinute: 1, crowdFactor: 1, secret: TEST_SECRETS.APP_SECRET });
    const key = budget.endsWith("network") ? networkKey(address) : addressKey(address);
    expect(await limits.take(budget, key, limitTable[budget].points)).toBeNull();
    await pool.end();
    const refused = await (await sender(address, small))();
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Continue without one");
    expect((await (await sender(other, small))()).status).toBe(303);
  },
);
