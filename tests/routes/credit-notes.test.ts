import { expect, test } from "vitest";
import { applySnapshot } from "../../app/domain/payment-updates/apply-snapshot.server.ts";
import { findPayment } from "../../app/domain/payments/payment-record.server.ts";
import { issueCreditNotes } from "../../app/domain/payouts/statements/month-statements.server.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import {
  goToProvider,
  payAtProvider,
  payersCookie,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

// What went back of a payment on its receipt, with its credit note (docs/product.md, 4.8).

const main = (text: string) => textOf(readStrictly(text).elements("main")[0]);
const linksOf = (text: string) =>
  readStrictly(text)
    .elements("a")
    .map((link) => attribute(link, "href") ?? "");

const linesOfRefunds = (text: string) => linksOf(text).filter((href) => href.includes("/credit-notes/"));

/** The provider tells that a refund failed that it had made. */
async function failLate(paymentId: string, refundId: string): Promise<void> {
  const payment = await findPayment(records(), paymentId);
  if (!payment) throw new Error("nothing was paid");
  await applySnapshot(createTipWorld(records(), movableClock(new Date())), payment, {
    ...{ providerRef: payment.provider_ref ?? "", paymentId: payment.id, state: "PAID" },
    ...{ amountMinor: payment.charged_minor, currency: payment.charged_currency },
    ...{ paidAt: payment.settled_at, failureCode: null, disputes: [] },
    refunds: [{ refundId, amountMinor: 22_38, state: "FAILED" }],
  });
}

/** An operator finds the failed refund from the payments' page, looks at it, and it waits no longer. */
async function seeAtDesk(paymentId: string): Promise<void> {
  const operator = await signInOperator();
  const list = "/admin/exceptions?kind=failed-refunds";
  expect(linksOf((await operator.wire.get("/admin/exceptions")).text)).toContain(list);
  const { id } = await records()
    .selectFrom("refund_failures")
    .select("id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const page = `/admin/exceptions/failed-refunds/${id}`;
  const waiting = await operator.wire.get(list);
  expect(linksOf(waiting.text)).toContain(page);
  expect(main(waiting.text)).toContain("22,38");
  expect(linksOf((await operator.wire.get(page)).text)).toContain(`/admin/payments/${paymentId}`);
  const seen = await operator.wire.post(page, { intent: "see" });
  expect(seen.status).toBe(303);
  expect(new URL(seen.headers.location ?? "", "http://x").searchParams.get("done")).toBe("seen");
  expect(linksOf((await operator.wire.get(list)).text)).not.toContain(page);
  expect((await operator.wire.post(page, { intent: "see" })).headers.location).toBe(`${list}&done=gone`);
}

test.each([
  [
    "en",
    ["Refunded on", "Tip €20.00", "Left after refunds €33.57", "Back to you €22.38", "Credit note no."],
    ["failed and came back to us", "Credit note no.", "cancelled by no."],
  ],
  [
    "de",
    [
      "Erstattet am",
      "Trinkgeld 20,00",
      "Nach Erstattungen bleiben 33,57",
      "Zurück an dich 22,38",
      "Gutschrift Nr.",
    ],
    ["kam nicht an", "Gutschrift Nr.", "storniert durch Nr."],
  ],
] as const)(
  "a receipt shows a part that went back, what is left, and its credit note as a PDF, then what cancels it, and the desk that the refund failed (%s)",
  async (locale, words, cancelledWords) => {
    const creator = await signInCreator("ACTIVE");
    const fan = wireFan(locale);
    const tip = await prepareTip(fan, {
      ...{ username: creator.username ?? "", amount: "50" },
      email: `${crypto.randomUUID()}@fans.example`,
    });
    const payment = await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
    const thanks = await fan.get(`/payment/success/${payment}`, payersCookie(fan));
    const receipt = /\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? "";
    expect(main((await fan.get(receipt)).text)).not.toContain(words[0]);
    const { tip_id } = await records()
      .selectFrom("payments")
      .select("tip_id")
      .where("id", "=", payment)
      .executeTakeFirstOrThrow();
    const page = await creator.wire.get(`/dashboard/tips/${tip_id}/refund?amount=20`);
    const hidden = Object.fromEntries(
      readStrictly(page.text)
        .elements("input")
        .filter((input) => attribute(input, "type") === "hidden")
        .map((input) => [attribute(input, "name") ?? "", attribute(input, "value") ?? ""]),
    );
    const answer = await creator.wire.post(`/dashboard/tips/${tip_id}/refund`, hidden);
    expect(answer.status).toBe(303);
    const refunds = records()
      .selectFrom("refunds")
      .select(["id", "status"])
      .where("payment_id", "=", payment);
    await eventually("the refund is done", async () => (await refunds.executeTakeFirst())?.status === "DONE");
    await issueCreditNotes({ db: records(), clock: () => new Date() });
    const shown = await fan.get(receipt);
    for (const word of words) expect(main(shown.text)).toContain(word);
    const { id } = await refunds.executeTakeFirstOrThrow();
    const note = linksOf(shown.text).find((href) => href.includes("/credit-notes/"));
    expect(note).toBe(`${receipt}/credit-notes/${id}`);
    const pdf = await fan.get(note ?? "");
    expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect((await fan.get(`${receipt}/pdf`)).status).toBe(200);
    // Of another receipt it is nobody's.
    expect((await fan.get(`${receipt.slice(0, -1)}~/credit-notes/${id}`)).status).toBe(404);
    expect((await fan.get(`${note}/cancellation`)).status).toBe(404);

    await failLate(payment, id);
    await issueCreditNotes({ db: records(), clock: () => new Date() });
    const cancelled = await fan.get(receipt);
    for (const word of cancelledWords) expect(main(cancelled.text)).toContain(word);
    expect(linesOfRefunds(cancelled.text)).toEqual([note, `${note}/cancellation`]);
    const document = await fan.get(`${note}/cancellation`);
    expect([document.status, document.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect((await fan.get(note ?? "")).status).toBe(200);
    await seeAtDesk(payment);
    expect((await fan.get(`${receipt}/pdf`)).status).toBe(200);
  },
);
