import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { payAtProvider, prepareTip, seenCharge, TYPED, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { buyInProduct } from "../support/http/product-vouchers.ts";
import { sendPicture } from "../support/http/sent-picture.ts";
import { makeAccount, newAddress } from "../support/http/users.ts";

// Tips, vouchers and their payments by the API alone, by pages alone, and begun by one and finished by the other.

const fan = wireFan("en");
const dataOf = ({ text }: Answer) => JSON.parse(text).data;
const idOf = async (username: string) =>
  (
    await records()
      .selectFrom("users")
      .select("id")
      .where("username", "=", username)
      .executeTakeFirstOrThrow()
  ).id;
const country = async (code: string) =>
  (
    await records()
      .selectFrom("countries")
      .select("id")
      .where("iso_3166_1", "=", code)
      .executeTakeFirstOrThrow()
  ).id;
const tip = async (change: Record<string, unknown> = {}) => ({
  ...{ amount: "12.50", name: "Ida", message: "Danke!", email: "ida@fans.example", share_email: false },
  ...{ type: "INETCASH_CC", country_id: await country("DE"), show_on_page: true },
  ...change,
});
const begin = async (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  await callApi("POST", `/api/user/${await idOf("joerdis")}/tribute`, await tip(change), headers);
const tipOf = async (payment: string) =>
  await records()
    .selectFrom("tips as t")
    .innerJoin("payments as p", "p.tip_id", "t.id")
    .selectAll("t")
    .where("p.id", "=", payment)
    .executeTakeFirstOrThrow();
const pathOf = (url: string) => new URL(url).pathname;

describe("a whole tip", () => {
  test("by calls alone: asked what it costs, begun, paid at the provider, looked at", async () => {
    const query = new URLSearchParams({
      ...{ amount: "12.50", currency: "EUR", pay_currency: "EUR", type: "INETCASH_CC" },
      country_id: String(await country("DE")),
    });
    const fee = dataOf(await callApi("GET", `/api/payment/fee?${query}`));
    query.set("country_id", "DE");
    expect(dataOf(await callApi("GET", `/api/payment/fee?${query}`))).toEqual(fee);
    expect(fee).toEqual({
      ...{ currency: "EUR", pay_currency: "EUR", rate: "1", rate_date: expect.any(String) },
      ...{ amount: "12.50", amount_minor: 1250, servicefee: "1.25", servicefee_minor: 125 },
      ...{ fee_incl_vat: "1.49", fee_incl_vat_minor: 149, total: "13.99", total_minor: 1399 },
      ...{ charged: "13.99", charged_minor: 1399 },
    });
    const begun = await begin({ charged_minor: fee.charged_minor, country_id: "DE" });
    expect(begun.status, begun.text).toBe(201);
    const { payment_id, url, summary_url } = dataOf(begun);
    expect(pathOf(summary_url)).toMatch(/^\/joerdis\/tip\/[\w-]{43}\/summary$/);
    expect(await payAtProvider(fan, pathOf(url), TYPED.card, "SUCCESS")).toBe(payment_id);
    expect(dataOf(await callApi("GET", `/api/payment/${payment_id}`))).toMatchObject({
      ...{ status: "SUCCESS", amount: "12.50", charged: "13.99", purpose: "TIP" },
      receiver: { username: "joerdis", name: "Jördis Kessler" },
    });
    expect(await tipOf(payment_id)).toMatchObject({
      ...{ amount_minor: 1250, sender_name: "Ida", message: "Danke!" },
      ...{ sender_email: "ida@fans.example", share_email: false, show_on_page: true, country: "DE" },
    });
  });

  test("begun by a call and finished by pages: declined, and paid another way from its summary", async () => {
    const { payment_id, url, summary_url } = dataOf(await begin());
    expect(await payAtProvider(fan, pathOf(url), TYPED.declinedCard, "FAILED")).toBe(payment_id);
    const summary = pathOf(summary_url).replace(/\/summary$/, "");
    const charged_minor = await seenCharge(fan, summary);
    const again = await fan.post(`${summary}/summary`, { charged_minor });
    expect(again.status).toBe(303);
    const second = await payAtProvider(fan, pathOf(again.headers.location ?? ""), TYPED.card, "SUCCESS");
    expect(dataOf(await callApi("GET", `/api/payment/${second}`))).toMatchObject({ status: "SUCCESS" });
  });

  test("begun by pages, and followed by calls until it is paid", async () => {
    const prepared = await prepareTip(fan);
    const answer = await fan.post(`${prepared}/summary`, { charged_minor: await seenCharge(fan, prepared) });
    const id = await payAtProvider(fan, pathOf(answer.headers.location ?? ""), TYPED.card, "SUCCESS");
    expect(dataOf(await callApi("GET", `/api/payment/${id}`))).toMatchObject({ purpose: "TIP" });
  });

  test("with an item, and a picture that was sent before, which belongs to one tip alone", async () => {
    const mediafile_id = await sendPicture(newAddress());
    const item = await records()
      .selectFrom("tribute_items")
      .select(["id", "name", "amount_minor"])
      .where("user_id", "=", await idOf("joerdis"))
      .where("status", "=", "ACTIVE")
      .limit(1)
      .executeTakeFirstOrThrow();
    const wish = { amount: undefined, user_tribute_id: item.id, mediafile_id };
    // What was refused has not taken it.
    expect(readRefusal(await begin({ ...wish, charged_minor: 1 })).code).toBe("price_changed");
    const begun = await begin(wish);
    expect(begun.status, begun.text).toBe(201);
    expect(await tipOf(dataOf(begun).payment_id)).toMatchObject({
      ...{ tribute_item_id: item.id, amount_minor: item.amount_minor, image_id: mediafile_id },
    });
    expect(readRefusal(await begin({ mediafile_id }))).toMatchObject({
      ...{ status: 422, errors: { mediafile_id: ["Choose the picture again"] } },
    });
    expect(readRefusal(await begin({ mediafile_id: randomUUID() })).status).toBe(422);
  });

  test("is refused at its fields, all at once and in the caller's language, and nothing is begun", async () => {
    const message = `Refused ${randomUUID()}`;
    const wrong = { amount: "0.10", email: "x", country_id: 9999, message: message.padEnd(2000, "x") };
    const body = JSON.stringify(await tip(wrong));
    const headers = { "Content-Type": "application/json" };
    const path = `/api/user/${await idOf("joerdis")}/tribute`;
    const german = readRefusal(await wireFan("de", newAddress()).send("POST", path, body, headers));
    expect(german).toMatchObject({ status: 422, code: "invalid" });
    expect(Object.keys(german.errors).sort()).toEqual(["amount", "country_id", "email", "message"]);
    expect(german.errors.amount).toEqual([expect.stringMatching(/^Trinkgeld ab 1,00\s€$/)]);
    expect(readRefusal(await begin({ message, type: "CASH" })).errors).toHaveProperty("type");
    expect(readRefusal(await begin({ message, user_tribute_id: randomUUID() })).errors).toHaveProperty(
      "user_tribute_id",
    );
    expect(readRefusal(await begin({ message, pay_currency: "XXX" })).status).toBe(422);
    expect(readRefusal(await begin({ message, charged_minor: 1 }))).toMatchObject({
      status: 409,
      code: "price_changed",
    });
    for (const id of [randomUUID(), "joerdis"])
      expect(
        readRefusal(await callApi("POST", `/api/user/${id}/tribute`, await tip({ message }))).status,
      ).toBe(404);
    const begun = records()
      .selectFrom("tips")
      .leftJoin("payments", "payments.tip_id", "tips.id")
      .select("payments.id as payment_id")
      .where("message", "like", `${message}%`);
    // A price that changed leaves a draft, as on the pages.
    expect(await begun.execute()).toEqual([{ payment_id: null }]);
  });

  test("to a creator of items alone is refused without an item", async () => {
    const id = await idOf("gitti.galaktisch");
    const path = `/api/user/${id}/tribute`;
    expect(readRefusal(await callApi("POST", path, await tip({ amount: "5" })))).toMatchObject({
      ...{ status: 422, code: "invalid", errors: { amount: ["Choose an item"] } },
    });
    const item = await records()
      .selectFrom("tribute_items")
      .select("id")
      .where("user_id", "=", id)
      .where("status", "=", "ACTIVE")
      .limit(1)
      .executeTakeFirstOrThrow();
    const begun = await callApi("POST", path, await tip({ amount: undefined, user_tribute_id: item.id }));
    expect(begun.status, begun.text).toBe(201);
  });

  test("from a creator to themselves is known by their token, and does not rank", async () => {
    const self = await makeAccount({ status: "ACTIVE", currency: "EUR" });
    const path = `/api/user/${self.id}/tribute`;
    for (const headers of [await byToken(self), await byCookie(self)]) {
      const begun = await callApi("POST", path, await tip({ email: "other@fans.example" }), headers);
      expect(begun.status, begun.text).toBe(201);
      expect((await tipOf(dataOf(begun).payment_id)).begun_by).toBe(self.id);
    }
  });

  test("to a grouplist is shared by all, or by those who are named", async () => {
    const path = `/api/grouplist/${DEMO_GROUP.slug}/tribute`;
    const { creators } = dataOf(await callApi("GET", `/api/grouplist/${DEMO_GROUP.slug}`));
    const able = creators.filter((each: { can_receive: boolean }) => each.can_receive);
    const named = [able[0].username];
    for (const [creator, count] of [
      [undefined, able.length],
      [named, 1],
    ] as const) {
      const begun = await callApi("POST", path, await tip({ creator }));
      expect(begun.status, begun.text).toBe(201);
      const { member_ids } = await records()
        .selectFrom("payments")
        .select("member_ids")
        .where("id", "=", dataOf(begun).payment_id)
        .executeTakeFirstOrThrow();
      expect(member_ids?.length).toBe(count);
    }
    expect(readRefusal(await callApi("POST", path, await tip({ creator: ["nobody.here"] })))).toMatchObject({
      ...{ status: 422, errors: { creator: [expect.stringContaining("Choose again")] } },
    });
    expect(readRefusal(await callApi("POST", "/api/grouplist/xxxxxxxx/tribute", await tip())).status).toBe(
      404,
    );
  });
});

describe("a voucher", () => {
  const wish = async (change: Record<string, unknown> = {}) => ({
    ...{ amount: 25, currency: "EUR", message: "Alles Gute", sender_name: "Nora", email: "n@fans.example" },
    ...{ country_id: await country("DE"), type: "INETCASH_CC", ...change },
  });

  test("is bought by a call; its code goes to nobody but by mail", async () => {
    const begun = await callApi("POST", "/api/voucher/send", await wish());
    expect(begun.status, begun.text).toBe(201);
    const { payment_id, url } = dataOf(begun);
    expect(await payAtProvider(fan, pathOf(url), TYPED.card, "SUCCESS")).toBe(payment_id);
    const paid = await callApi("GET", `/api/payment/${payment_id}`);
    expect(dataOf(paid)).toMatchObject({ purpose: "VOUCHER", receiver: null, amount: "25.00" });
    expect(paid.text.replace(payment_id, "")).not.toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}|fans\.example/);
    const refused = readRefusal(
      await callApi("POST", "/api/voucher/send", await wish({ amount: 1, email: "", country_id: 0 })),
    );
    expect(Object.keys(refused.errors).sort()).toEqual(["amount", "country_id", "email"]);
  });

  test("is checked, and redeemed once; the same call again says the same", async () => {
    const { code } = await buyInProduct({ message: "For the strings", from: "Nora" });
    const creator = await makeAccount({ status: "ACTIVE", currency: "USD" });
    const headers = await byToken(creator);
    const check = dataOf(await callApi("POST", "/api/voucher/check", { code: code.toLowerCase() }, headers));
    expect(check).toMatchObject({
      ...{ status: "valid", locked_until: null },
      voucher: { amount: "25.00", currency: "EUR", message: "For the strings", sender_name: "Nora" },
    });
    const { amount_minor, currency } = check.voucher.credit;
    expect(currency).toBe("USD");
    expect(dataOf(await callApi("POST", "/api/voucher/check", { code })).voucher.credit).toBeNull();
    const changed = await callApi("POST", "/api/voucher/redeem", { code, seen_credit_minor: 1 }, headers);
    expect(readRefusal(changed)).toMatchObject({ status: 409, code: "price_changed" });
    const body = { code, seen_credit_minor: amount_minor };
    const answers = await Promise.all(
      many(8).map(() => callApi("POST", "/api/voucher/redeem", body, headers)),
    );
    const told = answers.map(dataOf);
    expect(told).toEqual(many(8).map(() => told[0]));
    expect(told[0]).toMatchObject({ status: "redeemed", tribute_id: expect.any(String) });
    const other = await byToken(await makeAccount({ status: "ACTIVE" }));
    expect(dataOf(await callApi("POST", "/api/voucher/check", { code }, other)).status).toBe("redeemed");
    expect(readRefusal(await callApi("POST", "/api/voucher/redeem", { code }, other))).toMatchObject({
      ...{ status: 409, code: "redeemed", errors: { code: ["Already redeemed"] } },
    });
    expect(readRefusal(await callApi("POST", "/api/voucher/redeem", { code })).status).toBe(401);
  });

  test("refuses what cannot be a code at the field that holds it", async () => {
    const headers = await byToken(await makeAccount({ status: "ACTIVE" }));
    const wrong: [unknown, string][] = [
      ["ABCD", "16 characters. Typo?"],
      [7, "Enter the code"],
      [undefined, "Enter the code"],
    ];
    for (const path of ["/api/voucher/check", "/api/voucher/redeem"])
      for (const [code, said] of wrong) {
        const { status, errors } = readRefusal(await callApi("POST", path, { code }, headers));
        expect([status, Object.keys(errors)]).toEqual([422, ["code"]]);
        expect(errors.code?.[0]).toContain(said);
      }
  });

  test("five wrong codes lock an account wherever it calls from, by its token as by its pages", async () => {
    const creator = await makeAccount({ status: "ACTIVE" });
    const headers = await byToken(creator);
    const tried = () => callApi("POST", "/api/voucher/check", { code: "7K2M-QX4D-9VTB-3HNA" }, headers);
    for (const _ of [1, 2, 3, 4, 5]) expect(dataOf(await tried()).status).toBe("not_valid");
    expect(dataOf(await tried())).toMatchObject({ status: "locked", locked_until: expect.any(String) });
    const { code } = await buyInProduct();
    const redeem = await callApi("POST", "/api/voucher/redeem", { code }, headers);
    expect(readRefusal(redeem)).toMatchObject({ status: 429, code: "blocked" });
    expect(Number(redeem.headers["retry-after"])).toBeGreaterThan(3000);
    expect(dataOf(await callApi("POST", "/api/voucher/check", { code })).status).toBe("valid");
  });
});

test("the leaderboard tells places and never sums; an own rank is the caller's alone", async () => {
  for (const range of ["month", "30days", "day"]) {
    const answer = await callApi("GET", `/api/leaderboard/creators?range=${range}`);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/amount|minor|eur/i);
  }
  expect(dataOf(await callApi("GET", "/api/leaderboard/grouplists?range=30days"))).toContainEqual(
    expect.objectContaining({ slug: DEMO_GROUP.slug }),
  );
  expect((await callApi("GET", "/api/leaderboard/creators/history?interval=week")).status).toBe(200);
  const places = async (query: string) =>
    (await callApi("GET", `/api/leaderboard/creators?range=30days&${query}`)).text;
  expect(await places("after=2")).toBe(await places("page=2"));
  for (const query of ["range=year", "page=0", "page=x", "page=999", "after=0", "after=x"])
    expect(readRefusal(await callApi("GET", `/api/leaderboard/creators?${query}`)).status).toBe(422);
  const headers = await byToken(await makeAccount({ status: "ACTIVE" }));
  expect(dataOf(await callApi("GET", "/api/leaderboard/creators/ownrank", "", headers))).toBeNull();
});
