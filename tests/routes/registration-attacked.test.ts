import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { tokenHash } from "../../app/crypto/crypto.server.ts";
import { limitTable } from "../../app/http/limit-table.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { multipart, type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { cookieValue } from "../support/http/own-cookies.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { newAddress, newEmail, PASSWORD, setCookie } from "../support/http/users.ts";

// Registering with documents that are none, twice, too often.

const MEGABYTE = 1024 * 1024;
const TEXTS = {
  format: { en: "File format not recognized", de: "Dateiformat nicht erkannt" },
  size: {
    en: "The file is too big. Maximum file size 10 MB",
    de: "Die Datei ist zu groß. Maximale Dateigröße 10 MB",
  },
  missing: { en: "Please upload a document!", de: "Bitte lade ein Dokument hoch!" },
  taken: {
    en: "This email has already been registered!",
    de: "Diese E-Mail-Adresse ist bereits registriert!",
  },
  blocked: {
    en: "Too many registration requests - you've been blocked!",
    de: "Zu viele Registrierungen - du wurdest gesperrt!",
  },
} as const;

let png: Buffer;
let gif: Buffer;
beforeAll(async () => {
  const picture = sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: "#c85",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
  png = await picture.png().toBuffer();
  gif = await picture.gif().toBuffer();
});

/** Files of the product that were not there when it was first asked. */
async function documentFiles(): Promise<Set<string>> {
  const names = await readdir(path.join(inject("product").dataDir, "media"), { recursive: true });
  return new Set(names.filter((name) => name.endsWith(".sealed") || name.endsWith(".partial")));
}

/** Of these files, those that belong to nothing; another test's may be on its way to its row. */
async function unownedFiles(before: ReadonlySet<string>): Promise<string[]> {
  const kept = await records().selectFrom("pending_registrations").select("document_id as id").execute();
  const taken = await records().selectFrom("verification_documents").select("id").execute();
  const owned = new Set([...kept, ...taken].map(({ id }) => id));
  const isUnowned = (name: string) => !before.has(name) && !owned.has(name.split(/[\\/]/)[1] ?? "");
  return [...(await documentFiles())].filter(isUnowned);
}

/** What the registration that a browser's cookie names has kept. */
const documentsKeptFor = async (cookie: string) =>
  (
    await records()
      .selectFrom("pending_registrations")
      .select("document_id")
      .where("token_hash", "=", tokenHash(await cookieValue("registration", cookie)))
      .where("document_id", "is not", null)
      .execute()
  ).map(({ document_id }) => document_id);

const accountsOf = (email: string) =>
  records().selectFrom("users").select("id").where("email", "ilike", email).execute();

async function register(
  fan: WireFan,
  where: "/register" | "/api/register",
  email: string,
  bytes: Uint8Array | null,
  name = "pass.png",
): Promise<Answer> {
  const fields = { email, password: PASSWORD, password_confirmation: PASSWORD, terms: "on" };
  const file = bytes === null ? undefined : { field: "document", name, type: "image/png", bytes };
  const form = multipart(fields, file);
  return await fan.send("POST", where, form.body, form.headers);
}

function told(answer: Answer): string {
  const isJson = answer.headers["content-type"]?.includes("json");
  return isJson ? JSON.parse(answer.text).message : textOf(readStrictly(answer.text).elements("main")[0]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const DOCUMENTS: [what: string, bytes: () => Uint8Array | null, text: keyof typeof TEXTS][] = [
  ["no file", () => null, "missing"],
  ["an empty file", () => Buffer.alloc(0), "missing"],
  ["an SVG", () => Buffer.from(svg), "format"],
  ["HTML", () => Buffer.from("<!DOCTYPE html><script>alert(1)</script>"), "format"],
  ["text", () => Buffer.from("Ich bin es wirklich."), "format"],
  [
    "a WebP",
    () => Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/v02aAA=", "base64"),
    "format",
  ],
  ["the beginning of a PNG", () => png.subarray(0, png.length / 2), "format"],
  ["the first bytes of a PNG", () => png.subarray(0, 16), "format"],
  ["a PNG's signature before HTML", () => Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]), "format"],
  ["11 MB", () => Buffer.concat([png, Buffer.alloc(11 * MEGABYTE)]), "size"],
];

describe.for(["/register", "/api/register"] as const)("%s", (where) => {
  describe.for(["en", "de"] as const)("in %s", (locale) => {
    test.for(DOCUMENTS)(`${where} with %s is refused and leaves nothing behind`, async ([, bytes, text]) => {
      const [email, before] = [newEmail(), await documentFiles()];
      const answer = await register(wireFan(locale, newAddress()), where, email, bytes());
      expect(answer.status).toBe(422);
      expect(told(answer)).toContain(TEXTS[text][locale]);
      expect(setCookie(answer.headers, "session")).toBeNull();
      expect(await accountsOf(email)).toEqual([]);
      await eventually("nothing of it is left", async () => (await unownedFiles(before)).length === 0);
      const kept = setCookie(answer.headers, "registration");
      expect(kept === null ? [] : await documentsKeptFor(kept)).toEqual([]);
    });

    test(`a fifth registration by ${where} is looked at, a sixth within the hour is not`, async () => {
      const fan = wireFan(locale, newAddress());
      for (const _ of many(5))
        expect((await register(fan, where, newEmail(), gif, "a.gif")).status).toBeLessThan(400);
      const email = newEmail();
      const before = await documentFiles();
      // What is no picture is told so by whoever looks at it.
      const answer = await register(fan, where, email, Buffer.from("Ich bin es wirklich."));
      expect(answer.status).toBe(where === "/register" ? 422 : 429);
      expect(told(answer)).toContain(TEXTS.blocked[locale]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(14 * 60);
      expect(told(answer)).not.toContain(TEXTS.format[locale]);
      expect(await accountsOf(email)).toEqual([]);
      await eventually("nothing of it is kept", async () => (await unownedFiles(before)).length === 0);
    });
  });

  test(`by ${where}, one email is one account, in whatever spelling and however many requests come at once`, async () => {
    const email = newEmail();
    const before = await documentFiles();
    const answers = await all(many(limitTable.registration_mail.points), (number) =>
      register(wireFan("en", newAddress()), where, number % 2 === 0 ? email : email.toUpperCase(), png),
    );
    const taken = answers.filter((answer) => answer.status === 422);
    expect(taken).toHaveLength(limitTable.registration_mail.points - 1);
    for (const answer of taken) expect(told(answer)).toContain(TEXTS.taken.en);
    const accounts = await accountsOf(email);
    expect(accounts).toHaveLength(1);
    const mails = await records()
      .selectFrom("mail_outbox")
      .select("template")
      .where("recipient", "ilike", email)
      .execute();
    expect(mails).toEqual([{ template: "register" }]);
    // The others' documents are kept for the browsers that sent them, for a quarter of an hour.
    await eventually(
      "nothing lies there that is nobody's",
      async () => (await unownedFiles(before)).length === 0,
    );
    const [document, ...others] = await records()
      .selectFrom("verification_documents")
      .selectAll()
      .where("user_id", "=", accounts[0]?.id ?? "")
      .execute();
    expect(others).toEqual([]);
    expect([...(await documentFiles())].some((name) => name.includes(document?.id ?? "none"))).toBe(true);
  });

  test(`by ${where}, one mailbox gets five registration mails an hour, however its address is spelt and from any network`, async () => {
    const name = newEmail().replace(/\D/g, "");
    const mailbox = (number: number) => `victim.${name}+${number}@mailbox.example`;
    const from = () => wireFan("en", newAddress());
    const answers: Answer[] = [];
    for (const number of many(limitTable.registration_mail.points))
      answers.push(await register(from(), where, mailbox(number), png));
    for (const answer of answers) expect(answer.status).toBe(where === "/register" ? 303 : 201);
    const refused = await register(from(), where, mailbox(99), png);
    expect(refused.status).toBe(where === "/register" ? 422 : 429);
    expect(told(refused)).toContain(TEXTS.blocked.en);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(14 * 60);
    expect(await accountsOf(mailbox(99))).toEqual([]);
    // Mails that are sent again are of the same budget.
    const Cookie = `session=${setCookie(answers[0]?.headers ?? {}, "session")}`;
    const again = wireFan("en", { ...newAddress(), Cookie });
    const called = await again.post("/api/register/resend-mail", {});
    expect([called.status, JSON.parse(called.text).code]).toEqual([429, "too_many_requests"]);
    const page = await again.post("/account/verify-email", {});
    expect(page.status).toBe(422);
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(14 * 60);
  });

  test(`by ${where}, a network whose mails of an hour are used up registers nobody`, async () => {
    const network = newAddress()["X-Forwarded-For"].split(":").slice(0, 3).join(":");
    const from = (household: number) => wireFan("en", { "X-Forwarded-For": `${network}:${household}::1` });
    for (const number of many(limitTable.mail_network.points)) {
      const household = 1 + Math.trunc(number / limitTable.mail_address.points);
      await from(household).post("/api/password/forgot", { email: newEmail() });
    }
    const refused = await register(from(9), where, newEmail(), png);
    expect(refused.status).toBe(where === "/register" ? 422 : 429);
    expect(told(refused)).toContain(TEXTS.blocked.en);
  });
});

test("a document of a registration is drawn anew, sealed, and nothing of what was sent lies on the disk", async () => {
  const email = newEmail();
  // A picture and an archive at once: what stands behind the picture does not come along.
  const polyglot = Buffer.concat([png, Buffer.from("PK\u0003\u0004<script>alert(1)</script>")]);
  const answer = await register(
    wireFan("de", newAddress()),
    "/register",
    email,
    polyglot,
    "../../../../etc/passwd",
  );
  expect([answer.status, answer.headers.location]).toEqual([303, "/account/verify-email"]);
  const [account] = await accountsOf(email);
  const document = await records()
    .selectFrom("verification_documents")
    .selectAll()
    .where("user_id", "=", account?.id ?? "")
    .executeTakeFirstOrThrow();
  expect([document.kind, document.content_type]).toEqual(["mediafile_pass", "image/webp"]);
  const Cookie = `session=${setCookie(answer.headers, "session")}`;
  for (const file of ["document.sealed", "s.webp", "m.webp", "document.webp"])
    expect((await wireFan("de").get(`/media/${document.id}/${file}`, { Cookie })).status).toBe(404);
});

describe("an email that is none", () => {
  test.for([
    "a@b.example\r\nBcc: c@d.example",
    "a@b.example\nBcc: c@d.example",
    "a@b.example,c@d.example",
    '"a\\r\\nb"@b.example',
    "<a@b.example>",
    "a b@c.example",
    "a@b",
    `${"a".repeat(250)}@b.example`,
    "",
  ])("a registration with the email %j is refused", async (email) => {
    const answer = await register(wireFan("en", newAddress()), "/register", email, png);
    expect(answer.status).toBe(422);
    expect(answer.rawHeaders.join()).not.toContain("Bcc");
    expect(told(answer)).toMatch(/email address/);
  });
});

test("a password of a registration has 6 to 1024 characters, is typed the same twice, is none of the most common, and is never sent back", async () => {
  const cases: [password: string, again: string, text: RegExp][] = [
    ["fünf5", "fünf5", /At least 6 characters/],
    ["x".repeat(1025), "x".repeat(1025), /At most 1,024/],
    [PASSWORD, `${PASSWORD} `, /The passwords differ/],
    ["password1", "password1", /Too easy to guess/],
    ["PASSWORD", "PASSWORD", /Too easy to guess/],
    ["", "", /password/],
  ];
  for (const [password, password_confirmation, text] of cases) {
    const form = multipart(
      { email: newEmail(), password, password_confirmation, terms: "on" },
      { field: "document", name: "a", type: "", bytes: png },
    );
    const answer = await wireFan("en", newAddress()).send("POST", "/register", form.body, form.headers);
    expect([answer.status, told(answer)]).toEqual([422, expect.stringMatching(text)]);
    if (password) expect(answer.text).not.toContain(`value="${password}`);
  }
});
