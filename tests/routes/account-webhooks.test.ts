import { describe, expect, test } from "vitest";
import { wireFan } from "../support/http/http-client.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, PASSWORD } from "../support/http/users.ts";

// Webhooks: their page without script (docs/product.md, 5.14).

const PAGE = "/account/webhooks";
const SECRET = /whsec_[\w+/]{43}=/;
const ADDRESS = "https://hooks.example.org/tips";
const wanted = {
  address: ADDRESS,
  format: "STANDARD",
  tip_received: "on",
  goal_reached: "on",
  password: PASSWORD,
};

type Account = Awaited<ReturnType<typeof makeAccount>>;

const mainOf = (page: string) => textOf(readStrictly(page).elements("main")[0]);

async function pageOf(account: Account, locale: "en" | "de" = "en") {
  const fan = wireFan(locale, { Cookie: await cookieOf(account) });
  const read = async (path = PAGE) => mainOf((await fan.get(path)).text);
  return { fan, read, post: (fields: Record<string, string>, path = PAGE) => fan.post(path, fields) };
}

/** A page with one address. */
async function withAddress(address = ADDRESS) {
  const page = await pageOf(await makeAccount());
  const added = await page.post({ ...wanted, address });
  const secret = SECRET.exec(added.text)?.[0] ?? "";
  const [path = ""] =
    /\/account\/webhooks\?address=[0-9a-f-]{36}/.exec((await page.fan.get(PAGE)).text) ?? [];
  return { ...page, added, secret, path };
}

describe("the page", () => {
  test("shows the secret of a new address once, and its events to change", async () => {
    const { added, secret, read, path, fan, post } = await withAddress();
    expect([added.status, added.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
    for (const text of [await read(), await read(path)]) {
      expect(text).toContain(ADDRESS);
      expect(text).not.toMatch(SECRET);
    }
    const isChosen = (field: string, text: string) =>
      new RegExp(`<input[^>]* name="${field}"[^>]*>`).exec(text)?.[0].includes("checked") ?? false;
    const chosen = async () => {
      const { text } = await fan.get(path);
      return ["tip_received", "goal_reached", "payout_paid"].filter((field) => isChosen(field, text));
    };
    expect(await chosen()).toEqual(["tip_received", "goal_reached"]);
    const change = async (fields: Record<string, string>) =>
      mainOf((await fan.follow(await post({ intent: "events", ...fields }, path))).text);
    expect(await change({ payout_paid: "on" })).toContain("Events saved.");
    expect(await chosen()).toEqual(["payout_paid"]);
    expect(await change({})).toContain("Choose an event.");
    expect(await chosen()).toEqual(["payout_paid"]);
    const { text: exported } = await fan.get("/account/export");
    expect(exported).not.toMatch(SECRET);
  });

  test("renews the secret with the password, and says until when both count", async () => {
    const { post, path, secret, read } = await withAddress();
    const refused = await post({ intent: "renew", password: "wrong" }, path);
    expect([refused.status, SECRET.test(refused.text)]).toEqual([422, false]);
    expect(refused.text).toContain("Wrong password");
    const renewed = await post({ intent: "renew", password: PASSWORD }, path);
    expect(renewed.status).toBe(200);
    expect(SECRET.exec(renewed.text)?.[0]).not.toBe(secret);
    expect(renewed.text).toContain("The earlier one counts too, until");
    expect(await read(path)).toContain("The earlier secret counts until");
  });

  test("sends a test, sends it again, is switched off and on, and removed", async () => {
    const { post, path, read, fan } = await withAddress("https://localhost:8443/hook");
    const act = async (fields: Record<string, string>) => {
      const answer = await post(fields, path);
      expect(answer.status).toBe(303);
      return mainOf((await fan.follow(answer)).text);
    };
    expect(await act({ intent: "test" })).toContain("On its way.");
    // This machine is not on the internet.
    await expect
      .poll(async () => await read(path), { timeout: 20_000 })
      .toContain("This address is not public");
    const off = await act({ intent: "off" });
    expect(off).toContain("Switched off.");
    expect(off).toContain("not sent");
    expect(await act({ intent: "test" })).toContain("Switch the address on first.");
    expect(await act({ intent: "on" })).toContain("Switched on.");
    const [, id = ""] = /name="id" value="([^"]+)"/.exec((await fan.get(path)).text) ?? [];
    expect(await act({ intent: "again", id })).toContain("On its way.");
    for (const _ of [1, 2, 3, 4]) await act({ intent: "test" });
    expect(await act({ intent: "test" })).toContain("Wait a minute");
    expect(await act({ intent: "remove" })).toContain("Address removed.");
    expect(await read()).toContain("No addresses yet.");
  });

  test("gives an address in Ko-fi's format a token, and received tips alone", async () => {
    const page = await pageOf(await makeAccount());
    const { text } = await page.post({ ...wanted, format: "KO_FI", payout_paid: "on" });
    expect(text).toContain("Verification token of hooks.example.org");
    expect(text).toMatch(/<code>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}<\/code>/);
    const [path = ""] =
      /\/account\/webhooks\?address=[0-9a-f-]{36}/.exec((await page.fan.get(PAGE)).text) ?? [];
    expect(await page.read(path)).toContain("Ko-fi Tip received Send a test");
    const renewed = await page.post({ intent: "renew", password: PASSWORD }, path);
    expect(renewed.text).toContain("Verification token of hooks.example.org");
    expect(renewed.text).not.toContain("The earlier one counts too");
  });

  test.for([
    [{ address: "" }, "Enter an address that begins with https://"],
    [{ address: "hooks.example.org" }, "Enter an address that begins with https://"],
    [{ address: "https://user:secret@hooks.example.org" }, "Enter an address that begins with https://"],
    [{ address: "https://hooks.example.org:25" }, "Enter an address that begins with https://"],
    [{ address: "https://169.254.169.254/latest" }, "This address is not on the internet"],
    [{ address: "https://[::ffff:10.0.0.1]/" }, "This address is not on the internet"],
    [{ tip_received: "", goal_reached: "" }, "Choose at least one event"],
    [{ format: "RAW" }, "Choose a format"],
    [{ password: "wrong" }, "Wrong password"],
  ] as const)("refuses %j in place and adds nothing", async ([change, text]) => {
    const page = await pageOf(await makeAccount());
    const refused = await page.post({ ...wanted, ...change });
    expect([refused.status, SECRET.test(refused.text)]).toEqual([422, false]);
    expect(refused.text).toContain(text);
    expect(refused.text).not.toContain(PASSWORD);
    expect(await page.read()).toContain("No addresses yet.");
  });

  test("has five addresses at most, and speaks German", async () => {
    const page = await pageOf(await makeAccount(), "de");
    for (const _ of [1, 2, 3, 4, 5]) expect((await page.post(wanted)).status).toBe(200);
    const sixth = await page.post(wanted);
    expect(sixth.status).toBe(422);
    expect(sixth.text).toContain("Mehr als 5 Adressen gehen nicht");
  });

  test("shows and changes nothing of another creator's", async () => {
    const { path, read } = await withAddress();
    const other = await pageOf(await makeAccount());
    expect((await other.fan.get(path)).status).toBe(303);
    for (const intent of ["test", "off", "remove", "renew", "again"])
      expect((await other.post({ intent, id: path.slice(-36), password: PASSWORD }, path)).status).toBe(303);
    expect(await read(path)).toContain("Nothing sent yet.");
    expect(await read(path)).toContain("On");
  });
});
