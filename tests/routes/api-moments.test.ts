import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CALLS } from "../../app/api/calls.ts";
import { findDebts } from "../../app/domain/earnings/debts.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { many } from "../support/database/at-once.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { type During, type HeldRow, lockTable, whileRowHeld } from "../support/database/locked-table.ts";
import { tipIdOf } from "../support/database/records.ts";
import { readRefusal } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { buyInProduct, productWorld } from "../support/http/product-vouchers.ts";
import { sendPicture } from "../support/http/sent-picture.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { newAddress, oweAEuro } from "../support/http/users.ts";
import { copyStart, forgetStarts } from "../support/money/payment-starts.ts";
import { acceptPayoutData, earn, withPayouts } from "../support/money/payout-world.ts";

// What calls are refused for by the moment in which they come: too many of them, a provider that is away, books that are
// being looked at, and what somebody else changes while they are made. A product of its own, with limits as in earnest.

const POSTS_PER_MINUTE = 100;

let database: DemoDatabase;
let product: Product;
let country_id: number;

beforeAll(async () => {
  database = await createDemoDatabase();
  const settings = {
    CROWD_FACTOR: "1",
    POSTS_PER_MINUTE: String(POSTS_PER_MINUTE),
    TRUSTED_PROXIES: "127.0.0.0/8",
  };
  product = await startProduct(database.url, settings, database);
  const { id } = await database.db
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", "DE")
    .executeTakeFirstOrThrow();
  country_id = id;
});
beforeEach(() => forgetStarts(database.db));
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

type Headers = Record<string, string>;
const dataOf = ({ text }: Answer) => JSON.parse(text).data;
/** From an address of its own, unless it brings one. */
const call = (method: string, path: string, body: unknown, headers: Headers = {}) =>
  wireFan("en", newAddress(), product.url).send(method, path, JSON.stringify(body), {
    ...{ "Content-Type": "application/json" },
    ...headers,
  });
/** Seen a moment ago: nothing has to be written of them when they call. */
async function creator(): Promise<SignedIn> {
  const who = await signInCreator("ACTIVE", "en", { db: database.db, url: product.url });
  await who.wire.get("/api/user");
  return who;
}
const send = (who: SignedIn, path: string, body: unknown, headers: Headers = {}) =>
  who.wire.send("POST", path, JSON.stringify(body), { "Content-Type": "application/json", ...headers });
const world = () => ({ ...withPayouts(productWorld(database.db)), clock: () => new Date() });

const order = () => ({ amount: 25, type: "INETCASH_CC", country_id });
const voucher = () => ({ ...order(), currency: "EUR", email: `${randomUUID()}@fans.example` });
const GROUP = `/api/grouplist/${DEMO_GROUP.slug}/tribute`;
/** Every call that begins a payment, with a body for it. */
const beginnings = async (): Promise<[path: string, body: unknown][]> => [
  [`/api/user/${(await creator()).id}/tribute`, order()],
  [GROUP, order()],
  ["/api/voucher/send", voucher()],
];

/** A creator who can be paid out, with so much available. */
async function payable(amount: number): Promise<SignedIn> {
  const who = await creator();
  const payee = { id: who.id, username: who.username ?? "", currency: "EUR" };
  await acceptPayoutData(world(), payee);
  await earn(world(), payee, amount);
  return who;
}

const whileHeld = (row: HeldRow, ask: () => Promise<Answer>, during: During) =>
  whileRowHeld(database.db, row, ask, during);

test("whoever posts too much is refused by every call that changes something, and told when to come again", async () => {
  const address = newAddress();
  const from = wireFan("en", address, product.url);
  await Promise.all(many(POSTS_PER_MINUTE).map(() => from.post("/api/locale", { locale: "en" })));
  for (const { method, path } of CALLS) {
    const answer = await call(
      method,
      path.replaceAll(/\{\w+\}/g, () => randomUUID()),
      {},
      address,
    );
    const what = `${method} ${path}`;
    if (method === "GET" || path.startsWith("/api/tracking/")) {
      expect(answer.status, what).not.toBe(429);
      continue;
    }
    const { status, code } = readRefusal(answer);
    expect([what, status, code]).toEqual([what, 429, "too_many_requests"]);
    expect(Number(answer.headers["retry-after"]), what).toBeGreaterThan(0);
  }
});

describe("a payment that is begun by a call", () => {
  test("waits where too many from one address were not paid, and goes on from another", async () => {
    const address = newAddress();
    for (const _ of many(productRules.payment_starts.unpaid.address)) {
      const { id } = await creator();
      expect((await call("POST", `/api/user/${id}/tribute`, order(), address)).status).toBe(201);
    }
    for (const [path, body] of await beginnings()) {
      const answer = await call("POST", path, body, address);
      const { again_seconds } = productRules.payment_starts;
      expect(readRefusal(answer)).toEqual({
        ...{ status: 429, code: "wait", errors: {} },
        message: `Many payments right now. Try again in ${again_seconds} seconds`,
      });
      expect(answer.headers["retry-after"]).toBe(String(again_seconds));
      // Where the same order goes on when it has waited.
      expect((await ask(answer.headers.location ?? "")).status).toBe(200);
    }
    // It goes on with its picture.
    const mediafile_id = await sendPicture(address, product.url);
    const [with_picture] = await beginnings();
    const waiting = await call("POST", with_picture?.[0] ?? "", { ...order(), mediafile_id }, address);
    expect(readRefusal(waiting).code).toBe("wait");
    const { image_id } = await database.db
      .selectFrom("tips")
      .select("image_id")
      .where("id", "=", tipIdOf(waiting.headers.location ?? ""))
      .executeTakeFirstOrThrow();
    expect(image_id).toBe(mediafile_id);
    await forgetStarts(database.db);
    const [path, body] = (await beginnings())[0] ?? ["", {}];
    expect((await call("POST", path, body, address)).status).toBe(201);
  });

  test("is refused to an address with very many that were not paid", async () => {
    const address = newAddress();
    const { id } = await creator();
    const begun = await call("POST", `/api/user/${id}/tribute`, order(), address);
    const payment = dataOf(begun).payment_id;
    await copyStart(database.db, payment, productRules.payment_starts.blocked.address);
    for (const [path, body] of await beginnings()) {
      const answer = await call("POST", path, body, address);
      expect(readRefusal(answer)).toMatchObject({ status: 429, code: "blocked", errors: {} });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(10 * 60);
    }
  });

  test("says that the provider does not answer, and frees its key: sent again, it is begun", async () => {
    for (const [path, body] of await beginnings()) {
      const headers = { ...newAddress(), "Idempotency-Key": randomUUID() };
      const held = await lockTable(database.url, "sandbox.payments");
      const answer = await call("POST", path, body, headers);
      await held.release();
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        503,
        {
          ...{ code: "provider_unavailable", errors: {} },
          message: "The payment provider does not answer. No money has moved. Try again soon",
        },
      ]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect((await call("POST", path, body, headers)).status).toBe(201);
    }
  });

  test("at another price than was agreed to is refused, and says so", async () => {
    for (const [path, body] of await beginnings()) {
      const answer = await call("POST", path, { ...Object(body), charged_minor: 1 });
      expect(readRefusal(answer)).toEqual({
        ...{ status: 409, code: "price_changed", errors: {} },
        message: "The price has changed. Ask again",
      });
    }
  });

  test("with a message is refused with the creator's new price, when it rises while the call is made", async () => {
    const { id } = await creator();
    const where = sql`id = ${id}`;
    const answer = await whileHeld(
      { table: "users", where },
      () => call("POST", `/api/user/${id}/tribute`, { ...order(), message: "Hello" }),
      (trx) =>
        trx
          .updateTable("users")
          .set({ default_price_per_message_minor: 30_00 })
          .where("id", "=", id)
          .execute(),
    );
    const text = "Messages to Neu Hier start at €30.00. Remove the message or tip more";
    const refusal = {
      ...{ status: 422, code: "invalid", message: "Some fields are not valid" },
      errors: { message: [text] },
    };
    expect(readRefusal(answer)).toEqual(refusal);
    // The same words as of a price that stood before.
    const again = await call("POST", `/api/user/${id}/tribute`, { ...order(), message: "Hello" });
    expect(readRefusal(again)).toEqual(refusal);
    expect((await call("POST", `/api/user/${id}/tribute`, order())).status).toBe(201);
  });

  test("to a grouplist whose members change while the call is made is refused", async () => {
    const members = await database.db
      .selectFrom("grouplist_users as m")
      .innerJoin("grouplists as g", "g.id", "m.grouplist_id")
      .selectAll("m")
      .where("g.slug", "=", DEMO_GROUP.slug)
      .where("m.status", "=", "MEMBER")
      .execute();
    const [gone] = members;
    if (!gone) throw new Error("the demo's group has no members");
    const answer = await whileHeld(
      { table: "grouplists", where: sql`slug = ${DEMO_GROUP.slug}` },
      () => call("POST", GROUP, order()),
      (trx) => trx.deleteFrom("grouplist_users").where("id", "=", gone.id).execute(),
    );
    expect(readRefusal(answer)).toEqual({
      ...{ status: 409, code: "members_changed", errors: {} },
      message: "The members have changed. Look at the group again",
    });
    await database.db.insertInto("grouplist_users").values(gone).execute();
    expect((await call("POST", GROUP, order())).status).toBe(201);
  });
});

describe("a call with a key", () => {
  /** Each call that takes one: whom it needs, what it sends, and the row without which it cannot go on. */
  const KEYED: [operation: string, () => Promise<{ who: SignedIn; path: string; body: object; row: Row }>][] =
    [
      [
        "POST /api/user/{id}/tribute",
        async () => {
          const who = await creator();
          return { who, path: `/api/user/${who.id}/tribute`, body: order(), row: usersRow(who) };
        },
      ],
      [
        "POST /api/grouplist/{slug}/tribute",
        async () => ({ who: await creator(), path: GROUP, body: order(), row: GROUP_ROW }),
      ],
      [
        "POST /api/voucher/send",
        async () => ({ who: await creator(), path: "/api/voucher/send", body: voucher(), row: COUNTRY_ROW }),
      ],
      [
        "POST /api/voucher/redeem",
        async () => {
          const who = await creator();
          const { code } = await buyInProduct({}, world());
          return { who, path: "/api/voucher/redeem", body: { code }, row: usersRow(who) };
        },
      ],
      [
        "POST /api/payout/request",
        async () => {
          const who = await payable(50_00);
          return { who, path: "/api/payout/request", body: { amount: 20 }, row: usersRow(who) };
        },
      ],
      [
        "POST /api/payout/set-offs",
        async () => {
          const who = await creator();
          await oweAEuro(who.id, new Date(), database.db);
          await earn(world(), { id: who.id, username: "", currency: "USD" }, 20_00);
          const asked = { creator_id: who.id, needs_fresh_rate: false };
          const [debt] = (await findDebts(world(), asked)).debts;
          return { who, path: "/api/payout/set-offs", body: { ...debt?.offers[0] }, row: usersRow(who) };
        },
      ],
    ];
  type Row = HeldRow;
  const usersRow = ({ id }: SignedIn): Row => ({ table: "users", where: sql`id = ${id}` });
  const GROUP_ROW: Row = { table: "grouplists", where: sql`slug = ${DEMO_GROUP.slug}` };
  const COUNTRY_ROW: Row = { table: "countries", where: sql`iso_3166_1 = 'DE'` };

  test("there is a test of every call that takes one", () => {
    const taking = CALLS.filter(({ isIdempotent }) => isIdempotent).map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(KEYED.map(([operation]) => operation).sort()).toEqual(taking.sort());
  });

  test.for(KEYED)(
    "%s is told to wait while it is made, answers the same afterwards, and keeps its key from others",
    async ([, prepare]) => {
      const { who, path, body, row } = await prepare();
      const headers = { ...newAddress(), "Idempotency-Key": randomUUID() };
      const first = await whileHeld(
        row,
        () => send(who, path, body, headers),
        async () => {
          const meanwhile = await send(who, path, body, headers);
          expect(readRefusal(meanwhile)).toEqual({
            ...{ status: 409, code: "under_way", errors: {} },
            message: "This call is under way. Try again in a moment",
          });
          expect(meanwhile.headers["retry-after"]).toBe("1");
        },
      );
      expect([200, 201], first.text).toContain(first.status);
      const again = await send(who, path, body, headers);
      expect([again.status, dataOf(again)]).toEqual([first.status, dataOf(first)]);
      const other = await send(who, path, { ...body, more: 1 }, headers);
      expect(readRefusal(other)).toMatchObject({
        ...{ status: 422, code: "idempotency_key_reused" },
        errors: { "Idempotency-Key": ["This key came with another call"] },
      });
    },
  );
});

describe("a withdrawal", () => {
  test("is refused while the books are looked at", async () => {
    const who = await payable(50_00);
    const id = randomUUID();
    await database.db
      .insertInto("payout_freezes")
      .values({ id, reason: "test", frozen_at: new Date() })
      .execute();
    const refusal = readRefusal(await send(who, "/api/payout/request", {}));
    await database.db.deleteFrom("payout_freezes").where("id", "=", id).execute();
    expect(refusal).toMatchObject({ status: 409, code: "frozen", message: "Failed to request payout" });
    expect((await send(who, "/api/payout/request", {})).status).toBe(201);
  });

  test("in a currency that the profile has no more is refused", async () => {
    const who = await payable(50_00);
    const answer = await whileHeld(
      { table: "users", where: sql`id = ${who.id}` },
      () => send(who, "/api/payout/request", {}),
      (trx) => trx.updateTable("users").set({ currency: "USD" }).where("id", "=", who.id).execute(),
    );
    expect(readRefusal(answer)).toMatchObject({ status: 409, code: "currency_changed" });
  });
});

test("a voucher cannot be redeemed on a day without a rate for the creator's currency", async () => {
  const who = await creator();
  await database.db.updateTable("users").set({ currency: "USD" }).where("id", "=", who.id).execute();
  const { code } = await buyInProduct({}, world());
  await database.db.deleteFrom("reference_rates").execute();
  expect(readRefusal(await send(who, "/api/voucher/redeem", { code }))).toMatchObject({
    ...{ status: 409, code: "no_rate" },
  });
  const elsewhere = await call("POST", `/api/user/${who.id}/tribute`, { ...order(), pay_currency: "GBP" });
  expect(Object.keys(readRefusal(elsewhere).errors)).toEqual(["pay_currency"]);
});
