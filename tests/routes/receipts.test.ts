import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { applySnapshot } from "../../app/domain/payment-updates/apply-snapshot.server.ts";
import { findPayment } from "../../app/domain/payments/payment-record.server.ts";
import { searchPayments } from "../../app/domain/tips/payment-search.server.ts";
import { unbroken } from "../../app/ui/components/unbroken.ts";
import { paymentsOf, records, tipIdOf } from "../support/database/records.ts";
import {
  goToProvider,
  payAtProvider,
  payersCookie,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";

import { movableClock } from "../support/money/sandbox-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

// What the ids and numbers open that people, providers and logs see of a payment.

const EMAIL = "ida.private@fans.example";
const WORDS = "Only for Jördis to read";
const DAY = 86_400_000;

interface Paid {
  fan: ReturnType<typeof wireFan>;
  id: string;
  receipt: string;
}

async function pay(): Promise<Paid> {
  const fan = wireFan("en");
  const page = await goToProvider(fan, await prepareTip(fan, { email: EMAIL, words: WORDS }));
  const id = await payAtProvider(fan, page, TYPED.card, "SUCCESS");
  const thanks = await fan.get(`/payment/success/${id}`, payersCookie(fan));
  return { fan, id, receipt: /\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? "" };
}

/** The receipt's lines, by their names. */
async function linesOf({ receipt }: Paid): Promise<Record<string, string>> {
  const page = readStrictly((await wireFan("en").get(receipt)).text);
  const values = page.elements("dd").map(textOf);
  return Object.fromEntries(page.elements("dt").map((name, place) => [textOf(name), values[place] ?? ""]));
}

test("a receipt's number opens nothing, and an operator finds the payment by it", async () => {
  const paid = await pay();
  const { "Receipt number": number = "", Email } = await linesOf(paid);
  expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  expect(Email).toBe("i…@fans.example");
  for (const written of [number, number.replaceAll("-", ""), number.toLowerCase()]) {
    for (const path of ["/payment/success/", "/receipt/", "/api/payment/"])
      expect((await paid.fan.get(path + written)).status).toBe(404);
    expect((await paid.fan.get(`/payment/failed?payment=${written}`)).text).not.toContain("/tip/");
    const found = await searchPayments(records(), { words: written, status: null, after: null });
    expect(found.payments.map((each) => each.id)).toEqual([paid.id]);
  }
});

test("a payment's id shows how it stands, but no address, no words and no link of the fan's", async () => {
  const paid = await pay();
  const stranger = wireFan("en");
  const other = await pay();
  for (const path of [
    `/payment/success/${paid.id}`,
    `/payment/success/${paid.id}.data`,
    `/api/payment/${paid.id}`,
  ]) {
    for (const headers of [
      {},
      payersCookie(other.fan),
      { Cookie: await sentCookie("paying", "A".repeat(43)) },
    ]) {
      const answer = await stranger.get(path, headers);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/fans\.example|Only for|\/receipt\/|joerdis\/tip|sandbox\/pay/);
    }
  }
  const own = await paid.fan.get(`/payment/success/${paid.id}`, payersCookie(paid.fan));
  expect(own.text).toContain(unbroken("i…@fans.example"));
  expect(own.text).not.toContain(EMAIL);
  // The fan reads their own words again, under the creator's face; sharing comes before another tip.
  const thanks = readStrictly(own.text);
  expect(thanks.elements("blockquote").map(textOf)).toEqual([expect.stringContaining("Only for")]);
  expect(own.text.indexOf("data-share")).toBeGreaterThan(own.text.indexOf("</blockquote>"));
  expect(own.text.indexOf("data-share")).toBeLessThan(own.text.indexOf("Tip again"));
});

test("a browser that pays twice keeps both receipts", async () => {
  const first = await pay();
  const fan = wireFan("en", payersCookie(first.fan));
  const second = await payAtProvider(
    fan,
    await goToProvider(fan, await prepareTip(fan)),
    TYPED.card,
    "SUCCESS",
  );
  for (const id of [first.id, second])
    expect((await wireFan("en").get(`/payment/success/${id}`, payersCookie(fan))).text).toMatch(
      /\/receipt\//,
    );
});

test("a failed payment's id does not open the draft; the browser that paid is led back to it", async () => {
  const fan = wireFan("en");
  const tip = await prepareTip(fan, { email: EMAIL });
  const id = await payAtProvider(fan, await goToProvider(fan, tip), TYPED.declinedCard, "FAILED");
  const path = `/payment/failed?payment=${id}`;
  const [strangers, own] = [await wireFan("en").get(path), await fan.get(path, payersCookie(fan))];
  expect([strangers.status, own.status]).toEqual([200, 200]);
  expect(strangers.text).not.toContain("/tip/");
  expect(own.text).toContain(`${tip}/summary`);
});

test("a browser with the draft's link comes to the receipt of the tip that was paid", async () => {
  const fan = wireFan("en");
  const tip = await prepareTip(fan);
  await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  const [payment] = await paymentsOf(tipIdOf(`${tip}/`));
  const answer = await wireFan("en").get(`${tip}/summary`);
  expect([answer.status, answer.headers.location]).toEqual([303, `/payment/success/${payment?.id}`]);
  const [Cookie = ""] = /^paying=[^;]+/.exec(String(answer.headers["set-cookie"])) ?? [];
  expect((await wireFan("en").get(`/payment/success/${payment?.id}`, { Cookie })).text).toMatch(
    /\/receipt\//,
  );
});

test("a receipt says at which rate the fee was, whatever the rule is now", async () => {
  const paid = await pay();
  await records().updateTable("payments").set({ service_fee_bps: 1200 }).where("id", "=", paid.id).execute();
  const pages = [paid.receipt, `/payment/success/${paid.id}`].map((path) =>
    paid.fan.get(path, payersCookie(paid.fan)),
  );
  for (const { text } of await Promise.all(pages)) expect(text).toContain("Service fee 12%");
  const pdf = new Uint8Array((await paid.fan.get(`${paid.receipt}/pdf`)).body);
  expect((await extractText(pdf, { mergePages: true })).text).toContain("Service fee 12%");
});

test("a refund that was made and came back days later stands on the receipt", async () => {
  const paid = await pay();
  const payment = await findPayment(records(), paid.id);
  if (!payment) throw new Error("nothing was paid");
  const news = { refundId: `re-${paid.id}`, amountMinor: payment.charged_minor };
  const snapshot = {
    ...{ providerRef: payment.provider_ref ?? "", paymentId: payment.id, state: "PAID" as const },
    ...{ amountMinor: payment.charged_minor, currency: payment.charged_currency },
    ...{ paidAt: payment.settled_at, failureCode: null, disputes: [] },
  };
  const world = createTipWorld(records(), movableClock(new Date()));
  const textOfReceipt = async () =>
    textOf(readStrictly((await paid.fan.get(paid.receipt)).text).elements("main")[0]);
  await applySnapshot(world, payment, { ...snapshot, refunds: [{ ...news, state: "DONE" }] });
  expect(await textOfReceipt()).toContain("Payment refunded");
  await applySnapshot(world, payment, { ...snapshot, refunds: [{ ...news, state: "FAILED" }] });
  const shown = await textOfReceipt();
  expect(shown).not.toContain("Payment refunded");
  expect(shown).toContain("failed and came back to us");
});

test("after two weeks the receipt's link tells of the money alone, and the payment's page leads nowhere", async () => {
  const paid = await pay();
  expect(await linesOf(paid)).toMatchObject({ From: "Ida", Email: "i…@fans.example" });
  const then = new Date(Date.now() - 15 * DAY);
  const payment = await records()
    .selectFrom("payments")
    .select(["settled_at", "created_at"])
    .where("id", "=", paid.id)
    .executeTakeFirstOrThrow();
  const put = (times: { settled_at: Date | null; created_at: Date }) =>
    records().updateTable("payments").set(times).where("id", "=", paid.id).execute();
  await put({ settled_at: then, created_at: then });
  expect(Object.keys(await linesOf(paid))).toEqual(["Date", "For", "Country", "Receipt number"]);
  for (const path of [paid.receipt, `${paid.receipt}.data`])
    expect((await paid.fan.get(path)).text).not.toMatch(/fans\.example|\bIda\b/);
  const pdf = new Uint8Array((await paid.fan.get(`${paid.receipt}/pdf`)).body);
  expect((await extractText(pdf, { mergePages: true })).text).not.toMatch(/fans\.example|\bIda\b/);
  const result = await paid.fan.get(`/payment/success/${paid.id}`, payersCookie(paid.fan));
  expect(result.text).not.toMatch(/fans\.example|\/receipt\//);
  // The books compare the payment's time with its posting's.
  await put(payment);
});
