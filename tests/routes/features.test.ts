import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS } from "../../app/api/calls.ts";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { isOff } from "../../app/http/features.server.ts";
import { FEATURES } from "../../app/product-features.ts";
import type { Features } from "../../app/product-settings.ts";
import { all, many } from "../support/database/at-once.ts";
import { eventually } from "../support/eventually.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { buyInProduct, productWorld } from "../support/http/product-vouchers.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// What an operator switches off is gone on all instances; switched on again, it is as before.

const ALL = Object.fromEntries(FEATURES.map((feature) => [feature, "on"]));
const NONE: Features = {
  ...{ vouchers: false, groups: false, leaderboard: false, microblog: false, discord: false },
  ...{ goals: false, supporters: false, indexing: false, registration: "closed" },
};
const GONE = PATTERNS.map(({ pattern }) => pattern).filter((pattern) => isOff(NONE, pattern));
const PAGES_GONE = GONE.filter((pattern) => !pattern.startsWith("/api/"));
const CALLS_GONE = CALLS.filter(({ path }) => isOff(NONE, path));
/** Of what exists, so that a page that is still there would answer. */
const addressOf = (pattern: string) =>
  pattern
    .replace(/^\/gl\/:grouplist/, "/gl/nachtmus")
    .replace(":amount", "25")
    .replaceAll(/:\w+\??/g, "x");

const INVITED = "ida.invited@fans.example";
const GUESTS_PAGES = ["/", "/faq", "/login", "/joerdis", "/terms", "/api/docs", "/voucher/redeem"];
const CREATORS_PAGES = ["/dashboard", "/account", "/account/edit", "/account/privacy", "/statistics"];

let world: SettingsWorld;
let creator: string;
const before = new Map<string, string>();

beforeAll(async () => {
  world = await openSettingsWorld();
  creator = await world.sessionOf("joerdis@demo.example");
  await world.db
    .updateTable("users")
    .set({ goal_title: "A harp", goal_minor: 900_00, goal_currency: "EUR", goal_from: "2026-01-01" })
    .where("email", "=", "joerdis@demo.example")
    .execute();
  for (const path of ["/", "/faq", "/joerdis", "/leaderboard/creators"])
    before.set(path, (await world.get(path, "de")).text);
});

afterAll(async () => {
  await world?.close();
});

const follows = (status: number) =>
  eventually(
    "the second instance follows",
    async () => (await world.get("/leaderboard/creators", "de")).status === status,
  );

/** The addresses that a page links or posts to. */
function addressesIn(text: string): string[] {
  const page = readStrictly(text);
  return [
    ...page.elements("a").map((link) => attribute(link, "href")),
    ...page.elements("form").map((form) => attribute(form, "action")),
    ...page.elements("button").map((button) => attribute(button, "formaction")),
  ].flatMap((address) => (address?.startsWith("/") ? [address.replace(/[?#].*/, "")] : []));
}

/** An address of what is off; a group or an amount stands in place of a parameter. */
const isGone = (address: string) =>
  PAGES_GONE.some((pattern) =>
    new RegExp(`^${pattern.replaceAll(/:\w+\??/g, "(?!redeem|withdrawal|code)[^/]+")}$`).test(address),
  );

describe("with all features off and registration closed", () => {
  let voucher: { code: string };

  beforeAll(async () => {
    voucher = await buyInProduct({}, productWorld(world.db));
    const saved = await world.save("features", { registration: "closed" });
    expect([saved.status, saved.headers.location]).toEqual([303, "/admin/settings?done=changed"]);
    await follows(404);
  });

  test("there is something to be gone", () => {
    expect(PAGES_GONE.length).toBeGreaterThan(30);
    expect(CALLS_GONE.length).toBeGreaterThan(15);
    expect(isGone("/leaderboard/creators") && isGone("/gl/nachtmus") && isGone("/voucher")).toBe(true);
  });

  test.for(PAGES_GONE)(
    "%s answers 404, for guests and creators, in capitals and encoded",
    async (pattern) => {
      const address = addressOf(pattern);
      const spelled = address.replace(
        /^\/(.)/,
        (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`,
      );
      for (const path of [address, address.toUpperCase(), spelled])
        for (const cookie of [undefined, creator])
          expect.soft((await world.get(path, "de", cookie)).status, path).toBe(404);
      const posted = await wireFan("de", { Cookie: creator }, world.second.url).post(address, {});
      expect(posted.status).toBe(404);
    },
  );

  test.for(CALLS_GONE)("$method $path answers 404 with its code", async ({ method, path }) => {
    const answer = await ask(world.second.url + path.replaceAll(/\{\w+\}/g, "x"), {
      method,
      headers: { Cookie: creator, Origin: world.second.url, "Content-Type": "application/json" },
      ...(method === "GET" ? {} : { body: "{}" }),
    });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([404, { code: "feature_off" }]);
  });

  test.for(["de", "en"] as const)("no page leads to what is off: %s", async (locale) => {
    for (const [paths, cookie] of [
      [GUESTS_PAGES, undefined],
      [CREATORS_PAGES, creator],
    ] as const)
      for (const path of paths) {
        const { status, text } = await world.get(path, locale, cookie);
        expect.soft(status, path).toBe(200);
        expect.soft(addressesIn(text).filter(isGone), path).toEqual([]);
      }
  });

  test("the API's description and its pages have no call of what is off", async () => {
    const { paths } = JSON.parse((await world.get("/api/openapi.json", "en")).text);
    expect(Object.keys(paths).filter((path) => isOff(NONE, path))).toEqual([]);
    expect(Object.keys(paths).length).toBeGreaterThan(30);
    expect((await world.get("/api/docs/leaderboard", "en")).status).toBe(404);
    expect((await world.get("/api/docs/vouchers", "en")).text).not.toContain("/api/voucher/send");
  });

  test("a creator's page has no goal and no supporters, and asks search engines to leave", async () => {
    const { text } = await world.get("/joerdis", "en");
    expect(before.get("/joerdis")).toContain("A harp");
    expect(text).not.toContain("A harp");
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    const form = readStrictly((await world.get("/account/edit", "en", creator)).text);
    const names = form.elements("input").map((input) => attribute(input, "name"));
    expect(names).not.toContain("goal_title");
    expect(names).not.toContain("show_supporters");
    expect(names).toContain("username");
  });

  test("saving the page without the fields keeps goal and supporters", async () => {
    const shown = () =>
      world.db
        .selectFrom("users")
        .select(["goal_title", "goal_minor", "goal_from", "show_supporters"])
        .where("email", "=", "joerdis@demo.example")
        .executeTakeFirstOrThrow();
    const was = await shown();
    const { about } = await world.db
      .selectFrom("users")
      .select("about")
      .where("email", "=", "joerdis@demo.example")
      .executeTakeFirstOrThrow();
    const wire = wireFan("en", { Cookie: creator }, world.second.url);
    const saved = await wire.post("/account/edit", { intent: "page", about: about ?? "" });
    expect(saved.status).toBe(303);
    expect(await shown()).toEqual(was);
  });

  test("the results of a group's and a voucher's payments link to nothing that is gone", async () => {
    const payments = await world.db
      .selectFrom("payments as p")
      .leftJoin("tips as t", "t.id", "p.tip_id")
      .select(["p.id", "p.status", "p.voucher_id"])
      .where((eb) => eb.or([eb("t.grouplist_id", "is not", null), eb("p.voucher_id", "is not", null)]))
      .execute();
    const kindOf = ({ status, voucher_id }: (typeof payments)[number]) => `${status} ${voucher_id !== null}`;
    const paid = [...new Map(payments.map((each) => [kindOf(each), each])).values()];
    expect(paid.map(kindOf)).toEqual(expect.arrayContaining(["SUCCESS true", "SUCCESS false"]));
    for (const { id, status } of paid) {
      const path = status === "FAILED" ? `/payment/failed?payment=${id}` : `/payment/success/${id}`;
      const page = await world.get(path, "de");
      expect(page.status, path).toBe(200);
      expect(addressesIn(page.text).filter(isGone), path).toEqual([]);
    }
  });

  test.for([
    ["de", "Fans zahlen direkt an dich"],
    ["en", "Fans pay you directly"],
  ] as const)("a creator who is paid directly redeems none, and reads why: %s", async ([locale, why]) => {
    const email = "maximiliane@demo.example";
    const wire = wireFan(locale, { Cookie: await world.sessionOf(email) }, world.second.url);
    const setModel = (money_model: string) =>
      world.db.updateTable("users").set({ money_model }).where("email", "=", email).execute();
    await setModel("DIRECT");
    const page = await wire.follow(await wire.post("/voucher/redeem", { voucher_code: voucher.code }));
    expect(page.text).toContain(why);
    expect(page.text).not.toContain('name="seen_credit"');
    await setModel("HELD");
  });

  test("a voucher that was bought is still redeemed", async () => {
    const wire = wireFan("en", { Cookie: creator }, world.second.url);
    const page = await wire.follow(await wire.post("/voucher/redeem", { voucher_code: voucher.code }));
    const hidden = Object.fromEntries(
      readStrictly(page.text)
        .elements("input")
        .map((input) => [attribute(input, "name") ?? "", attribute(input, "value") ?? ""]),
    );
    const redeemed = await wire.post("/voucher/redeem", { ...hidden, act: "redeem" });
    expect(redeemed.status).toBe(303);
    expect(textOf(readStrictly((await wire.follow(redeemed)).text).elements("main")[0])).toContain(
      "Redeemed",
    );
  });

  test("switched on again, all is as before", async () => {
    const saved = await world.save("features", { ...ALL, registration: "open" });
    expect(saved.headers.location).toBe("/admin/settings?done=changed");
    await follows(200);
    // The creator is online by now.
    for (const [path, text] of before)
      if (path !== "/joerdis") expect.soft((await world.get(path, "de")).text, path).toBe(text);
    expect((await world.get("/joerdis", "de")).text).toContain("A harp");
  });
});

describe("with registration by invitation", () => {
  const invite = (email: string, cookie = world.operator) =>
    wireFan("en", { Cookie: cookie }, world.first.url).post("/admin/users/invitation", { email });

  /** Of the only invitation; its mail has arrived. */
  async function mailedToken(): Promise<string> {
    const { id } = await world.db.selectFrom("creator_invitations").select("id").executeTakeFirstOrThrow();
    const token = createTokens(TEST_SECRETS.APP_SECRET).sign("creator-invitation", id);
    const mails = world.db.selectFrom("demo_mailbox").select("text").where("recipient", "=", INVITED);
    await eventually("the mail is there", async () =>
      (await mails.execute()).some(({ text }) => text.includes(`/register?invitation=${token}`)),
    );
    return token;
  }

  async function register(invitation: string | null, email: string): Promise<[number, { code?: string }]> {
    const password = "Regenschirm-Kastanie 7";
    const fields = { email, password, password_confirmation: password, terms: "1" };
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c85" } })
      .png()
      .toBuffer();
    const file = { field: "document", name: "pass.png", type: "image/png", bytes };
    const form = multipart({ ...fields, ...(invitation === null ? {} : { invitation }) }, file);
    const wire = wireFan("en", {}, world.first.url);
    const { status, text } = await wire.send("POST", "/api/register", form.body, form.headers);
    return [status, JSON.parse(text)];
  }

  beforeAll(async () => {
    const saved = await world.save("features", { ...ALL, registration: "invitation" });
    expect(saved.headers.location).toBe("/admin/users/invitation?done=by_invitation");
    await eventually("the second instance follows", async () =>
      (await world.get("/register", "en")).text.includes("By invitation only"),
    );
  });

  test("without an invitation there is no form, and no account", async () => {
    const page = readStrictly((await world.get("/register", "en")).text);
    expect(page.elements("input").filter((each) => attribute(each, "name") === "password")).toEqual([]);
    const forged = "A".repeat(43);
    for (const token of [null, forged])
      expect(await register(token, "uninvited@fans.example")).toMatchObject([422, { code: "not_invited" }]);
    const made = world.db.selectFrom("users").select("id").where("email", "=", "uninvited@fans.example");
    expect(await made.execute()).toEqual([]);
  });

  test("an invitation opens registration once", async () => {
    expect((await invite(INVITED)).headers.location).toBe("/admin/users/invitation?done=invited");
    const token = await mailedToken();
    const page = readStrictly((await world.get(`/register?invitation=${token}`, "en")).text);
    const kept = page.elements("input").find((each) => attribute(each, "name") === "invitation");
    expect(kept && attribute(kept, "value")).toBe(token);
    const invited = `/register?invitation=${token}`;
    const form = page.elements("form").find((each) => attribute(each, "action") === invited);
    expect(form).toBeDefined();
    const refused = await wireFan("en", {}, world.first.url).post(invited, { invitation: token });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`value="${token}"`);
    // The other language and theme lead back to the invitation.
    expect(refused.text).toContain(`name="return_to" value="${invited}"`);
    const answers = await all(many(3), (at) => register(token, `ida.${at}@fans.example`));
    expect(answers.map(([status]) => status).sort()).toEqual([201, 422, 422]);
    expect((await world.get(`/register?invitation=${token}`, "en")).text).toContain("By invitation only");
    expect(await world.db.selectFrom("creator_invitations").select("id").execute()).toEqual([]);
  });

  test("an address that its owner can still take back gets no invitation", async () => {
    const { db } = world;
    const old_email = "changed.away@fans.example";
    const owner = db.selectFrom("users").select("id").where("email", "=", "joerdis@demo.example");
    const { id: user_id } = await owner.executeTakeFirstOrThrow();
    const times = { changed_at: new Date(), undo_until: new Date(Date.now() + 3_600_000) };
    const change = { id: randomUUID(), user_id, old_email, new_email: "joerdis@demo.example", ...times };
    await db
      .insertInto("email_changes")
      .values({ ...change, undo_hash: randomBytes(32) })
      .execute();
    expect((await invite(old_email)).status).toBe(422);
    const made = db.selectFrom("creator_invitations").select("id").where("email", "=", old_email);
    expect(await made.execute()).toEqual([]);
  });

  test("a creator invites nobody", async () => {
    expect((await invite("friend@fans.example", creator)).status).toBe(403);
  });
});
