import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { productRules } from "../../app/product-rules.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { tipIdOf } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { prepareTip, type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { newAddress } from "../support/http/users.ts";
import { copyStart, forgetStarts } from "../support/money/payment-starts.ts";

// The page with the button that a first try is shown while cards are tried out at a creator's page.

let database: DemoDatabase;
let product: Product;

beforeAll(async () => {
  database = await createDemoDatabase();
  product = await startProduct(database.url, { CROWD_FACTOR: "1", TRUSTED_PROXIES: "127.0.0.0/8" }, database);
});
beforeEach(async () => {
  await forgetStarts(database.db);
  const tip = await prepareTip(fanAt());
  expect((await pay(fanAt(), tip)).status).toBe(303);
  const { id } = await database.db
    .selectFrom("payments")
    .select("id")
    .where("tip_id", "=", tipIdOf(`${tip}/summary`))
    .executeTakeFirstOrThrow();
  await copyStart(database.db, id, productRules.payment_starts.unpaid.creator);
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const fanAt = (address = newAddress(), locale: "en" | "de" = "en"): WireFan =>
  wireFan(locale, address, product.url);

/** Presses the button of the page of a tip's summary, with all the fields of its form. */
async function pay(fan: WireFan, tip: string, page?: Answer): Promise<Answer> {
  const { text } = page ?? (await fan.get(`${tip}/summary`));
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return await fan.post(`${tip}/summary`, Object.fromEntries(fields.map(([, name, value]) => [name, value])));
}

const tokenIn = ({ text }: Answer) => /name="button" value="([^"]+)"/.exec(text)?.[1];

describe.for(["en", "de"] as const)("a first try at a page under attack, in %s", (locale) => {
  test(`a first try gets one more button instead of a wait, and goes on by it, in ${locale}`, async () => {
    const fan = fanAt(newAddress(), locale);
    const tip = await prepareTip(fan);
    const shown = await pay(fan, tip);
    expect(shown.status).toBe(200);
    const page = readStrictly(shown.text);
    expect(page.problems).toEqual([]);
    const words = { en: "Press the button again in 3 seconds", de: "Drück in 3 Sekunden noch einmal" };
    expect(textOf(page.elements("main")[0])).toContain(words[locale]);
    expect(shown.headers["cache-control"]).toMatch(/no-store|private/);
    const early = await pay(fan, tip, shown);
    expect([early.status, tokenIn(early)]).toEqual([200, tokenIn(shown)]);
    // The same token is good from three seconds on.
    let answer = early;
    await eventually("the button counts", async () => {
      answer = await pay(fan, tip, shown);
      return answer.status === 303;
    });
    expect(answer.headers.location).toMatch(/\/sandbox\//);
  });
});

test("a token of the button is worth nothing for another tip, from another network, or changed", async () => {
  const address = newAddress();
  const fan = fanAt(address);
  const [tip, other] = [await prepareTip(fan), await prepareTip(fan)];
  const shown = await pay(fan, tip);
  const token = tokenIn(shown) ?? "";
  const attempts = [
    { by: fan, to: other, button: token },
    { by: fanAt(), to: tip, button: token },
    { by: fan, to: tip, button: `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}` },
    { by: fan, to: tip, button: "" },
  ];
  for (const { by, to, button } of attempts) {
    const charged_minor = /name="charged_minor" value="(\d+)"/.exec(shown.text)?.[1] ?? "";
    const answer = await by.post(`${to}/summary`, { charged_minor, button });
    expect(answer.status).toBe(200);
    // Its time begins anew: the one that was sent said nothing.
    expect(tokenIn(answer)?.split(".")[0]).not.toBe(token.split(".")[0]);
  }
});
