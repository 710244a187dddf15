import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import {
  goToProvider,
  multipart,
  payAtProvider,
  payersCookie,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { demoSession, signInOperator } from "../support/http/signed-in.ts";
import { readStrictly } from "../support/http/strict-html.ts";

holdReviewQueue();

interface Paid {
  fan: ReturnType<typeof wireFan>;
  thanks: string;
  own: { Cookie: string };
  receipt: string;
}

async function pay(wish: Parameters<typeof prepareTip>[1] = {}): Promise<Paid> {
  const fan = wireFan("de");
  const page = await goToProvider(fan, await prepareTip(fan, { name: "", words: "", ...wish }));
  const thanks = `/payment/success/${await payAtProvider(fan, page, TYPED.card, "SUCCESS")}`;
  const own = payersCookie(fan);
  const { text } = await fan.get(thanks, own);
  return { fan, thanks, own, receipt: /\/receipt\/[\w-]+/.exec(text)?.[0] ?? "" };
}

const wordsOf = async ({ thanks }: Paid) =>
  await records()
    .selectFrom("tips as t")
    .innerJoin("payments as p", "p.tip_id", "t.id")
    .select(["t.id", "t.sender_name", "t.message", "t.image_id", "t.status"])
    .where("p.id", "=", thanks.split("/").at(-1) ?? "")
    .executeTakeFirstOrThrow();

const MESSAGE = "Das Lied mit dem Regen!";
const hasForm = (text: string) => readStrictly(text).elements("textarea").length > 0;

test("the thanks page takes words once and shows them", async () => {
  const paid = await pay();
  const { fan, thanks, own } = paid;
  expect(hasForm((await fan.get(thanks, own)).text)).toBe(true);
  const long = await fan.post(thanks, { name: "Ida", message: "x".repeat(1001) }, own);
  expect(long.status).toBe(422);
  expect(long.text).toContain("x".repeat(1001));
  expect(long.text).toContain('value="Ida"');
  expect((await fan.post(thanks, { name: " ", message: "" }, own)).status).toBe(422);
  const sent = await fan.post(thanks, { name: "Ida", message: MESSAGE }, own);
  expect([sent.status, sent.headers.location]).toEqual([303, thanks]);
  const again = await fan.post(thanks, { name: "Eva", message: "Und noch etwas" }, own);
  expect([again.status, again.headers.location]).toEqual([303, thanks]);
  const { text } = await fan.get(thanks, own);
  expect(text).toContain(MESSAGE);
  expect(hasForm(text)).toBe(false);
  expect(await wordsOf(paid)).toMatchObject({ sender_name: "Ida", message: MESSAGE, status: "ACTIVE" });
});

test("the thanks page takes words from the paying browser alone", async () => {
  const paid = await pay();
  const stranger = wireFan("de");
  expect(hasForm((await stranger.get(paid.thanks)).text)).toBe(false);
  expect((await stranger.post(paid.thanks, { message: MESSAGE })).status).toBe(404);
  expect((await wordsOf(paid)).message).toBeNull();
});

test("the receipt takes words and a picture, which is reviewed", async () => {
  const paid = await pay();
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: "#27a" } });
  const form = multipart(
    { name: "Ida", message: MESSAGE },
    { field: "image", name: "regen.png", type: "image/png", bytes: await picture.png().toBuffer() },
  );
  expect((await paid.fan.send("POST", paid.receipt, form.body, form.headers)).status).toBe(303);
  expect(await wordsOf(paid)).toMatchObject({ message: MESSAGE, status: "PENDING" });
  expect((await wordsOf(paid)).image_id).not.toBeNull();
  const { text } = await paid.fan.get(paid.thanks, paid.own);
  expect(text).toContain("binnen 24");
  const { wire } = await signInOperator("de");
  const { id } = await wordsOf(paid);
  expect((await wire.post(`/admin/reviews/tips/${id}`, { intent: "accept" })).status).toBe(303);
  expect(await wordsOf(paid)).toMatchObject({ status: "ACTIVE" });
});

test("words below the message price name the price and a second tip", async () => {
  const paid = await pay({ username: "maximiliane.von.buelow", amount: "1" });
  const refused = await paid.fan.post(paid.thanks, { message: MESSAGE }, paid.own);
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/gehen ab .*noch ein Trinkgeld/);
  expect(refused.text).toMatch(/href="\/maximiliane\.von\.buelow\/\d+\.\d\d"/);
  expect(refused.text).toContain(MESSAGE);
});

test("a message below its price waits in the draft for a higher amount, and is not paid with", async () => {
  const fan = wireFan("de");
  const tip = await prepareTip(fan, { username: "maximiliane.von.buelow", amount: "1", words: "" });
  expect((await fan.post(`${tip}/details`, { message: MESSAGE })).status).toBe(422);
  expect((await fan.get(`${tip}/details`)).text).toContain(MESSAGE);
  expect((await fan.get(`${tip}/summary`)).headers.location).toBe(`${tip}/details`);
});

test("the receipt asks for a refund, which the creator declines", async () => {
  const paid = await pay();
  const short = await paid.fan.post(paid.receipt, { intent: "refund", reason: "Nein" });
  expect(short.status).toBe(422);
  expect(short.text).toContain("Nein</textarea>");
  const asked = await paid.fan.post(paid.receipt, { intent: "refund", reason: "Ich habe mich vertippt." });
  expect([asked.status, asked.headers.location]).toEqual([303, paid.receipt]);
  expect((await paid.fan.get(paid.receipt)).text).toMatch(/antwortet bis .*sonst entscheiden wir/);
  const again = await paid.fan.post(paid.receipt, { intent: "refund", reason: "Ich habe mich vertippt." });
  expect(again.status).toBe(303);
  const { cookie } = await demoSession("joerdis@demo.example");
  const creator = wireFan("de", { Cookie: cookie });
  expect((await creator.get("/dashboard")).text).toMatch(/Willst du .* zurückgeben\? Antworte bis/);
  const { tip_id } = await records()
    .selectFrom("payments")
    .select("tip_id")
    .where("id", "=", paid.thanks.split("/").at(-1) ?? "")
    .executeTakeFirstOrThrow();
  const address = `/dashboard/tips/${tip_id}`;
  expect((await creator.get(address)).text).toContain("Ich habe mich vertippt.");
  expect((await creator.post(address, { reason: "" })).status).toBe(422);
  expect((await creator.post(address, { reason: "Das Lied ist fertig." })).status).toBe(303);
  expect((await paid.fan.get(paid.receipt)).text).toContain("Das Lied ist fertig.");
});

test("an overdue refund request waits for operators, who decline it", async () => {
  const paid = await pay();
  const reason = `Ich habe zweimal bezahlt (${randomUUID()}).`;
  await paid.fan.post(paid.receipt, { intent: "refund", reason });
  const { wire } = await signInOperator("de");
  const list = "/admin/exceptions?kind=refund-requests";
  expect((await wire.get(list)).text).not.toContain(reason);
  const { id } = await records()
    .updateTable("refund_requests")
    .set({ asked_at: new Date(Date.now() - 15 * 86_400_000) })
    .where("reason", "=", reason)
    .returning("id")
    .executeTakeFirstOrThrow();
  expect((await wire.get(list)).text).toContain(reason);
  const page = `/admin/exceptions/refund-requests/${id}`;
  expect((await wire.get(page)).text).toContain(reason);
  expect((await wire.post(page, { intent: "decline", reason: " " })).status).toBe(422);
  const answer = "Die Zahlung gibt es nur einmal.";
  expect((await wire.post(page, { intent: "decline", reason: answer })).status).toBe(303);
  expect((await wire.get(list)).text).not.toContain(reason);
  expect((await paid.fan.get(paid.receipt)).text).toContain(answer);
});
