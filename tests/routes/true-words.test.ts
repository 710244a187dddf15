import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { PaymentType } from "../../app/domain/payments/provider-port.ts";
import type { AccountStatus } from "../../app/domain/users/viewer.ts";
import { records } from "../support/database/records.ts";
import { goToProvider, payersCookie, prepareTip, wireFan } from "../support/http/http-client.ts";
import { signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, mailedToken, makeAccount, PASSWORD } from "../support/http/users.ts";
import { makePayable } from "../support/money/payable-account.ts";

// What pages say is so for whoever reads it: one statement a status.

const main = (text: string) => readStrictly(/<main.*<\/main>/s.exec(text)?.[0] ?? "");
const mainOf = (text: string) => main(text).texts.join(" ");
const linksOf = (text: string) =>
  main(text)
    .elements("a")
    .map((link) => attribute(link, "href"));

async function pageOf(path: string, status: AccountStatus, change: Parameters<typeof makeAccount>[0] = {}) {
  const owner = await makePayable(0, { status, ...change });
  return await wireFan("en", { Cookie: await cookieOf(owner) }).get(path);
}

describe("the payouts of a creator", () => {
  const AUTOMATIC = "Next automatic payout:";

  test.for([
    ["CREATED", "Paid out once you are verified."],
    ["PENDING", "Documents under review."],
    ["DECLINED", "Verification declined."],
    ["CHARGEBACK", "is held back at the day's rate; the rest is paid out."],
  ] as const)("the payouts of a creator who is %s are promised to nobody: %s", async ([status, words]) => {
    const { text } = await pageOf("/payout", status);
    expect(mainOf(text)).toContain(words);
    expect(mainOf(text)).not.toContain(AUTOMATIC);
    expect(linksOf(text).includes("/account/verification")).toBe(status !== "CHARGEBACK");
  });

  test("the payouts of a creator who is ACTIVE name the day, the minimum and the account", async () => {
    const { text } = await pageOf("/payout", "ACTIVE");
    expect(mainOf(text)).toContain(AUTOMATIC);
    expect(mainOf(text)).toContain("free, from €150.00");
    expect(mainOf(text)).toContain("Paid to: Bank account DE");
  });

  test("the payouts of a creator who chose Paxum show no bank account, and promise nothing before there is one", async () => {
    const { text } = await pageOf("/payout", "ACTIVE", { payout_method: "PAXUM" });
    expect(mainOf(text)).toContain("Add a Paxum account");
    expect(mainOf(text)).not.toMatch(new RegExp(`DE••|${AUTOMATIC}`));
  });
});

describe("the money on the dashboard", () => {
  const dashboardOf = async (owner: Awaited<ReturnType<typeof makePayable>>) =>
    (await wireFan("en", { Cookie: await cookieOf(owner) }).get("/dashboard")).text;

  test("the dashboard says what a creator owes after a chargeback, what that means, and leads to the payouts", async () => {
    // Who is in this status owes a euro here.
    const { text } = await pageOf("/dashboard", "CHARGEBACK");
    expect(mainOf(text)).toMatch(/Owed after a chargeback €1\.00 .*Your next tips settle it/);
    expect(mainOf(text)).toContain("Your chargeback debt is held back");
    expect(linksOf(text)).toContain("/dashboard/payouts");
  });

  test.for([
    [200_00, "€200.00 Expected on"],
    [100_00, "from €150.00. €50.00 missing."],
  ] as const)(
    "the dashboard of a creator who has %i available names the next payout: %s",
    async ([amount, words]) => {
      expect(mainOf(await dashboardOf(await makePayable(amount)))).toContain(words);
    },
  );

  test("the dashboard of a creator without payout data says what is missing for a payout, and where", async () => {
    const owner = await makeAccount({ status: "ACTIVE" });
    const text = (await wireFan("en", { Cookie: await cookieOf(owner) }).get("/dashboard")).text;
    expect(mainOf(text)).toContain("Add a bank account");
    expect(linksOf(text)).toContain("/account/payoutdata");
    const { text: page } = await pageOf("/dashboard", "ACTIVE");
    const link = main(page)
      .elements("p")
      .find((each) => attribute(each, "class") === "share-link");
    expect(textOf(link)).toMatch(/^http.*\/[\w-]+$/);
  });
});

describe("the way to verification", () => {
  test.for([
    ["CREATED", "Get verified", "open"],
    ["PENDING", null, "under review"],
    ["DECLINED", "Submit your verification again", "declined, please submit it again"],
    ["ACTIVE", null, "done"],
    ["CHARGEBACK", null, "done"],
  ] as const)("a creator who is %s sees the way to verification as %s", async ([status, task, state]) => {
    const dashboard = await pageOf("/dashboard", status);
    expect(linksOf(dashboard.text).includes("/account/verification")).toBe(task !== null);
    if (task !== null) expect(mainOf(dashboard.text)).toContain(task);
    expect(mainOf((await pageOf("/account", status)).text)).toContain(state);
  });

  test.for([
    ["CREATED", "Opens once you are verified.", "/account/verification"],
    ["PENDING", "Your documents are under review.", "/account/verification"],
    ["DECLINED", "Your verification was declined.", "/account/verification"],
    ["CHARGEBACK", "Something is owed after a chargeback", "/payout"],
  ] as const)("a creator who is %s reads on a page for ACTIVE creators: %s", async ([status, words, way]) => {
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

test("an address that only takes posts says so when it is opened", async () => {
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

describe("after the provider's page", () => {
  const fan = wireFan("en");
  const begin = async (type: PaymentType, email = "") =>
    await goToProvider(fan, await prepareTip(fan, { type, email }));

  const paymentAt = async (page: string) => {
    const found = records().selectFrom("payments").select("id").where("redirect_url", "like", `%${page}`);
    return (await found.executeTakeFirstOrThrow()).id;
  };

  test("a fan who cancelled at the provider reads that at once: nobody waits for the provider's notice", async () => {
    const page = await begin("INETCASH_CC");
    const back = await fan.post(page, { abort: "yes" });
    const { pathname, search } = new URL(back.headers.location ?? "");
    const { text } = await fan.get(pathname + search, payersCookie(fan));
    expect(mainOf(text)).toContain("Payment cancelled");
    expect(mainOf(text)).toContain("No money has moved");
    expect(text).not.toContain("data-waiting");
  });

  test("as long as a payment is open at the provider, the page of a failure says so, and claims none", async () => {
    const page = await begin("INETCASH_CC");
    const id = await paymentAt(page);
    const { text } = await fan.get(`/payment/failed?payment=${id}`, payersCookie(fan));
    expect(mainOf(text)).toContain("Not paid yet");
    expect(text).not.toContain("data-waiting");
    expect(mainOf(text)).not.toMatch(/did not work|failed/i);
  });

  test("however often the page after the provider's is loaded, the provider is asked five times a minute", async () => {
    const load = async (id: string) =>
      mainOf((await fan.get(`/payment/failed?payment=${id}`, payersCookie(fan))).text);
    // Written, so that no notice tells of it.
    const cancelUnheard = (id: string) =>
      sql`update sandbox.payments set state = 'CANCELLED', ended_at = now() where payment_id = ${id}`.execute(
        records(),
      );
    const id = await paymentAt(await begin("INETCASH_CC"));
    for (let time = 1; time <= 5; time += 1) expect(await load(id)).toContain("Not paid yet");
    await cancelUnheard(id);
    const unasked = await load(id);
    expect(unasked).toContain("Asking the payment provider");
    expect(unasked).not.toMatch(/did not work|failed/i);
    const other = await paymentAt(await begin("INETCASH_CC"));
    await cancelUnheard(other);
    expect(await load(other)).toContain("Payment cancelled");
  });

  test("a direct debit is named as one, and its payer's address is remembered, masked", async () => {
    const id = await paymentAt(await begin("INETCASH_DD", "ida@fans.example"));
    const before = mainOf((await fan.get(`/payment/success/${id}`, payersCookie(fan))).text);
    expect(before).toContain("Waiting for your direct debit");
    // Written, since a debit that is really under way may end while the test looks.
    await records().updateTable("payments").set({ status: "PROCESSING" }).where("id", "=", id).execute();
    const own = mainOf((await fan.get(`/payment/success/${id}`, payersCookie(fan))).text);
    expect(own).toContain("Your direct debit is on its way");
    expect(own).toMatch(/The receipt goes to i\S+@fans\.example/);
    const others = mainOf((await fan.get(`/payment/success/${id}`)).text);
    expect(others).not.toContain("@fans.example");
    expect(others).toContain("The receipt goes to your email address, if given");
  });
});

test("the home page names the minimum of the payouts on the first", async () => {
  expect(mainOf((await wireFan("en").get("/")).text)).toContain("every month, from €150.00");
  expect(mainOf((await wireFan("de").get("/")).text).replace(/\u00a0/g, " ")).toContain("ab 150,00 €");
});

test("a user who deleted the account reads that it is deleted, and an operator finds what is left", async () => {
  const owner = await makeAccount({ status: "CREATED" });
  const fan = wireFan("en", { Cookie: await cookieOf(owner) });
  expect((await fan.post("/account/delete", { password: PASSWORD })).status).toBe(303);
  const answer = await fan.post(`/account/delete/${await mailedToken("deletion", owner.email)}`, {});
  expect(answer.headers.location).toBe("/account/deleted");
  expect(mainOf((await wireFan("en").get("/account/deleted")).text)).toContain("Your account is deleted");
  const operator = await signInOperator("en");
  const left = await operator.wire.get(`/admin/users/${owner.id}`);
  expect(left.status).toBe(200);
  expect(mainOf(left.text)).toMatch(/Deleted account .*Deleted on/);
});

test("no preset looks chosen when an amount was typed and comes back with its error", async () => {
  const { status, text } = await wireFan("en").post("/joerdis", { amount: "501", choice: "25.00" });
  expect(status).toBe(422);
  const radios = main(text)
    .elements("input")
    .filter((each) => attribute(each, "type") === "radio" && attribute(each, "name") === "choice");
  expect(radios.length).toBeGreaterThan(0);
  expect(radios.filter((each) => attribute(each, "checked") !== null)).toEqual([]);
});

test("every act of the operators' log has a name", async () => {
  const operator = await signInOperator("en");
  const { text } = await operator.wire.get("/admin/audit");
  const names = main(text).elements("option").map(textOf);
  expect(names).toContain("Payout while locked");
  expect(names.filter((name) => /^[a-z_]+\.[a-z_]+$/.test(name))).toEqual([]);
});

test("who cannot delete their account yet reads each reason with its sum; who can is led to their data first", async () => {
  const { text } = await wireFan("en", { Cookie: await cookieOf(await makePayable(200_00)) }).get(
    "/account/delete",
  );
  expect(mainOf(text)).toContain("Balance €200.00: have it paid out first.");
  expect(linksOf(text)).toContain("/payout");
  const { text: owing } = await pageOf("/account/delete", "CHARGEBACK");
  expect(mainOf(owing)).toContain("You owe €1.00 after a chargeback.");
  const { text: free } = await pageOf("/account/delete", "ACTIVE");
  expect(mainOf(free)).toContain("Download your data and statements first.");
  expect(linksOf(free)).toEqual(expect.arrayContaining(["/account/export", "/payout"]));
});
