import { beforeAll, describe, expect, test } from "vitest";
import { CALLS } from "../../app/api/calls.ts";
import { records } from "../support/database/records.ts";
import { callApi, readRefusal } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, PASSWORD } from "../support/http/users.ts";

// API keys: their page without script, and what they reach (docs/product.md, 9.14).

const PAGE = "/account/api";
const KEY = /trk_[0-9a-f]{56}/;

type Account = Awaited<ReturnType<typeof makeAccount>>;
const wanted = { name: "Bot", tips_read: "on", lasts: "90", password: PASSWORD };

async function pageOf(account: Account) {
  const headers = { Cookie: await cookieOf(account) };
  const fan = wireFan("en", headers);
  return {
    post: (fields: Record<string, string>) => fan.post(PAGE, fields),
    read: async () => textOf(readStrictly((await fan.get(PAGE)).text).elements("main")[0]),
    fan,
  };
}

async function keyOf(account: Account, scope = "tips_read"): Promise<string> {
  const answer = await (await pageOf(account)).post({ ...wanted, tips_read: "", [scope]: "on" });
  const [key] = KEY.exec(answer.text) ?? [];
  if (!key) throw new Error(`${answer.status}: ${answer.text}`);
  return key;
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, crypto.randomUUID());

describe("the page", () => {
  test("shows a new key once, then its beginning, and revokes it", async () => {
    const page = await pageOf(await makeAccount());
    const made = await page.post(wanted);
    expect([made.status, made.headers["cache-control"]]).toEqual([200, "no-store"]);
    const key = KEY.exec(made.text)?.[0] ?? "";
    const later = await page.read();
    expect(later).toContain(`${key.slice(0, 10)}`);
    expect(later).not.toMatch(KEY);
    expect(later).toContain("not used yet");
    const { status } = await callApi("GET", "/api/tributes", {}, bearer(key));
    expect([status, await page.read()]).toEqual([200, expect.stringContaining("last used")]);
    const { text: security } = await page.fan.get("/account/security");
    expect(security).toContain("API key “Bot”");
    const [, id = ""] = /name="id" value="([^"]+)"/.exec((await page.fan.get(PAGE)).text) ?? [];
    expect((await page.post({ intent: "end", id })).status).toBe(303);
    expect(await page.read()).toContain("No keys yet.");
    expect((await callApi("GET", "/api/tributes", {}, bearer(key))).status).toBe(401);
  });

  test.for([
    [{ name: " " }, "Enter a name"],
    [{ name: "x".repeat(41) }, "At most 40 characters"],
    [{ tips_read: "" }, "Choose what it may do"],
    [{ lasts: "31" }, "Choose how long it is valid"],
    [{ password: "wrong" }, "Wrong password"],
  ] as const)("refuses %j in place and makes none", async ([change, text]) => {
    const page = await pageOf(await makeAccount());
    const refused = await page.post({ ...wanted, ...change });
    expect([refused.status, KEY.test(refused.text)]).toEqual([422, false]);
    expect(refused.text).toContain(text);
    expect(refused.text).not.toContain(PASSWORD);
    expect(await page.read()).toContain("No keys yet.");
  });
});

describe("a key", () => {
  let account: Account;
  let keys: Record<string, string>;

  beforeAll(async () => {
    account = await makeAccount({ status: "ACTIVE" });
    keys = {
      "tips:read": await keyOf(account),
      "statistics:read": await keyOf(account, "statistics_read"),
      "webhooks:manage": await keyOf(account, "webhooks_manage"),
    };
  });

  test.for(CALLS)("$method $path is open to keys of its scope alone", async ({ method, path, scope }) => {
    for (const [owned, key] of Object.entries(keys)) {
      const answer = await callApi(method, addressOf(path), {}, bearer(key));
      if (owned === scope) {
        expect([200, 404, 422], answer.text).toContain(answer.status);
        continue;
      }
      expect(readRefusal(answer)).toMatchObject({ status: 403, code: "scope_missing" });
      expect(answer.headers["www-authenticate"]).toContain('error="insufficient_scope"');
    }
  });

  test("serves each scope, and says which scope is missing", async () => {
    const scopes = CALLS.flatMap(({ scope }) => scope ?? []);
    expect(new Set(scopes)).toEqual(new Set(Object.keys(keys)));
    const refused = await callApi("GET", "/api/sales", {}, bearer(keys["tips:read"] ?? ""));
    expect(readRefusal(refused).message).toBe("This call needs a key with statistics:read");
  });

  test("opens no page, is no cookie, and gains nothing by a cookie beside it", async () => {
    const key = keys["tips:read"] ?? "";
    const fan = wireFan("en");
    expect((await fan.get("/dashboard", bearer(key))).status).toBe(303);
    expect((await fan.get("/dashboard", { Cookie: `session=${key}` })).status).toBe(303);
    const both = { ...bearer(key), Cookie: await cookieOf(account) };
    expect((await callApi("GET", "/api/user", {}, both)).status).toBe(403);
  });

  test("is refused as its account is: unknown, locked, or with a changed password", async () => {
    const unknown = `trk_${"0".repeat(56)}`;
    expect((await callApi("GET", "/api/tributes", {}, bearer(unknown))).status).toBe(401);
    const other = await makeAccount({ status: "ACTIVE" });
    const key = await keyOf(other);
    const setStatus = (status: "ACTIVE" | "LOCKED") =>
      records().updateTable("users").set({ status }).where("id", "=", other.id).execute();
    await setStatus("LOCKED");
    expect(readRefusal(await callApi("GET", "/api/tributes", {}, bearer(key))).code).toBe("locked");
    await setStatus("ACTIVE");
    const page = await pageOf(other);
    const next = "another kettle of tea";
    const change = { current_password: PASSWORD, password: next, password_confirmation: next };
    expect((await page.fan.post("/account/password", change)).status).toBe(303);
    expect((await callApi("GET", "/api/tributes", {}, bearer(key))).status).toBe(401);
  });
});
