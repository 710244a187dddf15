import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { PASSWORD, signInCreator } from "../support/http/signed-in.ts";

let database: DemoDatabase;
let product: Product;

beforeAll(async () => {
  database = await createDemoDatabase();
  product = await startProduct(database.url, { VERIFICATION: "stripe" }, database);
});
afterAll(async () => {
  await product.stop();
  await database.drop();
});

test("where the provider verifies, a new creator connects an account in place of documents, and is active by it", async () => {
  const { wire, id } = await signInCreator("CREATED", "en", { db: database.db, url: product.url });
  const page = (await wire.get("/account/verification")).text;
  expect(page).toContain("Sandpay checks who you are");
  expect(page).not.toContain('type="file"');
  const opened = await wire.post("/account/payoutdata", { intent: "connect", password: PASSWORD });
  const { pathname } = new URL(String(opened.headers.location));
  await wire.post(pathname, { act: "finish", legal_name: "Nele Unterwegs" });
  expect((await wire.get("/account/payoutdata?account=back")).status).toBe(303);
  const { status } = await database.db
    .selectFrom("users")
    .select("status")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(status).toBe("ACTIVE");
  expect((await wire.get("/account/verification")).text).not.toContain("Sandpay checks who you are");
});

test("where the provider verifies, a declined creator's documents stay with operators", async () => {
  const { wire } = await signInCreator("DECLINED", "en", { db: database.db, url: product.url });
  expect((await wire.get("/account/verification")).text).toContain('type="file"');
});
