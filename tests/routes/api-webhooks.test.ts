import { beforeAll, describe, expect, test } from "vitest";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type AccountOwner, cookieOf, makeAccount, PASSWORD } from "../support/http/users.ts";

// Webhooks by the API (docs/product.md, 5.14): by a key of their scope, and by sessions with the password.

const ADDRESS = "https://bot.example/tips";
const wanted = { address: ADDRESS, events: ["tip.received", "payout.paid"] };

async function keyOf(account: AccountOwner): Promise<{ Authorization: string }> {
  const page = wireFan("en", { Cookie: await cookieOf(account) });
  const form = { name: "Bot", webhooks_manage: "on", lasts: "30", password: PASSWORD };
  const [key] = /trk_[0-9a-f]{56}/.exec((await page.post("/account/api", form)).text) ?? [];
  return { Authorization: `Bearer ${key}` };
}

async function read(method: string, path: string, headers: Record<string, string>, body: unknown = {}) {
  const answer = await callApi(method, `/api/webhooks${path}`, body, headers);
  expect([200, 201, 204], answer.text).toContain(answer.status);
  return answer.text === "" ? null : JSON.parse(answer.text).data;
}

describe("by a key", () => {
  let key: { Authorization: string };
  beforeAll(async () => {
    key = await keyOf(await makeAccount({ status: "ACTIVE" }));
  });

  test("a webhook is made, shown without its secret, switched, renewed, tested, sent again and removed", async () => {
    const { secret, ...made } = await read("POST", "", key, wanted);
    expect(secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({ ...wanted, format: "STANDARD", is_on: true, off_reason: null });
    expect(await read("GET", "", key)).toEqual([made]);
    const renewed = await read("POST", `/${made.id}/secret`, key);
    expect(renewed.secret).not.toBe(secret);
    expect(new Date(renewed.until).getTime()).toBeGreaterThan(Date.now());
    expect(await read("POST", `/${made.id}/test`, key)).toBeNull();
    const [sent] = await read("GET", `/${made.id}/deliveries`, key);
    expect(sent).toMatchObject({ type: "webhook.test" });
    expect(await read("POST", `/${made.id}/deliveries/${sent.id}/again`, key)).toBeNull();
    const off = await read("PATCH", `/${made.id}`, key, { is_on: false });
    expect(off).toMatchObject({ is_on: false, off_reason: "CREATOR" });
    expect(readRefusal(await callApi("POST", `/api/webhooks/${made.id}/test`, {}, key)).code).toBe("off");
    expect(await read("DELETE", `/${made.id}`, key)).toBeNull();
    expect(await read("GET", "", key)).toEqual([]);
  });

  test.for([
    [{ address: "nowhere" }, "address"],
    [{ address: "https://127.0.0.1/" }, "address"],
    [{ events: [] }, "events"],
    [{ events: ["tip.stolen"] }, "events.0"],
    [{ format: "XML" }, "format"],
  ] as const)("%j is refused", async ([change, field]) => {
    const refused = await callApi("POST", "/api/webhooks", { ...wanted, ...change }, key);
    expect([refused.status, Object.keys(readRefusal(refused).errors)]).toEqual([422, [field]]);
  });

  test("there are five at most", async () => {
    const own = await keyOf(await makeAccount({ status: "ACTIVE" }));
    for (const path of ["a", "b", "c", "d", "e"])
      await read("POST", "", own, { ...wanted, address: `${ADDRESS}/${path}` });
    const refused = readRefusal(await callApi("POST", "/api/webhooks", wanted, own));
    expect([refused.status, refused.code]).toEqual([409, "too_many"]);
  });

  test("another creator's webhook is not there", async () => {
    const { id } = await read("POST", "", await keyOf(await makeAccount({ status: "ACTIVE" })), wanted);
    for (const [method, path] of [
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/secret"],
      ["GET", "/deliveries"],
      ["POST", "/test"],
      ["POST", `/deliveries/${id}/again`],
    ] as const) {
      const refused = await callApi(method, `/api/webhooks/${id}${path}`, { is_on: false }, key);
      expect([path, readRefusal(refused).status]).toEqual([path, 404]);
    }
  });
});

test.for([byCookie, byToken])("a session is asked for the password, as on the page: %o", async (enter) => {
  const account = await makeAccount({ status: "ACTIVE" });
  const headers = await enter(account);
  for (const password of [undefined, "wrong"]) {
    const refused = readRefusal(await callApi("POST", "/api/webhooks", { ...wanted, password }, headers));
    expect([refused.status, refused.code]).toEqual([422, "wrong_password"]);
  }
  const { id } = await read("POST", "", headers, { ...wanted, password: PASSWORD });
  const renew = (password: string) => callApi("POST", `/api/webhooks/${id}/secret`, { password }, headers);
  expect([(await renew("wrong")).status, (await renew(PASSWORD)).status]).toEqual([422, 200]);
});
