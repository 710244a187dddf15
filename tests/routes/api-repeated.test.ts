import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { buyInProduct } from "../support/http/product-vouchers.ts";
import { makeAccount, newAddress } from "../support/http/users.ts";
import { makePayable } from "../support/money/payable-account.ts";

// Calls that move money and come with an Idempotency-Key: made once, however often they are sent.

const JSON_TYPE = { "Content-Type": "application/json" };
const dataOf = ({ text }: Answer) => JSON.parse(text).data;
const countryId = async () =>
  (
    await records()
      .selectFrom("countries")
      .select("id")
      .where("iso_3166_1", "=", "DE")
      .executeTakeFirstOrThrow()
  ).id;
const paymentsFor = async (creator_id: string) =>
  (
    await records()
      .selectFrom("payments as p")
      .innerJoin("tips as t", "t.id", "p.tip_id")
      .select("p.id")
      .where("t.creator_id", "=", creator_id)
      .execute()
  ).map(({ id }) => id);
const tip = async (change: Record<string, unknown> = {}) =>
  JSON.stringify({ amount: 5, type: "INETCASH_CC", country_id: await countryId(), ...change });

test("twenty tips at once with one key are one payment, and each answer names it or says to wait", async () => {
  const { id } = await makeAccount({ status: "ACTIVE" });
  const guest = wireFan("en", newAddress());
  const headers = { ...JSON_TYPE, "Idempotency-Key": randomUUID() };
  const body = await tip();
  const send = () => guest.send("POST", `/api/user/${id}/tribute`, body, headers);
  const answers = await all(many(20), send);
  const begun = answers.filter(({ status }) => status === 201);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(readRefusal(answer)).toMatchObject({ status: 409, code: "under_way" });
    expect(answer.headers["retry-after"]).toBe("1");
  }
  const [payment] = await paymentsFor(id);
  expect(await paymentsFor(id)).toHaveLength(1);
  expect(begun.length).toBeGreaterThan(0);
  for (const answer of [...begun, await send()]) expect(dataOf(answer)).toEqual(dataOf(begun[0] as Answer));
  expect(dataOf(begun[0] as Answer).payment_id).toBe(payment);
});

test("a key is its sender's own, and belongs to what was sent first", async () => {
  const { id } = await makeAccount({ status: "ACTIVE" });
  const path = `/api/user/${id}/tribute`;
  const guest = wireFan("en", newAddress());
  const headers = { ...JSON_TYPE, "Idempotency-Key": "order-1" };
  expect((await guest.send("POST", path, await tip(), headers)).status).toBe(201);
  const other = await guest.send("POST", path, await tip({ amount: 6 }), headers);
  expect(readRefusal(other)).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  const elsewhere = await guest.send("POST", "/api/voucher/send", await tip(), headers);
  expect(readRefusal(elsewhere)).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  // Somebody else who has the same idea for a key gets a payment of their own.
  expect((await wireFan("en", newAddress()).send("POST", path, await tip(), headers)).status).toBe(201);
  const creator = await byToken(await makeAccount({ status: "ACTIVE" }));
  expect((await guest.send("POST", path, await tip(), { ...headers, ...creator })).status).toBe(201);
  expect(await paymentsFor(id)).toHaveLength(3);
  for (const key of ["", "ü", "a b", "x".repeat(256)]) {
    const answer = await guest.send("POST", path, await tip(), { ...JSON_TYPE, "Idempotency-Key": key });
    expect([400, 422], key).toContain(answer.status);
  }
});

test("a key that comes back with a token that was ended makes nothing anew, as a guest's", async () => {
  const { id } = await makeAccount({ status: "ACTIVE" });
  const path = `/api/user/${id}/tribute`;
  const guest = wireFan("en", newAddress());
  const token = await byToken(await makeAccount({ status: "ACTIVE" }));
  const headers = { ...JSON_TYPE, ...token, "Idempotency-Key": randomUUID() };
  expect((await guest.send("POST", path, await tip(), headers)).status).toBe(201);
  expect((await callApi("POST", "/api/logout", {}, token)).status).toBe(204);
  const again = await guest.send("POST", path, await tip(), headers);
  expect(readRefusal(again)).toMatchObject({ status: 401, code: "unauthenticated" });
  expect(await paymentsFor(id)).toHaveLength(1);
});

test("a call that was refused frees its key: mended, it is made", async () => {
  const { id } = await makeAccount({ status: "ACTIVE" });
  const guest = wireFan("en", newAddress());
  const headers = { ...JSON_TYPE, "Idempotency-Key": randomUUID() };
  const path = `/api/user/${id}/tribute`;
  expect((await guest.send("POST", path, await tip({ amount: 0 }), headers)).status).toBe(422);
  expect((await guest.send("POST", path, await tip(), headers)).status).toBe(201);
});

test("a voucher is bought once, and redeemed once with the same answer", async () => {
  const guest = wireFan("en", newAddress());
  const wish = { currency: "EUR", email: "key@fans.example", amount: 25 };
  const headers = { ...JSON_TYPE, "Idempotency-Key": randomUUID() };
  const bought = [];
  for (const _ of [1, 2])
    bought.push(dataOf(await guest.send("POST", "/api/voucher/send", await tip(wish), headers)));
  expect(bought[1]).toEqual(bought[0]);
  const rows = await records().selectFrom("vouchers").select("id").where("email", "=", wish.email).execute();
  expect(rows).toHaveLength(1);

  const { code } = await buyInProduct();
  for (const status of ["ACTIVE", "CREATED"] as const) {
    const own = status === "ACTIVE" ? code : (await buyInProduct()).code;
    const creator = await byToken(await makeAccount({ status }));
    const key = { ...creator, "Idempotency-Key": randomUUID() };
    const answers = await all(many(5), () => callApi("POST", "/api/voucher/redeem", { code: own }, key));
    const done = answers.filter(({ status: each }) => each === 200).map(dataOf);
    expect(done.length).toBeGreaterThan(0);
    for (const each of done) expect(each).toEqual(done[0]);
    expect(dataOf(await callApi("POST", "/api/voucher/redeem", { code: own }, key))).toEqual(done[0]);
  }
});

test("a withdrawal is asked for once, and is answered again when it is under way", async () => {
  const user = await makePayable(100_00);
  const headers = { ...(await byToken(user)), "Idempotency-Key": randomUUID() };
  const first = await callApi("POST", "/api/payout/request", { amount: 60 }, headers);
  expect(first.status, first.text).toBe(201);
  const again = await callApi("POST", "/api/payout/request", { amount: 60 }, headers);
  expect([again.status, again.text]).toEqual([201, first.text]);
  const rows = await records().selectFrom("payouts").select("id").where("creator_id", "=", user.id).execute();
  expect(rows).toHaveLength(1);
});
