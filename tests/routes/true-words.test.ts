import { describe, expect, test } from "vitest";
import { cookieOf, makeAccount } from "../support/accounts.ts";
import { makePayable } from "../support/payable-account.ts";
import { attribute, readStrictly } from "../support/strict-html.ts";
import { wireFan } from "../support/wire-fan.ts";

// What pages say is so for whoever reads it: one statement a status.

const main = (text: string) => readStrictly(/<main.*<\/main>/s.exec(text)?.[0] ?? "");
const mainOf = (text: string) => main(text).texts.join(" ");
const linksOf = (text: string) =>
  main(text)
    .elements("a")
    .map((link) => attribute(link, "href"));

async function pageOf(path: string, status: string, change: Parameters<typeof makeAccount>[0] = {}) {
  const owner = await makePayable(0, { status, ...change });
  return await wireFan("en", { Cookie: await cookieOf(owner) }).get(path);
}

describe("the payouts of a creator", () => {
  const AUTOMATIC = "The next automatic payout is on";

  test.for([
    ["CREATED", "You can be paid out once you are verified."],
    ["PENDING", "We are checking your documents."],
    ["DECLINED", "Your verification was declined."],
    ["CHARGEBACK", "Nothing is paid out while you owe something after a chargeback."],
  ] as const)("who is %s are promised to nobody: %s", async ([status, words]) => {
    const { text } = await pageOf("/payout", status);
    expect(mainOf(text)).toContain(words);
    expect(mainOf(text)).not.toContain(AUTOMATIC);
    expect(linksOf(text).includes("/account/verification")).toBe(status !== "CHARGEBACK");
  });

  test("who is ACTIVE name the day, the minimum and the account", async () => {
    const { text } = await pageOf("/payout", "ACTIVE");
    expect(mainOf(text)).toContain(AUTOMATIC);
    expect(mainOf(text)).toContain("if at least €150.00 is available");
    expect(mainOf(text)).toContain("Your money goes to: Bank account: DE");
  });

  test("who chose Paxum show no bank account, and promise nothing before there is one", async () => {
    const { text } = await pageOf("/payout", "ACTIVE", { payout_method: "PAXUM" });
    expect(mainOf(text)).toContain("once you have added a Paxum account");
    expect(mainOf(text)).not.toMatch(new RegExp(`DE••|${AUTOMATIC}`));
  });
});

describe("the way to verification", () => {
  test.for([
    ["CREATED", "Get verified", "open"],
    ["PENDING", null, "under review"],
    ["DECLINED", "Submit your verification again", "declined, please submit it again"],
    ["ACTIVE", null, "done"],
    ["CHARGEBACK", null, "done"],
  ] as const)("is shown to who is %s as %s", async ([status, task, state]) => {
    const dashboard = await pageOf("/dashboard", status);
    expect(linksOf(dashboard.text).includes("/account/verification")).toBe(task !== null);
    if (task !== null) expect(mainOf(dashboard.text)).toContain(task);
    expect(mainOf((await pageOf("/account", status)).text)).toContain(state);
  });

  test.for([
    ["CREATED", "It opens once you are verified.", "/account/verification"],
    ["PENDING", "We are checking your documents.", "/account/verification"],
    ["DECLINED", "Your verification was declined.", "/account/verification"],
    ["CHARGEBACK", "something is still owed after a chargeback", "/payout"],
  ] as const)("on a page for ACTIVE creators, who is %s reads: %s", async ([status, words, way]) => {
    const { status: code, text } = await pageOf("/grouplists", status);
    expect(code).toBe(403);
    expect(mainOf(text)).toContain("This page is for verified creators");
    expect(mainOf(text)).toContain(words);
    const actions = main(text)
      .elements("div")
      .find((each) => attribute(each, "class") === "actions");
    const hrefs = (actions?.childNodes ?? []).flatMap((each) =>
      "tagName" in each ? [attribute(each, "href")] : [],
    );
    expect(hrefs).toEqual([way, "/"]);
  });

  test("an operator has no creator's checklist, and no creator's pages", async () => {
    const operator = await makeAccount({ role: "ADMIN", username: null, name: null });
    const { text } = await wireFan("en", { Cookie: await cookieOf(operator, true) }).get("/account");
    expect(mainOf(text)).not.toMatch(/Checklist|Payout|Verification|Currency/);
    expect(linksOf(text)).toEqual(expect.arrayContaining(["/account/email", "/account/password"]));
  });
});

test("an address that only takes posts says so to who opens it", async () => {
  const { status, text } = await wireFan("en").get("/locale");
  expect(status).toBe(405);
  expect(mainOf(text)).toContain("This address cannot be opened");
  expect(mainOf(text)).not.toContain("takes no forms");
});

test("payment pages without a payment lead home", async () => {
  for (const path of ["/payment/success", "/payment/failed"]) {
    const { status, text } = await wireFan("en").get(path);
    expect(status, path).toBe(200);
    const [link] = readStrictly(text)
      .elements("a")
      .filter((each) => /\bgo\b/.test(attribute(each, "class") ?? ""));
    expect(attribute(link, "href"), path).toBe("/");
  }
});
