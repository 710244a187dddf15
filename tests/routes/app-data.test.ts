import { randomUUID } from "node:crypto";
import { UNSAFE_SingleFetchRedirectSymbol } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { limitTable } from "../../app/http/limit-table.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { digestRowsOf } from "../support/database/owners-rows.ts";
import { records } from "../support/database/records.ts";
import { makeOwner, type Owner } from "../support/http/attacked-owner.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { dataOf, readData } from "../support/http/page-data.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { PASSWORD, type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { cookieOf, makeAccount, newAddress } from "../support/http/users.ts";

// The addresses at which the framework's script asks for the data of hydrated pages, and posts their forms.

const TOKEN = "A".repeat(43);

/** The hydrated pages, each at an address of its own. */
const PAGES = PATTERNS.filter(({ isHydrated }) => isHydrated).map(({ pattern }) =>
  pattern
    .replace("verification/:kind", "verification/mediafile_pass")
    .replace("edit/:kind", "edit/avatar")
    .replace("/:token?", "")
    .replace(":token", TOKEN)
    .replace(":grouplist", "abcdefgh")
    .replace(":id", randomUUID())
    .replace(":act", "approve"),
);

/** Those of the back office, which operators alone get. */
const OFFICE = PAGES.filter((path) => /^\/admin(\/|$)/.test(path));

let owner: Owner;
let operator: SignedIn;
let stranger: SignedIn;
let guest: WireFan;

beforeAll(async () => {
  operator = await signInOperator();
  owner = await makeOwner(operator);
  stranger = await signInCreator();
  guest = wireFan("en", newAddress());
});

const leadsTo = z.object({ redirect: z.string(), reload: z.boolean() });

/** Where an answer leads, and whether the script loads a document there. */
async function wayOf(answer: Answer) {
  const value = z.record(z.union([z.string(), z.symbol()]), z.unknown()).parse(await readData(answer));
  const led = Object.getOwnPropertySymbols(value).includes(UNSAFE_SingleFetchRedirectSymbol)
    ? Reflect.get(value, UNSAFE_SingleFetchRedirectSymbol)
    : value;
  return { status: answer.status, ...leadsTo.parse(led) };
}

function expectPrivate(answer: Answer, path: string) {
  const { headers } = answer;
  expect([path, headers["cache-control"]]).toEqual([path, "no-store"]);
  expect([path, headers["x-content-type-options"]]).toEqual([path, "nosniff"]);
  expect([path, headers["cross-origin-resource-policy"]]).toEqual([path, "same-origin"]);
  expect([path, headers["content-security-policy"]]).toEqual([
    path,
    expect.stringContaining("default-src 'none'"),
  ]);
  expect([path, headers["access-control-allow-origin"], headers.etag]).toEqual([path, undefined, undefined]);
}

describe("the data of hydrated pages", () => {
  test("a guest gets no page's data: each answer leads to the login, as a document, and back to the page", async () => {
    expect(PAGES.length).toBeGreaterThan(25);
    for (const path of PAGES)
      for (const query of ["", "?_routes=root", "?_routes=routes%2Faccount%2Fsettings"]) {
        const answer = await guest.get(dataOf(path) + query);
        // The dashboard is where a login leads anyway.
        const redirect = path === "/dashboard" ? "/login" : `/login?return_to=${encodeURIComponent(path)}`;
        expect([path, await wayOf(answer)]).toEqual([path, { status: 202, redirect, reload: true }]);
        expectPrivate(answer, path);
      }
  });

  test("the guards refuse the data of pages of others, hydrated or not", async () => {
    for (const path of ["/admin", "/admin/users", "/grouplists", "/gl/abcdefgh/edit"])
      for (const query of ["", "?_routes=root"]) {
        const answer = await stranger.wire.get(dataOf(path) + query);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(answer.text).not.toContain("@");
      }
  });

  test("an account in its first steps, or locked, gets the data of no other page", async () => {
    const coming = wireFan("en", { Cookie: await cookieOf(await makeAccount({ email_verified_at: null })) });
    expect(await wayOf(await coming.get("/account/settings.data"))).toMatchObject({
      redirect: "/account/verify-email",
      reload: false,
    });
    const locked = (await signInCreator("LOCKED")).wire;
    expect(await wayOf(await locked.get("/account/settings.data"))).toMatchObject({
      redirect: "/account/locked",
      reload: false,
    });
  });

  test("a signed-in user gets their own data with no-store and without a cookie", async () => {
    for (const path of PAGES) {
      if (OFFICE.includes(path))
        expect([path, (await owner.wire.get(dataOf(path))).status]).toEqual([path, 403]);
      const { wire } = OFFICE.includes(path) ? operator : owner;
      const answer = await wire.get(dataOf(path));
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 202, 404])]);
      expect([path, answer.headers["content-type"]]).toEqual([path, "text/x-script"]);
      expectPrivate(answer, path);
      expect([path, /\w\.data\b/.exec(answer.text)?.[0]]).toEqual([path, undefined]);
      // What a redirect has done, as its page says it.
      const cookies = (answer.headers["set-cookie"] ?? []).filter((cookie) => !cookie.startsWith("done="));
      expect([path, cookies]).toEqual([path, []]);
      expect([path, typeof (await readData(answer))]).toEqual([path, "object"]);
    }
  });

  test("no data of an account's pages has a hash, a token or what is kept encrypted", async () => {
    const secrets = await secretsOf(owner);
    expect(secrets.length).toBeGreaterThan(5);
    for (const path of [...PAGES, `/account/payoutdata/${owner.details}/confirm`]) {
      const page = await owner.wire.get(path);
      const data = await owner.wire.get(dataOf(path));
      for (const { text } of [page, data])
        expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []]);
    }
  });

  test("ids and links of another user give none of that user's data", async () => {
    const theirs = [
      `/account/payoutdata/${owner.details}/confirm`,
      `/account/delete/${owner.deletion}`,
      `/account/verification/documents/${owner.document}`,
    ];
    for (const path of [...PAGES, ...theirs]) {
      const { text } = await stranger.wire.get(dataOf(path));
      const found = [owner.email, owner.id, owner.username ?? "", owner.session].filter((each) =>
        text.includes(each),
      );
      expect([path, found]).toEqual([path, []]);
    }
    expect((await stranger.wire.get(dataOf(theirs[0] ?? ""))).status).toBe(404);
    expect((await stranger.wire.get(dataOf(theirs[2] ?? ""))).status).toBe(404);
    const left = await stranger.wire.get(dataOf(theirs[1] ?? ""));
    expect(JSON.stringify(await readData(left))).toContain('"state":"void"');
  });
});

describe("forms that the script posts", () => {
  const settings = { email_notifications: "OFF", locale: "en" };
  const post = (wire: WireFan, path: string, fields: Record<string, string>, headers = {}) =>
    wire.post(dataOf(path), fields, headers);

  test.for([
    ["another site's Origin", { Origin: "https://evil.example" }],
    ["an Origin without a name", { Origin: "null" }],
    ["a browser that calls it cross-site", { "Sec-Fetch-Site": "cross-site" }],
  ] as const)(
    "a form posted to a page's data from %s is refused, and changes nothing",
    async ([, headers]) => {
      const before = await digestRowsOf(owner);
      for (const path of PAGES) {
        const answer = await post(
          owner.wire,
          path,
          { ...settings, password: PASSWORD },
          { ...headers, ...newAddress() },
        );
        expect([path, answer.status, answer.headers["set-cookie"]]).toEqual([path, 403, undefined]);
      }
      expect(await digestRowsOf(owner)).toEqual(before);
    },
  );

  test("a guest's form changes nothing, and comes back to wait for the login", async () => {
    const held = z.object({ step: z.string(), to: z.string(), typed: z.array(z.array(z.string())) });
    const refusal = z.object({ error: z.object({ data: held }) });
    for (const path of PAGES) {
      const answer = await post(guest, path, { ...settings, password: PASSWORD });
      expect([path, answer.status, answer.text.includes(PASSWORD)]).toEqual([path, 403, false]);
      const { data } = refusal.parse(await readData(answer)).error;
      expect(data).toEqual({ step: "login", to: path, typed: Object.entries(settings) });
      expectPrivate(answer, path);
      const button = await post(guest, path, { intent: "end" });
      expect([path, (await wayOf(button)).redirect]).toEqual([path, "/login"]);
    }
  });

  test("a taken form leads on within the hydrated pages, and by a document to any other", async () => {
    const { wire } = await signInCreator();
    expect(await wayOf(await post(wire, "/account/settings", settings))).toEqual({
      ...{ status: 202, redirect: "/account/settings", reload: false },
    });
    const terms = await post(wire, "/account/verification-terms", { accepted: "true" });
    expect(await wayOf(terms)).toEqual({ status: 202, redirect: "/account", reload: false });
    const email = `${crypto.randomUUID()}@moved.example`;
    const moved = await post(wire, "/account/email", { email, password: PASSWORD });
    expect(await wayOf(moved)).toEqual({ status: 202, redirect: "/email/confirm", reload: true });
  });

  test("a refused form is answered in place, without what was typed in secret", async () => {
    const { wire } = await signInCreator();
    const typed = { current_password: "a wrong secret", password: "short", password_confirmation: "short" };
    const answer = await post(wire, "/account/password", typed);
    expect(answer.status).toBe(422);
    expectPrivate(answer, "/account/password");
    expect(answer.text).not.toContain("a wrong secret");
    expect(JSON.stringify(await readData(answer))).toContain('"status":"error"');
  });

  test("no hydrated page takes a mere check of a form", async () => {
    const before = await digestRowsOf(owner);
    for (const path of PAGES) {
      const { wire } = OFFICE.includes(path) ? operator : owner;
      const answer = await wire.post(path, settings, { "Tribute-Check": "1", ...newAddress() });
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([303, 400, 404, 405])]);
    }
    expect((await owner.wire.post("/account/settings", settings, { "Tribute-Check": "1" })).status).toBe(400);
    expect(await digestRowsOf(owner)).toEqual(before);
  });
});

describe("the list of routes that the script asks for", () => {
  const versionOf = async () => {
    const { text } = await owner.wire.get("/account/settings");
    return /"version":"(\w+)"|\/assets\/manifest-(\w+)\.js/.exec(text)?.slice(1).find(Boolean) ?? "";
  };

  test("the routes of an address are answered as JSON, the same for everybody, and are no profile", async () => {
    const version = await versionOf();
    const address = `/__manifest?paths=%2Faccount%2Fsettings&version=${version}`;
    const answer = await guest.get(address);
    expect(answer.status).toBe(200);
    expect(Object.keys(JSON.parse(answer.text))).toContain("routes/account/settings");
    expect((await owner.wire.get(address)).text).toBe(answer.text);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    // Another build's script loads the document anew.
    const other = await guest.get("/__manifest?paths=%2Faccount&version=older");
    expect([other.status, other.headers["x-remix-reload-document"]]).toEqual([204, "true"]);
  });
});

describe("budgets and figures in earnest", () => {
  const METRICS_TOKEN = "a-token-of-the-metrics";
  let database: DemoDatabase;
  let product: Product;

  beforeAll(async () => {
    database = await createDemoDatabase();
    const settings = {
      CROWD_FACTOR: "1",
      POSTS_PER_MINUTE: "30",
      TRUSTED_PROXIES: "127.0.0.0/8",
      METRICS_TOKEN,
    };
    product = await startProduct(database.url, settings, database);
  });
  afterAll(async () => {
    await product?.stop();
    await database?.drop();
  });

  const signIn = async () =>
    (await signInCreator("CREATED", "en", { db: database.db, url: product.url })).wire;

  /** The statuses up to the first refusal; a slow machine comes into the next minute, with its own budget. */
  async function untilRefused(points: number, ask: () => Promise<Answer>): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 3 * points + 2) statuses.push((await ask()).status);
    return statuses;
  }

  test("pages and their data are one budget of a session", async () => {
    const wire = await signIn();
    const ask = () => wire.get("/account/password.data?_routes=root");
    expect(new Set(await untilRefused(limitTable.pages_own.points, ask))).toEqual(new Set([200, 429]));
    expect((await wire.get("/account/password")).status).toBe(429);
    expect((await (await signIn()).get("/account/password.data")).status).toBe(200);
  });

  test("forms that the script posts count as any other", async () => {
    const wire = await signIn();
    const address = newAddress();
    const send = () => wire.post("/account/password.data", {}, address);
    expect(new Set(await untilRefused(30, send))).toEqual(new Set([422, 429]));
    expect((await wire.post("/account/password", {}, address)).status).toBe(429);
    expect((await wire.post("/account/password", {}, newAddress())).status).toBe(422);
  });

  test("lists of routes are short, and count against the address that asks for them", async () => {
    const visitor = wireFan("en", newAddress(), product.url);
    const listing = async (count: number) => {
      const paths = Array.from({ length: count }, (_, at) => `/a${at}`).join();
      return (await visitor.get(`/__manifest?version=older&paths=${paths}`)).status;
    };
    expect([await listing(300), await listing(301)]).toEqual([204, 400]);
    const ask = () => visitor.get("/__manifest?version=older&paths=/account");
    expect(new Set(await untilRefused(limitTable.pages.points, ask))).toEqual(new Set([204, 429]));
    const neighbour = wireFan("en", newAddress(), product.url);
    expect((await neighbour.get("/__manifest?version=older&paths=/account")).status).toBe(204);
  });

  test("the data of a page is counted under its page's pattern, without names and tokens", async () => {
    const wire = await signIn();
    await wire.get(`/account/delete/${TOKEN}.data`);
    await wire.get("/account/settings.data?_routes=root");
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const { text } = await wireFan("en", headers, product.url).get("/metrics");
    for (const path of ["/account/delete/:token.data", "/account/settings.data"])
      expect(text).toContain(`tribute_http_requests_total{method="GET",path="${path}",status="200"} 1`);
    expect(text).not.toContain(TOKEN);
  });
});

/** What no page shows: hashes, ciphers and the tokens of sessions and mails, as the database has them. */
async function secretsOf({ id }: { id: string }): Promise<string[]> {
  const db = records();
  const rows: Record<string, unknown>[] = [
    ...(await db.selectFrom("users").select("password_hash").where("id", "=", id).execute()),
    ...(await db.selectFrom("sessions").selectAll().where("user_id", "=", id).execute()),
    ...(await db.selectFrom("mailed_tokens").selectAll().where("user_id", "=", id).execute()),
    ...(await db.selectFrom("payout_destinations").select("encrypted").where("user_id", "=", id).execute()),
  ];
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => {
      if (Buffer.isBuffer(value)) return [value.toString("hex"), value.toString("base64")];
      return /hash|token|secret/.test(column) && typeof value === "string" ? [value] : [];
    }),
  );
}
