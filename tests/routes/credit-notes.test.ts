import { expect, test } from "vitest";
import { issueCreditNotes } from "../../app/domain/payouts/payouts.server.ts";
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
import { signInCreator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// What went back of a payment on its receipt, with its credit note (docs/product.md, 4.8).

const main = (text: string) => textOf(readStrictly(text).elements("main")[0]);
const linksOf = (text: string) =>
  readStrictly(text)
    .elements("a")
    .map((link) => attribute(link, "href") ?? "");

test.each([
  ["en", ["Refunded", "Left after refunds €33.57", "Back to you €22.38", "Credit note no."]],
  ["de", ["Erstattet", "Nach Erstattungen bleiben 33,57", "Zurück an dich 22,38", "Gutschrift Nr."]],
] as const)(
  "a receipt shows a part that went back, what is left, and its credit note as a PDF (%s)",
  async (locale, words) => {
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
  },
);
