import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { giveAmount, step } from "../support/http/fan.ts";
import { type Product, startProduct } from "../support/http/product.ts";

const POSTS_PER_MINUTE = 50;

let database: DemoDatabase;
let product: Product;

beforeAll(async () => {
  database = await createDemoDatabase();
  product = await startProduct(database.url, { POSTS_PER_MINUTE: String(POSTS_PER_MINUTE) }, database);
});

afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

/** As if somebody at the same address had sent all that it may, or nothing. */
async function setSent(points: number): Promise<void> {
  await sql`update rate_limits set points = ${points}`.execute(database.db);
}

describe.for(TWO_WAYS)("too many posts, script $script, $locale, $width px", (circumstances) => {
  test("a message that was refused for too many posts is still there on the way back, and goes through later", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(429);
    await page.goto(`${product.url}/joerdis`);
    await giveAmount(visitor, "5");
    const message = page.getByLabel(t("tip:details.message"));
    await message.fill("Das Lied mit dem Regen!");
    await page.getByLabel(t("tip:details.name"), { exact: true }).fill("Ida");
    await setSent(POSTS_PER_MINUTE);
    const next = page.getByRole("button", { name: t("tip:details.next") });
    await next.click();
    await page.getByRole("heading", { level: 1, name: t("common:error.s429.title") }).waitFor();
    await page.getByText(t("common:error.s429.subtitle")).waitFor();
    await page.goBack();
    expect(await message.inputValue()).toBe("Das Lied mit dem Regen!");
    expect(await page.getByLabel(t("tip:details.name"), { exact: true }).inputValue()).toBe("Ida");
    await setSent(0);
    await next.click();
    await page.waitForURL(step("payment"));
  });
});
