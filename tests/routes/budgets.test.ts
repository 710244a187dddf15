import { afterAll, beforeAll, expect, test } from "vitest";
import { limitTable } from "../../app/http/limit-table.ts";
import { productRules } from "../../app/product-rules.ts";
import { all, many } from "../support/database/at-once.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { fourFields } from "../support/fixtures/odd-pictures.ts";
import { pdf } from "../support/fixtures/upload-corpus.ts";
import {
  beginTip,
  goToProvider,
  multipart,
  payAtProvider,
  payersCookie,
  prepareTip,
  seenCharge,
  TYPED,
  type WireFan,
  wireFan,
} from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { newAddress } from "../support/http/users.ts";
import { prepareVoucher } from "../support/http/voucher-stops.ts";

// The budgets of visitors as they are in earnest, and that visitors who share an address have budgets of their own.

let database: DemoDatabase;
let product: Product;
let png: Buffer;

beforeAll(async () => {
  png = await fourFields().png().toBuffer();
  database = await createDemoDatabase();
  product = await startProduct(database.url, { CROWD_FACTOR: "1", TRUSTED_PROXIES: "127.0.0.0/8" }, database);
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

const at = (address: Record<string, string>, locale: "en" | "de" = "en"): WireFan =>
  wireFan(locale, address, product.url);

/** The page of 429 says in the reader's language how it goes on, and when. */
function expectTooMany(answer: Answer, locale: "en" | "de"): void {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  const page = readStrictly(answer.text);
  expect(page.problems).toEqual([]);
  expect(answer.text).toContain(`<html lang="${locale}"`);
  const until = {
    en: /\d\d:\d\d \(Berlin time\)/,
    de: /\d\d:\d\d Uhr \(Berlin\)/,
  };
  expect(textOf(page.elements("main")[0])).toMatch(until[locale]);
}

test.for(["en", "de"] as const)(
  "an address begins a limited number of tips, and its neighbour goes on, in %s",
  async (locale) => {
    const fan = at(newAddress(), locale);
    const { points } = limitTable.drafts;
    // Fewer at once than an address may have under way.
    const answers: Answer[] = [];
    while (answers.length < points + 5)
      answers.push(...(await all(many(25), () => fan.post("/joerdis", { amount: "5" }))));
    // What one address may post in a minute is more in the tests.
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(points);
    const refused = answers.find(({ status }) => status === 429);
    if (!refused) throw new Error("nothing was refused");
    expectTooMany(refused, locale);
    // What was typed is not lost, and the creator is not either.
    expect(refused.text).toContain(
      locale === "de" ? "sind noch da, wenn du" : "still there when you go back",
    );
    expect(refused.text).toMatch(/<a [^>]*class="[^"]*\bgo\b[^"]*"[^>]*href="\/joerdis"/);
    expect((await at(newAddress()).post("/joerdis", { amount: "5" })).status).toBe(303);
  },
);

test("who begins many tips has not the pages of many visitors, and a neighbour's steps are shown", async () => {
  const address = newAddress();
  const { points, seconds } = limitTable.pages_steps;
  const each = limitTable.pages_own.points;
  const steps = await all(many(Math.ceil(points / each) + 1), () => beginTip(at(address)));
  const begunAt = Date.now();
  const answers: number[] = [];
  // The picture of a tip that has none: of all that is asked for at a step it is made fastest.
  for (const step of steps)
    for (const _ of many(each / 40))
      answers.push(...(await all(many(39), async () => (await at(address).get(`${step}/image`)).status)));
  const let_in = answers.filter((status) => status === 404).length;
  // A slow machine comes into the next minute, with its own budget.
  const minutes = Math.ceil((Date.now() - begunAt) / (seconds * 1000));
  expect(let_in).toBeLessThanOrEqual(points * minutes);
  expect(let_in).toBeGreaterThan(points - 100);
  expect(answers).toContain(429);
  expect(answers.filter((status) => status !== 429)).toHaveLength(let_in);
  const neighbour = at(newAddress());
  expect((await neighbour.get(`${await prepareVoucher(neighbour)}/summary`)).status).toBe(200);
});

test("pictures by page and by API are one budget of an address; a visitor who is refused goes on without one", async () => {
  const fan = at(newAddress());
  const tip = await beginTip(fan);
  const byPage = () => {
    const form = multipart(
      { name: "", message: "" },
      { field: "image", name: "a.png", type: "image/png", bytes: png },
    );
    return fan.send("POST", `${tip}/details`, form.body, form.headers);
  };
  const byApi = () => {
    const form = multipart(
      { key: "TRIBUTE_IMAGE" },
      { field: "file", name: "a.png", type: "image/png", bytes: png },
    );
    return fan.send("POST", "/api/mediafiles", form.body, form.headers);
  };
  const half = limitTable.fan_upload.points / 2;
  for (const _ of many(half)) expect((await byPage()).status).toBe(303);
  for (const _ of many(half)) expect((await byApi()).status).toBe(201);
  const refused = await byPage();
  expect(refused.status).toBe(422);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(textOf(readStrictly(refused.text).elements("main")[0])).toMatch(
    /Continue without one.*Try again from \d\d:\d\d \(Berlin time\)/,
  );
  expect((await byApi()).status).toBe(429);
  expect((await fan.post(`${tip}/details`, { name: "Ida" })).status).toBe(303);
  const creator = await signInCreator("CREATED", "en", { db: database.db, url: product.url });
  const form = multipart(
    { key: "TRIBUTE_IMAGE" },
    { field: "file", name: "a.png", type: "image/png", bytes: png },
  );
  expect((await creator.wire.send("POST", "/api/mediafiles", form.body, form.headers)).status).toBe(201);
});

test("rendered pages of a guest are counted by address; those of a session and of a tip's own link are not", async () => {
  const address = newAddress();
  const fan = at(address);
  const tip = await beginTip(fan);
  const { points } = limitTable.pages;
  // The link of the tip counts by itself, and before that the post did not count at all.
  const statuses: number[] = [];
  for (let sent = 0; sent < points + 20; sent += 20)
    statuses.push(...(await all(many(20), async () => (await fan.get("/login?again")).status)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(points);
  for (const locale of ["en", "de"] as const)
    expectTooMany(await at(address, locale).get("/login?again"), locale);
  expect((await fan.get(`${tip}/details`)).status).toBe(200);
  const creator = await signInCreator("CREATED", "en", { db: database.db, url: product.url });
  expect((await creator.wire.get("/account", address)).status).toBe(200);
  expect((await at(newAddress()).get("/login?again")).status).toBe(200);
  expect((await fan.get("/healthz")).status).toBe(200);
});

test("a creator uploads a limited number of pictures in an hour, by API and page alike", async () => {
  const { wire } = await signInCreator("CREATED", "en", { db: database.db, url: product.url });
  const picture = { field: "file", name: "a.png", type: "image/png", bytes: png };
  const paper = { field: "file", name: "a.pdf", type: "application/pdf", bytes: pdf() };
  const send = (path: string, fields: Record<string, string>, file = picture) => {
    const form = multipart(fields, file);
    return wire.send("POST", path, form.body, { ...form.headers, Origin: product.url, ...newAddress() });
  };
  // Pictures are drawn anew, papers are not: they use the budget up in a tenth of the time.
  for (const _ of many(limitTable.upload.points - 2))
    expect((await send("/account/verification/mediafile_pass", {}, paper)).status).toBe(303);
  for (const _ of many(2)) expect((await send("/api/mediafiles", { key: "TRIBUTE_IMAGE" })).status).toBe(201);
  expect((await send("/api/mediafiles", { key: "TRIBUTE_IMAGE" })).status).toBe(429);
  for (const path of ["/account/edit/avatar", "/account/verification/mediafile_pass"]) {
    const refused = await send(path, {});
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(refused.text).toContain("Too many uploads. Try again in an hour");
    // With the form, and the way back to it.
    expect(refused.text).toMatch(/href="\/account\/edit"|action="\/account\/verification\/mediafile_pass"/);
  }
});

test("a receipt's PDF is drawn a limited number of times by one link, and the receipt is there all the same", async () => {
  const fan = at(newAddress());
  const payment = await payAtProvider(
    fan,
    await goToProvider(fan, await prepareTip(fan)),
    TYPED.card,
    "SUCCESS",
  );
  const page = await fan.get(`/payment/success/${payment}`, payersCookie(fan));
  const receipt = /href="(\/receipt\/[^"]+)"/.exec(page.text)?.[1] ?? "";
  for (const _ of many(limitTable.pdf.points)) expect((await fan.get(`${receipt}/pdf`)).status).toBe(200);
  expect((await fan.get(`${receipt}/pdf`)).status).toBe(429);
  expect((await at(newAddress()).get(`${receipt}/pdf`)).status).toBe(429);
  expect((await fan.get(receipt)).status).toBe(200);
});

test.for(["en", "de"] as const)(
  "a visitor who starts too many payments is asked to wait, and nothing is lost, in %s",
  async (locale) => {
    const fan = at(newAddress(), locale);
    const tips = await all(many(productRules.payment_starts.unpaid.address + 3), () => prepareTip(fan));
    const answers: Answer[] = [];
    for (const tip of tips) {
      const charged_minor = await seenCharge(fan, tip);
      answers.push(await fan.post(`${tip}/summary`, { charged_minor }));
    }
    const refused = answers.at(-1);
    if (!refused) throw new Error("nothing was refused");
    expectTooMany(refused, locale);
    expect(Number(refused.headers["retry-after"])).toBe(productRules.payment_starts.again_seconds);
    const main = readStrictly(refused.text).elements("main")[0];
    expect(textOf(main)).toContain("Danke!");
    expect(textOf(main)).toMatch(locale === "en" ? /\d\d:\d\d \(Berlin time\)/ : /um \d\d:\d\d Uhr/);
    expect(refused.text).toContain('name="charged_minor"');
  },
);

test("a hostile few who use up what all may report together close the form for nobody else", async () => {
  const report = (address: Record<string, string>) =>
    at(address).post("/report", {
      ...{ target: "/joerdis", reason: "CHILD_ABUSE", good_faith: "on" },
      explanation: "There is a picture on this page that nobody may show, the third one.",
    });
  const { content_notice, content_notice_all, content_notice_network } = limitTable;
  // In one network, which has nothing of its own left in the end.
  const few = many(content_notice_all.points / content_notice.points + 2);
  const answers = await all(few, async (index) => {
    const address = { "X-Forwarded-For": `203.0.113.${index}` };
    const statuses: number[] = [];
    for (const _ of many(content_notice.points)) statuses.push((await report(address)).status);
    return statuses;
  });
  const taken = answers.flat().filter((status) => status === 303);
  expect(taken).toHaveLength(content_notice_all.points + content_notice_network.points);
  const refused = await report({ "X-Forwarded-For": "203.0.113.250" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Too many notices");
  for (const other of ["198.51.100.7", "192.0.2.8", "2001:db8:77::1"])
    expect((await report({ "X-Forwarded-For": other })).status, other).toBe(303);
});

test("who has drawn many pictures of shared links gets a ready one; kept ones and other visitors' are drawn as ever", async () => {
  const [greedy, other] = [at(newAddress()), at(newAddress())];
  const { points } = limitTable.preview;
  const creators = await all(many(3), () =>
    signInCreator("ACTIVE", "en", { db: database.db, url: product.url }),
  );
  const [kept, unseen, last] = creators.map(({ username }) => `/${username}/preview/en.png`);
  const drawn = await greedy.get(kept ?? "");
  expect(drawn.status).toBe(200);
  // What others drew costs nothing.
  for (const _ of many(points + 5)) expect((await greedy.get(kept ?? "")).status).toBe(200);
  // Two of one name share a picture, so each has another.
  const rename = (creator: number, name: string) =>
    database.db
      .updateTable("users")
      .set({ name })
      .where("id", "=", creators[creator]?.id ?? "")
      .execute();
  await rename(2, "Zoe");
  for (const index of many(points - 1)) {
    await rename(1, `Ada ${index}`);
    expect((await greedy.get(unseen ?? "")).headers["cache-control"]).toBe("public, max-age=600");
  }
  const ready = await greedy.get(last ?? "");
  expect([ready.status, ready.headers["content-type"]]).toEqual([200, "image/png"]);
  // Soon it is asked for again.
  expect(ready.headers["cache-control"]).toBe("no-store");
  expect((await greedy.get(kept ?? "")).body).toEqual(drawn.body);
  const own = await other.get(last ?? "");
  expect(own.headers["cache-control"]).toBe("public, max-age=600");
  expect(own.body).not.toEqual(ready.body);
});
