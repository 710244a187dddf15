import sharp from "sharp";
import { expect, test } from "vitest";
import { beginTip, multipart, prepareTip, seenCharge, wireFan } from "../support/http/http-client.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// What a fan has chosen is not asked for twice.

const fan = wireFan("de");

test("a fan who changes the amount finds the tribute item chosen that the tip is for", async () => {
  const profile = readStrictly((await fan.get("/joerdis")).text);
  const choices = profile.elements("input").filter((input) => attribute(input, "name") === "choice");
  const items = choices.map((each) => attribute(each, "value") ?? "").slice(0, -5);
  const last = items.at(-1) ?? "";
  expect(items).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^item-/)));
  const begun = await fan.post("/joerdis", { choice: last });
  const details = readStrictly((await fan.get(begun.headers.location ?? "")).text);
  const back = details
    .elements("a")
    .map((link) => attribute(link, "href") ?? "")
    .find((href) => /\?tip=/.test(href));
  const again = readStrictly((await fan.get(back ?? "")).text);
  const inputs = again.elements("input");
  const chosen = inputs.filter(
    (input) => attribute(input, "checked") !== null && attribute(input, "name") === "choice",
  );
  expect(chosen.map((input) => attribute(input, "value"))).toEqual([last]);
  const typed = inputs.find((input) => attribute(input, "name") === "amount");
  expect(attribute(typed, "value") ?? "").toBe("");
});

test("a good picture survives an error beside it, and a bad one is named with the error beside it", async () => {
  const tip = await beginTip(fan);
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#c8451b" } })
    .png()
    .toBuffer();
  const send = async (name: string, bytes: Buffer) => {
    const file = { field: "image", name: "me.png", type: "image/png", bytes };
    const form = multipart({ name, message: "Danke!" }, file);
    return await fan.send("POST", `${tip}/details`, form.body, form.headers);
  };
  const bad = await send("I".repeat(81), Buffer.from("no picture"));
  const problems = readStrictly(bad.text).elements("li").map(textOf);
  expect([bad.status, problems.length]).toEqual([422, 2]);
  const refused = await send("I".repeat(81), png);
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/src="[^"]+\/image\?signature=/);
  expect((await fan.post(`${tip}/details`, { name: "Ida", message: "Danke!" })).status).toBe(303);
  expect((await fan.get(`${tip}/details`)).text).toMatch(/src="[^"]+\/image\?signature=/);
});

test("a check by the script stores no picture", async () => {
  const tip = await beginTip(fan);
  const file = { field: "image", name: "me.png", type: "image/png", bytes: Buffer.from("no picture") };
  const form = multipart({ name: "I".repeat(81) }, file);
  const headers = { ...form.headers, "Tribute-Check": "1" };
  const answer = await fan.send("POST", `${tip}/details`, form.body, headers);
  expect([answer.status, Object.keys(JSON.parse(answer.text).errors)]).toEqual([200, ["name"]]);
});

test("a check by the script says what is wrong, and begins no tip", async () => {
  const check = async (path: string, fields: Record<string, string>) => {
    const answer = await fan.post(path, fields, { "Tribute-Check": "1" });
    expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
    return JSON.parse(answer.text);
  };
  expect(await check("/joerdis", { amount: "501" })).toEqual({
    errors: { amount: ["Trinkgeld bis 500,00\u00a0€"] },
  });
  expect(await check("/joerdis", { amount: "5" })).toEqual({ errors: {} });
  const tip = await beginTip(fan);
  expect(await check(`${tip}/details`, { name: "Nicht behalten" })).toEqual({ errors: {} });
  expect((await fan.get(`${tip}/details`)).text).not.toContain("Nicht behalten");
});

test("who pays on a summary that came back is shown the price of now, and not told of an exchange rate", async () => {
  const tip = await prepareTip(fan);
  const seen = Number(await seenCharge(fan, tip));
  const refused = await fan.post(`${tip}/summary`, { charged_minor: String(seen - 1) });
  const words = textOf(readStrictly(refused.text).elements("main")[0]);
  expect([refused.status, words.includes("Der Preis hat sich geändert.")]).toEqual([422, true]);
  expect(words).not.toContain("Wechselkurs");
});

test("an item ticked after an amount of the address counts, a newly typed amount counts more", async () => {
  const page = (await fan.get("/joerdis/7.00")).text;
  const item = /value="(item-[\w-]+)"/.exec(page)?.[1] ?? "";
  expect(page).toContain('<input type="hidden" name="given_amount" value="7,00"');
  const amountOf = async (amount: string) => {
    const begun = await fan.post("/joerdis", { given_amount: "7,00", amount, choice: item, way: "now" });
    return textOf(readStrictly((await fan.get(begun.headers.location ?? "")).text).elements("main")[0]);
  };
  expect([await amountOf("7,00"), await amountOf("8")]).toEqual([
    expect.stringContaining("Ein Kaffee für lange Schnittnächte"),
    expect.stringMatching(/8,00.€/),
  ]);
});
