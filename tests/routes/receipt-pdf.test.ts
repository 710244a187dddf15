import { extractText } from "unpdf";
import { expect, test } from "vitest";
import {
  goToProvider,
  payAtProvider,
  payersCookie,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// The fan's receipt as a PDF (/receipt/{token}/pdf), for whoever holds the link of its page.

const EMAIL = "keeps.it.private@fans.example";
const fan = wireFan("de");

test.for(["de", "en"] as const)("a receipt's PDF in %s says just what its page says", async (locale) => {
  const payment = await payAtProvider(
    fan,
    await goToProvider(fan, await prepareTip(fan, { email: EMAIL })),
    TYPED.card,
    "SUCCESS",
  );
  const thanks = await fan.get(`/payment/success/${payment}`, payersCookie(fan));
  expect(thanks.text).not.toContain("/pdf");
  const address = /\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? "";
  const reader = wireFan(locale);
  const page = readStrictly((await reader.get(address)).text);
  const link = page.elements("a").find((each) => attribute(each, "href")?.endsWith("/pdf"));
  expect(textOf(link)).toBe({ de: "Als PDF speichern", en: "Save as PDF" }[locale]);
  const answer = await reader.get(attribute(link, "href") ?? "");
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-disposition": `attachment; filename="${{ de: "quittung", en: "receipt" }[locale]}.pdf"`,
  });
  const { text } = await extractText(new Uint8Array(answer.body), { mergePages: true });
  const read = text.replace(/\s+/g, " ");
  for (const tag of ["dd", "td"])
    for (const each of page.elements(tag)) expect(read).toContain(textOf(each).replace(/\s+/g, " "));
  expect(read).toContain("k…@fans.example");
  expect(read).not.toContain(payment);
  expect(read).not.toContain(EMAIL);
  expect(read).not.toMatch(/\{\{|receipt\.|undefined/);
  expect((await reader.get(`${address}/pdf`)).body.equals(answer.body)).toBe(true);
});

test("a receipt's token that is changed or of another kind answers a 404 without a body", async () => {
  const tip = await prepareTip(fan);
  for (const token of ["x", "A".repeat(43), tip.split("/").at(-1)]) {
    const answer = await fan.get(`/receipt/${token}/pdf`);
    expect([answer.status, answer.text]).toEqual([404, ""]);
  }
});
