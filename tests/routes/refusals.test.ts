import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { paymentsOf, tipIdOf } from "../support/database/records.ts";
import { groupForms } from "../support/http/group-stops.ts";
import { beginTip, multipart, prepareTip, seenCharge, wireFan } from "../support/http/http-client.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { makeAccount } from "../support/http/users.ts";
import { voucherForms } from "../support/http/voucher-stops.ts";
import { makeWorld, type World } from "../support/http/walk-stops.ts";

const fan = wireFan("de");
let world: World;

beforeAll(async () => {
  world = await makeWorld(fan);
});

/** The routes that take a visitor's posts, and where to post to. */
const FORMS: Record<string, () => string> = {
  ...Object.fromEntries(
    ["/locale", "/theme", "/notice", "/logout", "/login", "/register"].map((path) => [path, () => path]),
  ),
  "/register/confirm/:token?": () => "/register/confirm/x",
  "/register/operator/:token?": () => "/register/operator/x",
  "/email/confirm/:token?": () => "/email/confirm/x",
  "/email/undo/:token?": () => "/email/undo/x",
  "/email/stop/:token": () => "/email/stop/x",
  ...Object.fromEntries(["/monthly", "/cancel", "/withdraw"].map((path) => [path, () => path])),
  "/cancel/:token": () => "/cancel/x",
  "/withdraw/:token": () => "/withdraw/x",
  "/monthly/:token": () => world.monthly,
  "/monthly/:token/stop": () => `${world.monthly}/stop`,
  "/monthly/:token/reminders": () => "/monthly/x/reminders",
  "/receipt/:token": () => world.receipt,
  "/payment/success/:payment?": () => `/payment/success/${world.paid}`,
  "/password/forgot": () => "/password/forgot",
  ...groupForms(() => world),
  ...voucherForms(() => world),
  "/gl/invite/:grouplist?": () => "/gl/invite/abcdefghabcdefgh",
  ...Object.fromEntries(["/voucher/redeem", "/voucher/withdrawal"].map((path) => [path, () => path])),
  "/report": () => "/report",
  "/leaderboard/creators": () => "/leaderboard/creators",
  "/report/:token": () => "/report/x",
  "/password/reset/:token?": () => "/password/reset/x",
  "/dev/networks": () => "/dev/networks",
  "/dev/x/oauth/authorize": () => "/dev/x/oauth/authorize?oauth_token=x",
  "/dev/discord/oauth2/authorize": () => "/dev/discord/oauth2/authorize",
  "/sandbox/set-up/:token": () => "/sandbox/set-up/x",
  "/sandbox/connect/:token": () => "/sandbox/connect/x",
  "/sandbox/pay/:token": () => world.payPage,
  "/sandbox/pay/:token/challenge": () => `${world.challengePage}/challenge`,
  "/:profile": () => "/joerdis",
  "/:profile/:amount": () => "/joerdis/5",
  "/:profile/tip/:token/details": () => `${world.draft}/details`,
  "/:profile/tip/:token/payment": () => `${world.draft}/payment`,
  "/:profile/tip/:token/summary": () => `${world.ready}/summary`,
  "/*": () => "/nothing/at/all",
};
/** A mail program posts it without anybody's browser (RFC 8058): the link itself is what counts. */
const FROM_ANYWHERE = ["/email/stop/:token", "/monthly/:token/reminders"];
/** No page, an unknown case, and the payment of another browser. */
const NOWHERE = ["/*", "/report/:token", "/payment/success/:payment?"];
const SERVER_TO_SERVER = /^\/(webhooks|(sandbox|dev\/x|dev\/discord)\/api)\//;

test("every route that takes posts is among the forms of refused posts", () => {
  const app = path.resolve(import.meta.dirname, "../../app");
  // The API has refusals of its own kind, and no request passes the guards without a session.
  const posts = PATTERNS.filter(({ file }) => !file.startsWith("api/")).filter(({ file }) =>
    /export (async )?function action/.test(readFileSync(path.join(app, file), "utf8")),
  );
  const visitors = posts
    .filter(({ pattern, guards }) => !SERVER_TO_SERVER.test(pattern) && !guards.includes("signed-in"))
    .map(({ pattern }) => pattern)
    // A page's script posts the latter, and reads a status alone (overlay.test.ts).
    .filter((pattern) => !["/login/code", "/overlay/:secret/shown"].includes(pattern));
  expect(visitors.sort()).toEqual(Object.keys(FORMS).sort());
});

describe.for(Object.keys(FORMS))("a post to %s", (pattern) => {
  const address = () => FORMS[pattern]?.() ?? "";

  test.for([
    ["another site's Origin", { Origin: "https://evil.example" }],
    ["another port of this machine", { Origin: "http://localhost:1" }],
    ["an Origin without a name", { Origin: "null" }],
    ["a browser that calls it cross-site", { "Sec-Fetch-Site": "cross-site" }],
  ] as const)(`a post to ${pattern} from %s is refused with a page`, async ([, headers]) => {
    const answer = await fan.post(address(), { locale: "en", theme: "dark", amount: "5" }, headers);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    if (FROM_ANYWHERE.includes(pattern)) return expect(answer.status).toBe(422);
    expect(answer.status).toBe(403);
    expect(textOf(readStrictly(answer.text).elements("h1")[0])).toBe("Zugriff verweigert");
  });

  test(`a post to ${pattern} of a megabyte, and one that is no form, get a page`, async () => {
    const isForm = !NOWHERE.includes(pattern);
    const huge = await fan.post(address(), { amount: "5".repeat(1024 * 1024) });
    expect(huge.status).toBe(isForm ? 413 : 404);
    expect(readStrictly(huge.text).problems).toEqual([]);
    for (const type of "application/json text/plain multipart/form-data multipart/form-data;boundary=x".split(
      " ",
    )) {
      const answer = await fan.send("POST", address(), '{"amount":5}', { "Content-Type": type });
      expect(answer.status, type).toBe(isForm ? 400 : 404);
    }
    expect((await fan.send("POST", address(), "", {})).status).toBe(isForm ? 400 : 404);
  });

  test(`a post to ${pattern} in another verb is not taken, in either language`, async () => {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      for (const [locale, title] of [
        ["de", "Das geht hier nicht"],
        ["en", "Not possible here"],
      ] as const) {
        const answer = await wireFan(locale).send(method, address(), "amount=5", {
          "Content-Type": "application/x-www-form-urlencoded",
        });
        expect(answer.status, method).toBe(405);
        expect(textOf(readStrictly(answer.text).elements("h1")[0])).toBe(title);
      }
    }
  });
});

test("verbs and hosts that no page has are refused in short", async () => {
  for (const method of ["OPTIONS", "PROPFIND"]) {
    expect((await fan.send(method, "/joerdis", "", {})).status).toBe(405);
  }
  expect((await fan.send("TRACE", "/joerdis", "", {})).status).toBe(400);
  expect((await fan.get("/joerdis", { Host: "a b" })).status).toBe(400);
  expect((await fan.send("POST", "/faq", "", {})).status).toBe(405);
});

test("a post from the product's own pages is taken", async () => {
  const { url } = inject("product");
  const answer = await fan.post(
    "/joerdis",
    { amount: "5" },
    { Origin: url, "Sec-Fetch-Site": "same-origin" },
  );
  expect(answer.status).toBe(303);
});

test("a guest's page with errors may be kept by their browser, so that going back shows it again", async () => {
  const pages: [string, Record<string, string>][] = [
    ["/joerdis", { amount: "501" }],
    [`${world.draft}/details`, { name: "I".repeat(81) }],
    [`${world.draft}/payment`, { email: "ida@" }],
    ["/login", { email: "ida@", password: "four cups of tea" }],
    ["/register", { email: "ida@", password: "four cups of tea" }],
    ["/password/forgot", { email: "ida@" }],
    ["/password/reset/x", { password: "four", password_confirmation: "cups" }],
  ];
  for (const [address, fields] of pages) {
    const { status, headers, text } = await fan.post(address, fields);
    expect([address, status, headers["cache-control"]]).toEqual([address, 422, "private, no-cache"]);
    expect(text).not.toMatch(/value="four/);
  }
  const card = await fan.post(world.payPage, { number: "4242" });
  expect([card.status, card.headers["cache-control"]]).toEqual([422, "no-store"]);
});

describe("what is typed", () => {
  test.for([
    ["nothing at all", {}],
    ["an amount twice", { amount: ["5", "6"] }],
    ["an amount as a list", { "amount[]": "5", "amount[0]": "5", "amount.x": "5" }],
    ["a choice twice", { choice: ["5.00", "10.00"] }],
    ["a very long amount", { amount: "9".repeat(30_000) }],
    ["infinity", { amount: "Infinity" }],
    ["an amount in another currency", { amount: "$5" }],
    ["a negative amount", { amount: "-5" }],
    ["another creator's thing", { choice: "item-00000000-0000-4000-8000-000000000000" }],
    ["a very long choice", { choice: "5".repeat(10_000) }],
    ["emoji", { amount: "💶" }],
  ] as [string, Record<string, string | string[]>][])(
    "the amount %s is refused at its field",
    async ([, fields]) => {
      const answer = await fan.post("/joerdis", fields);
      expect(answer.status).toBe(422);
      const page = readStrictly(answer.text);
      expect(page.problems).toEqual([]);
      const summary = page.elements("div").find((element) => attribute(element, "role") === "alert");
      expect(textOf(summary)).toMatch(/Betrag|Trinkgeld/);
    },
  );

  test("a null byte in any field is no form of ours", async () => {
    const tip = await prepareTip(fan);
    const choice = { type: "INETCASH_CC", country: "DE", pay_currency: "EUR" };
    const form = multipart({ message: "a\0b" });
    const answers = [
      await fan.post("/joerdis", { amount: "5\0" }),
      await fan.post("/joerdis", { amount: "5", "\0": "" }),
      await fan.send("POST", `${tip}/details`, form.body, form.headers),
      await fan.post(`${tip}/details`, { name: "\0" }),
      await fan.post(`${tip}/payment`, { ...choice, email: "a\0@b.example" }),
      await fan.post(world.payPage, { number: "4242\0" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test("a message of 100,000 characters is refused and kept", async () => {
    const tip = await beginTip(fan);
    const message = "Grüße! ".repeat(14_286).slice(0, 100_000);
    const form = multipart({ message, name: "Ida" });
    const answer = await fan.send("POST", `${tip}/details`, form.body, form.headers);
    expect(answer.status).toBe(422);
    const page = readStrictly(answer.text);
    expect(textOf(page.elements("textarea")[0]).trim()).toBe(message.trim());
    expect(answer.text).toContain("Höchstens 1000 Zeichen");
  });

  test.for<[string, string]>([
    ["emoji", "Danke 🎵🇩🇪👍🏽!"],
    ["Hebrew and Arabic", "שלום مرحبا Ida"],
    ["markup", `<b>"Ida"</b> & <script>alert('1')</script>`],
    ["a closing of the page's own", "</textarea></title></style><!--"],
    ["a format of i18next", "{{name}} $t(brand)"],
  ])("typed %s stay what they are", async ([, typed]) => {
    const tip = await beginTip(fan);
    expect((await fan.post(`${tip}/details`, { name: typed, message: typed })).status).toBe(303);
    const page = readStrictly((await fan.get(`${tip}/details`)).text);
    expect(page.problems).toEqual([]);
    expect(textOf(page.elements("textarea")[0])).toBe(typed);
    const name = page.elements("input").find((input) => attribute(input, "name") === "name");
    // A name is a line for others to read: what is not seen in it goes.
    expect(attribute(name, "value")).toBe(typed.replace(/\p{Cf}+/gu, " "));
    expect(page.elements("script").every((script) => attribute(script, "src") !== null)).toBe(true);
  });

  test("control characters in a name become spaces, and in a message are removed", async () => {
    const tip = await beginTip(fan);
    const nasty = "Ida\r\nSet-Cookie: a=b\u0007\u202Egnp.exe";
    expect((await fan.post(`${tip}/details`, { name: nasty, message: `ab\u0007c\r\nd` })).status).toBe(303);
    const page = readStrictly((await fan.get(`${tip}/details`)).text);
    const name = page.elements("input").find((input) => attribute(input, "name") === "name");
    expect(attribute(name, "value")).toBe("Ida Set-Cookie: a=b gnp.exe");
    expect(textOf(page.elements("textarea")[0])).toBe("abc\nd");
  });

  test.for([
    ["fields twice", { name: ["a", "b"], message: ["a", "b"] }],
    ["a name that is too long by one", { name: "🎵".repeat(81) }],
  ] as [string, Record<string, string | string[]>][])("step 2 of a tip refuses %s", async ([, fields]) => {
    const answer = await fan.post(`${await beginTip(fan)}/details`, fields);
    expect(answer.status).toBe(422);
    expect(answer.text).not.toMatch(/Invalid input|expected string/i);
  });

  test.for([
    ["nothing", {}],
    ["a country that is none", { type: "INETCASH_CC", country: "XX", pay_currency: "EUR" }],
    ["a currency that is none", { type: "INETCASH_CC", country: "DE", pay_currency: "XXX" }],
    ["a way to pay that is none", { type: "CASH", country: "DE", pay_currency: "EUR" }],
    ["a way to pay that is not on offer", { type: "INETCASH_DD", country: "DE", pay_currency: "USD" }],
    ["a way to pay that is not on offer there", { type: "INETCASH_DD", country: "US", pay_currency: "EUR" }],
    [
      "fields twice",
      { type: ["INETCASH_CC", "INETCASH_DB"], country: ["DE", "AT"], pay_currency: ["EUR", "USD"] },
    ],
    [
      "an email with a line break",
      { type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email: "a@b.example\nBcc: c@d.example" },
    ],
    [
      "two emails",
      { type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email: "a@b.example, c@d.example" },
    ],
    [
      "an email of 300 characters",
      { type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email: `${"a".repeat(290)}@b.example` },
    ],
  ] as [string, Record<string, string | string[]>][])(
    "step 3 of a tip refuses %s with a page",
    async ([, fields]) => {
      const answer = await fan.post(`${await beginTip(fan)}/payment`, fields);
      expect(answer.status).toBe(422);
      expect(readStrictly(answer.text).problems).toEqual([]);
      expect(answer.text).not.toMatch(/Invalid input|Invalid option|expected string|expected one of/i);
    },
  );
});

describe("the summary's post", () => {
  test.for(["", "1", "-560", "560.5", "NaN", "1e3", "５６０"])(
    "the summary's post with the price %s changes nothing",
    async (seen) => {
      const tip = await prepareTip(fan);
      const answer = await fan.post(`${tip}/summary`, { charged_minor: seen });
      expect(answer.status).toBe(422);
      expect(await paymentsOf(tipIdOf(`${tip}/summary`))).toEqual([]);
    },
  );

  test("the summary's post before the steps are done leads back to them", async () => {
    const tip = await beginTip(fan);
    const answer = await fan.post(`${tip}/summary`, { charged_minor: "560" });
    expect([answer.status, answer.headers.location]).toEqual([303, `${tip}/payment`]);
  });

  test("the summary's post sent eight times at once is one payment", async () => {
    const tip = await prepareTip(fan);
    const charged_minor = await seenCharge(fan, tip);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fan.post(`${tip}/summary`, { charged_minor })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await paymentsOf(tipIdOf(`${tip}/summary`))).toHaveLength(1);
  });
});

test("a message stays behind when the amount is lowered below its price afterwards, whatever step comes next", async () => {
  const creator = await makeAccount({ status: "ACTIVE", default_price_per_message_minor: 10_00 });
  const username = creator.username ?? "";
  const first = await prepareTip(fan, { username, amount: "12", words: "Eine Nachricht" });
  const back = await fan.post(`/${username}`, { amount: "5", tip: first.split("/").at(-1) ?? "" });
  const tip = (back.headers.location ?? "").replace(/\/details$/, "");
  const details = [303, `${tip}/details`];
  const choice = { type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email: "" };
  for (const answer of [
    await fan.get(`${tip}/payment`),
    await fan.post(`${tip}/payment`, choice),
    await fan.post(`${tip}/payment`, { ...choice, step: "update" }),
    await fan.get(`${tip}/summary`),
    await fan.post(`${tip}/summary`, { charged_minor: "560" }),
  ])
    expect([answer.status, answer.headers.location]).toEqual(details);
  const page = await fan.get(`${tip}/details`);
  expect([page.status, readStrictly(page.text).problems]).toEqual([200, []]);
  expect(page.text).toContain("Nachrichten an Ada Muster gehen ab 10,00\u00a0€. Lass sie weg");
  expect(page.text).toContain("Eine Nachricht</textarea>");
  expect((await fan.post(`${tip}/details`, { message: "" })).headers.location).toBe(`${tip}/payment`);
  expect((await fan.post(`${tip}/payment`, choice)).headers.location).toBe(`${tip}/summary`);
  expect((await fan.get(`${tip}/summary`)).status).toBe(200);
});

test("a choice leads back to this site alone", async () => {
  for (const return_to of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "",
    "/\r\nX: y",
  ]) {
    const answer = await fan.post("/locale", { locale: "en", return_to });
    expect([answer.status, answer.headers.location], return_to).toEqual([303, "/"]);
  }
  const answer = await fan.post("/theme", { theme: "dark", return_to: "/joerdis/5?tip=a" });
  expect(answer.headers.location).toBe("/joerdis/5?tip=a");
  expect(answer.headers["set-cookie"]).toEqual([
    "theme=dark; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
  ]);
  const forgotten = await fan.post("/theme", { theme: "system", return_to: "/" });
  expect(forgotten.headers["set-cookie"]).toEqual(["theme=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"]);
  for (const locale of ["fr", "", "de\r\nSet-Cookie: a=b"]) {
    expect((await fan.post("/locale", { locale })).status, locale).toBe(400);
  }
});
