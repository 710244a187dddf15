import { extractText } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { refundVoucher } from "../../app/domain/refunds/refunds.server.ts";
import { expireVouchers } from "../../app/domain/vouchers/voucher-states.server.ts";
import { records } from "../support/database/records.ts";
import {
  buyersCookie,
  goToProvider,
  payAtProvider,
  payersCookie,
  readPayment,
  seenCharge,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { cookieValue, sentCookie } from "../support/http/own-cookies.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { productWorld } from "../support/http/product-vouchers.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, newAddress, setCookie } from "../support/http/users.ts";
import { BUYER, beginVoucher, prepareVoucher } from "../support/http/voucher-stops.ts";
import { redeem } from "../support/money/voucher-story.ts";

// What a voucher's pages and links show, to whom, and for how long (docs/product.md, 5.12).

const fan = wireFan("en");
const stranger = wireFan("en");
// Ids of payments have groups of four, too.
const CODE = /(?<![0-9a-f-])[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}(?![0-9a-f-])/;
const FIRST_FLIGHT = 14_600;

interface Bought {
  payment: string;
  voucher: string;
  /** Where the mail's link leads. */
  link: string;
  cookie: { Cookie: string };
}

async function buy(typed: Partial<typeof BUYER> = {}): Promise<Bought> {
  const page = await goToProvider(fan, await prepareVoucher(fan, typed));
  const payment = await payAtProvider(fan, page, TYPED.card, "SUCCESS");
  const { voucher_id: voucher } = await records()
    .selectFrom("payments")
    .select("voucher_id")
    .where("id", "=", payment)
    .executeTakeFirstOrThrow();
  const token = createTokens(TEST_SECRETS.APP_SECRET).sign("voucher-code", voucher ?? "");
  return { payment, voucher: voucher ?? "", link: `/voucher/code/${token}`, cookie: payersCookie(fan) };
}

const change = (voucher: string, fields: object) =>
  records().updateTable("vouchers").set(fields).where("id", "=", voucher).execute();
const shownCode = (text: string) => CODE.exec(text)?.[0] ?? null;

let bought: Bought;
let code: string;

beforeAll(async () => {
  bought = await buy();
  code = shownCode((await fan.get(`/payment/success/${bought.payment}`, bought.cookie)).text) ?? "";
});

test("the browser that paid sees the code for an hour, and then where the mail with it went", async () => {
  expect(code).toMatch(CODE);
  const own = await buy();
  const address = `/payment/success/${own.payment}`;
  expect(shownCode((await fan.get(address, own.cookie)).text)).not.toBeNull();
  const at = (minutes: number) => change(own.voucher, { paid_at: new Date(Date.now() - minutes * 60_000) });
  await at(59);
  expect(shownCode((await fan.get(address, own.cookie)).text)).not.toBeNull();
  await at(61);
  const later = await fan.get(address, own.cookie);
  expect(shownCode(later.text)).toBeNull();
  expect(later.text).toContain("fans.example");
  expect(shownCode((await stranger.get(own.link)).text)).not.toBeNull();
});

test("signing out forgets what this browser paid: the next person at it does not see the code", async () => {
  const creator = await makeAccount({ status: "ACTIVE" });
  const Cookie = `${await cookieOf(creator)}; ${bought.cookie.Cookie}`;
  const answer = await wireFan("en", newAddress()).post("/logout", {}, { Cookie });
  expect(setCookie(answer.headers, "paying")).toBe("");
});

test("a payment's id opens neither code nor words nor address to anybody else", async () => {
  const other = await buy();
  for (const path of [
    `/payment/success/${bought.payment}`,
    `/payment/success/${bought.payment}.data`,
    `/payment/failed?payment=${bought.payment}`,
    `/api/payment/${bought.payment}`,
  ])
    for (const headers of [{}, other.cookie, { Cookie: await sentCookie("paying", "A".repeat(43)) }]) {
      const answer = await stranger.get(path, headers);
      expect(answer.text).not.toMatch(CODE);
      expect(answer.text).not.toContain(code.replaceAll("-", ""));
      expect(answer.text).not.toMatch(/fans\.example|Geburtstag|\/receipt\/|\/voucher\/[\w-]{43}/);
    }
  expect(await readPayment(stranger, bought.payment)).toMatchObject({
    purpose: "VOUCHER",
    receiver: null,
    amount: "25.00",
    total: "27.98",
  });
});

test("the address of the steps opens the code to nobody but the browser that began them", async () => {
  const voucher = await prepareVoucher(fan);
  const form = { charged_minor: await seenCharge(fan, voucher) };
  // Whoever was sent the address may pay, and is not the buyer for it.
  const helper = await stranger.post(`${voucher}/summary`, form);
  expect([helper.status, helper.headers["set-cookie"]]).toEqual([303, undefined]);
  const payment = await payAtProvider(fan, await goToProvider(fan, voucher), TYPED.card, "SUCCESS");
  const own = buyersCookie(voucher);
  for (const step of ["payment", "summary"]) {
    const led = await stranger.get(`${voucher}/${step}`);
    expect([led.status, led.headers.location]).toEqual([303, `/payment/success/${payment}`]);
    expect((await stranger.follow(led)).text).not.toMatch(/fans\.example|\/receipt\//);
    expect(shownCode((await stranger.follow(led)).text)).toBeNull();
    const back = await fan.get(`${voucher}/${step}`, own);
    expect(shownCode((await fan.follow(back)).text)).toMatch(CODE);
  }
  const late = await stranger.post(`${voucher}/summary`, form);
  expect([late.status, late.headers["set-cookie"]]).toEqual([303, undefined]);
});

test("tokens of other purposes open no voucher, and none of its tokens opens another thing", async () => {
  const draft = (await beginVoucher(fan)).split("/").at(-1) ?? "";
  const own = bought.link.split("/").at(-1) ?? "";
  const paying = (await cookieValue("paying", bought.cookie.Cookie)).split(".")[0] ?? "";
  for (const token of [draft, paying, `${own.slice(0, -1)}~`, "x"]) {
    expect((await stranger.get(`/voucher/code/${token}`)).status).toBe(404);
    const pdf = await stranger.get(`/voucher/code/${token}/pdf`);
    expect([pdf.status, pdf.text]).toEqual([404, ""]);
  }
  for (const path of [
    `/voucher/${own}/payment`,
    `/voucher/${own}/summary`,
    `/receipt/${own}`,
    `/receipt/${draft}`,
  ])
    expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.get(`/voucher?voucher=${own}`)).text).not.toContain("fans.example");
  // A draft that is not paid has no card.
  const unpaid = createTokens(TEST_SECRETS.APP_SECRET).verify("voucher-draft", draft) ?? "";
  const early = createTokens(TEST_SECRETS.APP_SECRET).sign("voucher-code", unpaid);
  expect((await stranger.get(`/voucher/code/${early}`)).status).toBe(404);
});

test("the voucher's page is kept by nobody, and its PDF says what it says", async () => {
  const page = await stranger.get(bought.link);
  expect([page.status, page.headers["cache-control"], page.headers["referrer-policy"]]).toEqual([
    200,
    "private, no-store",
    "same-origin",
  ]);
  expect(readStrictly(page.text).problems).toEqual([]);
  expect(page.text).toContain(code);
  expect(page.text).toContain("€25.00");
  expect(page.text).toContain("Zum Geburtstag!");
  expect(page.text).not.toContain("fans.example");
  const pdf = await stranger.get(`${bought.link}/pdf`);
  expect(pdf.headers).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "content-disposition": 'attachment; filename="voucher.pdf"',
  });
  // The browser that bought it has its link on the result page, too.
  const buyers = await stranger.get(`/payment/success/${bought.payment}`, bought.cookie);
  expect(buyers.text).toContain(`${bought.link}/pdf`);
  expect(buyers.headers["cache-control"]).toBe("private, no-store");
  const others = await stranger.get(`/payment/success/${bought.payment}`);
  expect(others.text).not.toContain("/voucher/code/");
  expect(others.headers["cache-control"]).toBe("private, no-cache");
  const { text, totalPages } = await extractText(new Uint8Array(pdf.body), { mergePages: true });
  expect(totalPages).toBe(1);
  for (const part of [code, "€25.00", "Zum Geburtstag!", "Ida", "/voucher/redeem"])
    expect(text.replace(/\s+/g, " ")).toContain(part);
  expect(text).not.toMatch(/\{\{|vouchers\.|undefined|fans\.example/);
});

/** What becomes of a voucher, as the product does it: its books are looked at while these tests run. */
const ENDS: Record<string, (own: Bought) => Promise<unknown>> = {
  REDEEMED: async (own) => redeem(productWorld(), await codeOf(own), await makeAccount({ status: "ACTIVE" })),
  PENDING: async (own) => redeem(productWorld(), await codeOf(own), await makeAccount({ status: "CREATED" })),
  EXPIRED: async (own) => {
    await change(own.voucher, { expires_at: new Date(Date.now() - 1000) });
    await expireVouchers(records(), new Date());
  },
  REFUNDED: async (own) => refundVoucher(productWorld(), { voucher_id: own.voucher, by: { role: "BUYER" } }),
  disputed: async (own) => change(own.voucher, { disputed_at: new Date() }),
};

const codeOf = async ({ link }: Bought) => ({
  code: shownCode((await stranger.get(link)).text)?.replaceAll("-", "") ?? "",
});

/** Its receipt, page and PDF, says that the voucher is worth nothing, and calls the refund a voucher's, done or not. */
async function expectReceiptOfEnded(receipt: string): Promise<void> {
  const page = textOf(readStrictly((await stranger.get(receipt)).text).elements("main")[0]);
  const pdf = new Uint8Array((await stranger.get(`${receipt}/pdf`)).body);
  for (const said of [page, (await extractText(pdf, { mergePages: true })).text]) {
    expect(said).toContain("withdrawn or refunded, and is worth nothing any more");
    expect(said).not.toContain("worth its whole amount");
    expect(said).toMatch(/(Refund under way since|Refunded on) \d.*Voucher €25\.00/s);
    expect(said).not.toContain("Tip or voucher");
  }
}

test.for([
  ["REDEEMED", "Redeemed."],
  ["EXPIRED", "Expired."],
  ["REFUNDED", "Withdrawn or refunded"],
  ["PENDING", "waits for the creator"],
  ["disputed", "Locked."],
] as const)("a voucher that is %s shows what became of it, and no code", async ([end, words]) => {
  const own = await buy();
  const thanks = await fan.get(`/payment/success/${own.payment}`, own.cookie);
  const receipt = /\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? "";
  await ENDS[end]?.(own);
  const page = await stranger.get(own.link);
  expect([page.status, shownCode(page.text)]).toEqual([200, null]);
  expect(page.text).toContain(words);
  expect(page.text).not.toContain("/voucher/redeem/");
  const { text } = await extractText(new Uint8Array((await stranger.get(`${own.link}/pdf`)).body), {
    mergePages: true,
  });
  expect(text).toContain(words);
  expect(shownCode(text)).toBeNull();
  if (end === "REFUNDED") await expectReceiptOfEnded(receipt);
  expect(shownCode((await fan.get(`/payment/success/${own.payment}`, own.cookie)).text)).toBeNull();
  if (end === "disputed") await change(own.voucher, { disputed_at: null });
});

test("the receipt of a voucher names the voucher and the fee, as a PDF too, and leads nowhere near the code", async () => {
  const thanks = await fan.get(`/payment/success/${bought.payment}`, bought.cookie);
  const address = /\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? "";
  const page = await stranger.get(address);
  const rows = readStrictly(page.text).elements("tr").map(textOf);
  expect(rows.join("|")).toMatch(/Voucher.*€25\.00.*Service fee 10%.*€2\.50.*€27\.98/);
  expect(page.text).toContain("The voucher is worth its whole amount");
  expect(page.text).not.toMatch(CODE);
  const { text } = await extractText(new Uint8Array((await stranger.get(`${address}/pdf`)).body), {
    mergePages: true,
  });
  expect(text).toContain("Voucher");
  expect(text).toContain("€27.98");
  expect(text).not.toMatch(CODE);
});

test("the summary's post sent eight times at once is one payment, and a price that was not seen begins none", async () => {
  const voucher = await prepareVoucher(fan);
  for (const seen of ["", "1", "NaN", "2798.5"])
    expect((await fan.post(`${voucher}/summary`, { charged_minor: seen })).status).toBe(422);
  const charged_minor = await seenCharge(fan, voucher);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fan.post(`${voucher}/summary`, { charged_minor })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
});

test.for([
  ["nothing", {}],
  ["an amount twice", { ...BUYER, amount: ["5", "6"] }],
  ["too little", { ...BUYER, amount: "4.99" }],
  ["too much", { ...BUYER, amount: "500.01" }],
  ["a currency that vouchers do not have", { ...BUYER, currency: "CHF" }],
  ["no address", { ...BUYER, email: "" }],
  ["two addresses", { ...BUYER, email: "a@b.example, c@d.example" }],
  ["a country that is none", { ...BUYER, country: "XX" }],
  ["a message that is too long", { ...BUYER, message: "x".repeat(1001) }],
] as [string, Record<string, string | string[]>][])("the form refuses %s with a page", async ([, fields]) => {
  const answer = await fan.post("/voucher", fields);
  expect([answer.status, answer.headers["cache-control"]]).toEqual([422, "private, no-cache"]);
  expect(readStrictly(answer.text).problems).toEqual([]);
  expect(answer.text).not.toMatch(/Invalid input|Invalid option|expected string|expected one of/i);
});

test("every page of buying a voucher fits in one first flight, errors and the longest words included", async () => {
  const long = {
    message: "Liebe Maximiliane, alles Gute! ".repeat(40).slice(0, 1000),
    sender_name: "W".repeat(80),
  };
  const browser = wireFan("de", { "Accept-Encoding": "br", Cookie: "locale=de; theme=dark" });
  const voucher = await prepareVoucher(browser, { ...long, payIn: "CHF" });
  const own = await buy(long);
  const sizes = {
    form: await browser.get("/voucher"),
    filled: await browser.get(`/voucher?voucher=${voucher.split("/").at(-1)}`),
    refused: await browser.post("/voucher", { ...BUYER, ...long, email: "x", amount: "1", country: "" }),
    payment: await browser.get(`${voucher}/payment`),
    summary: await browser.get(`${voucher}/summary`),
    result: await browser.get(`/payment/success/${own.payment}`, own.cookie),
    card: await browser.get(own.link),
  };
  for (const [name, { wireBytes }] of Object.entries(sizes))
    expect(wireBytes, name).toBeLessThanOrEqual(FIRST_FLIGHT);
});
