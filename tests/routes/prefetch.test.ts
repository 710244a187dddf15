import { describe, expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { wireFan } from "../support/http/http-client.ts";
import { cookieValue, sentCookie } from "../support/http/own-cookies.ts";
import { buyInProduct } from "../support/http/product-vouchers.ts";
import { cookieOf, makeAccount, newAddress, PASSWORD, setCookie } from "../support/http/users.ts";

const AHEAD = { "Sec-Purpose": "prefetch" };

describe("which pages name the rules by which a browser fetches others ahead", () => {
  const rulesOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await wireFan("en", headers).get(path);
    expect(answer.status, path).toBe(200);
    return answer.headers["speculation-rules"] ?? null;
  };

  test("guests' pages do, whether kept or rendered, but those of a tip's way, on which each byte counts", async () => {
    for (const path of ["/", "/faq", "/leaderboard/creators", "/faq?visit=1", "/login"])
      expect([path, await rulesOf(path)]).toEqual([path, '"/prefetch.rules"']);
    for (const path of ["/joerdis", "/joerdis?visit=1", "/voucher", "/voucher/25"])
      expect([path, await rulesOf(path)]).toEqual([path, null]);
  });

  test("a creator's pages do", async () => {
    const Cookie = await cookieOf(await makeAccount());
    for (const path of ["/dashboard", "/account/edit", "/payout"])
      expect([path, await rulesOf(path, { Cookie })]).toEqual([path, '"/prefetch.rules"']);
  });

  test.for([{ "Save-Data": "on" }, { ECT: "2g" }, { ECT: "slow-2g" }] as Record<string, string>[])(
    "none does for who saves data (%o)",
    async (hint) => {
      const Cookie = await cookieOf(await makeAccount());
      expect(await rulesOf("/", hint)).toBeNull();
      expect(await rulesOf("/dashboard", { ...hint, Cookie })).toBeNull();
    },
  );

  test("the rules come as such, for phones and others each their own", async () => {
    const answer = await wireFan("en").get("/prefetch.rules");
    expect(answer.headers).toMatchObject({
      "content-type": "application/speculationrules+json",
      vary: expect.stringMatching(/^User-Agent/),
    });
  });
});

test("a page that is fetched ahead counts nobody as online; the one that is opened does", async () => {
  const account = await makeAccount();
  const fan = wireFan("en", { Cookie: await cookieOf(account) });
  const seenAt = async () => {
    const query = records().selectFrom("users").select("last_seen_at").where("id", "=", account.id);
    return (await query.executeTakeFirstOrThrow()).last_seen_at;
  };
  const before = new Date("2026-01-01T00:00:00Z");
  await records().updateTable("users").set({ last_seen_at: before }).where("id", "=", account.id).execute();
  for (const path of ["/dashboard", "/", "/joerdis"])
    expect((await fan.send("GET", path, "", AHEAD)).status).toBe(200);
  expect(await seenAt()).toEqual(before);
  const poll = {
    ...AHEAD,
    "If-None-Match": (await fan.send("GET", "/api/user", "", AHEAD)).headers.etag ?? "",
  };
  expect((await fan.send("GET", "/api/user", "", poll)).status).toBe(304);
  expect(await seenAt()).toEqual(before);
  // As browsers said it before there was a name for it.
  const older = { Purpose: "prefetch", "If-None-Match": poll["If-None-Match"] };
  expect((await fan.send("GET", "/api/user", "", older)).status).toBe(304);
  expect(await seenAt()).toEqual(before);
  await fan.get("/dashboard");
  expect((await seenAt())?.getTime()).toBeGreaterThan(before.getTime());
});

test("a session that is half over is renewed by the page that is opened, not by one that was fetched ahead", async () => {
  const account = await makeAccount();
  const fan = wireFan("en", { Cookie: await cookieOf(account) });
  const end = new Date(Date.now() + 86_400_000);
  await records()
    .updateTable("sessions")
    .set({ expires_at: end })
    .where("user_id", "=", account.id)
    .execute();
  const endsAt = async () => {
    const query = records().selectFrom("sessions").select("expires_at").where("user_id", "=", account.id);
    return (await query.executeTakeFirstOrThrow()).expires_at;
  };
  const ahead = await fan.send("GET", "/dashboard", "", AHEAD);
  expect([ahead.status, ahead.headers["set-cookie"], await endsAt()]).toEqual([200, undefined, end]);
  expect((await fan.get("/dashboard")).headers["set-cookie"]?.join()).toContain("session=");
  expect((await endsAt()).getTime()).toBeGreaterThan(end.getTime());
});

test("what a form has done is said by the page that is opened, not by one that was fetched ahead", async () => {
  const fan = wireFan("en", { Cookie: await cookieOf(await makeAccount()) });
  const done = { Cookie: `${await cookieOf(await makeAccount())}; ${await sentCookie("done", "saved")}` };
  const ahead = await fan.send("GET", "/account/settings", "", { ...AHEAD, ...done });
  expect(ahead.headers["set-cookie"]).toBeUndefined();
  const opened = await fan.send("GET", "/account/settings", "", done);
  expect(opened.headers["set-cookie"]?.join()).toContain("done=;");
});

test("a voucher that is gone meanwhile is told by the page that is opened, not by one that was fetched ahead", async () => {
  const page = "/voucher/redeem";
  const { code } = await buyInProduct();
  const fan = wireFan("en", newAddress());
  const held = setCookie((await fan.post(page, { voucher_code: code })).headers, "held_voucher") ?? "";
  const creator = await makeAccount({ status: "ACTIVE", currency: "EUR" });
  const redeemed = await wireFan("en", { ...newAddress(), Cookie: await cookieOf(creator) }).post(page, {
    ...{ act: "redeem", voucher: await cookieValue("held_voucher", held), seen_credit: "2500" },
  });
  expect(setCookie(redeemed.headers, "held_voucher")).toBe("");
  const Cookie = `held_voucher=${held}`;
  const ahead = await fan.get(page, { ...AHEAD, Cookie });
  expect([ahead.status, ahead.headers["set-cookie"]]).toEqual([200, undefined]);
  expect(setCookie((await fan.get(page, { Cookie })).headers, "held_voucher")).toBe("");
});

test("what was fetched before a form was sent is forgotten with its answer, so that the next page is a true one", async () => {
  const fan = wireFan("en", { Cookie: await cookieOf(await makeAccount()) });
  const forgets = { status: 303, headers: { "clear-site-data": '"prefetchCache"' } };
  expect(await fan.post("/account/privacy", { show_online_status: "on" })).toMatchObject(forgets);
  const guest = wireFan("en");
  expect(await guest.post("/theme", { theme: "dark", return_to: "/" })).toMatchObject(forgets);
  // Who signs in is no guest any more, and who is told what was done is not told by a page of before.
  const { email } = await makeAccount();
  expect(await guest.post("/login", { email, password: PASSWORD })).toMatchObject(forgets);
  const report = {
    target: "/joerdis",
    reason: "RIGHTS",
    explanation: `It is mine. ${email}`,
    good_faith: "on",
  };
  const reporter = wireFan("en", newAddress());
  expect(await reporter.post("/report", { ...report, name: "Nora", email })).toMatchObject(forgets);
  // On a tip's way nothing is fetched ahead, and each byte counts.
  const begun = await guest.post("/joerdis", { choice: "5.00" });
  expect([begun.status, begun.headers["clear-site-data"]]).toEqual([303, undefined]);
});
