import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { limitTable } from "../../app/http/limit-table.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { goToProvider, multipart, payAtProvider, TYPED, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// A creator's tribute items over HTTP: the form, the order, the picture, and who sees which item.

let creator: SignedIn;
let picture: Buffer;

beforeAll(async () => {
  creator = await signInCreator("ACTIVE");
  const half = { width: 300, height: 600, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: "#ff0000" } })
    .png()
    .toBuffer();
  picture = await sharp({ create: { ...half, width: 600, background: "#00ff00" } })
    .composite([{ input: red, left: 300, top: 0 }])
    .png()
    .toBuffer();
});

const FORM = "/dashboard/items/new";
const wish = () => `Wunsch ${randomUUID().slice(0, 8)}`;

async function send(fields: Record<string, string>, bytes?: Uint8Array, who = creator): Promise<Answer> {
  const file = bytes && { field: "image", name: "a.png", type: "image/png", bytes };
  const form = multipart(fields, file);
  return await who.wire.send("POST", FORM, form.body, form.headers);
}

/** The text of the page that a refused form leads to. */
function refused({ status, text }: Answer): string {
  expect([status, readStrictly(text).problems]).toEqual([422, []]);
  return text;
}

async function page(path: string, who = creator): Promise<string> {
  const answer = await who.wire.get(path);
  expect([path, answer.status, readStrictly(answer.text).problems]).toEqual([path, 200, []]);
  return answer.text;
}

const itemsOf = async (who = creator) =>
  await records()
    .selectFrom("tribute_items")
    .selectAll()
    .where("user_id", "=", who.id)
    .orderBy("position")
    .execute();
const itemNamed = async (name: string) => (await itemsOf()).find((item) => item.name === name);
const imagesOf = async (who = creator) =>
  await records().selectFrom("media_files").selectAll().where("owner_id", "=", who.id).execute();
const profile = () => `/${creator.username}`;

describe("a new item", () => {
  test("a new item leads its creator to their page, where every visitor sees it at once", async () => {
    const fan = wireFan("de");
    const name = wish();
    // From now on the page is kept for guests.
    expect((await fan.get(profile())).text).not.toContain(name);
    const answer = await send({ name: `  ${name} `, amount: "12,50" });
    expect([answer.status, answer.headers.location]).toEqual([303, profile()]);
    expect(await itemNamed(name)).toMatchObject({ amount_minor: 1250, currency: "EUR", status: "ACTIVE" });
    await eventually("guests see the new item", async () => (await fan.get(profile())).text.includes(name));
    const noteOf = ({ text }: Answer) =>
      readStrictly(text)
        .elements("p")
        .find((each) => attribute(each, "role") === "status");
    const shown = await creator.wire.follow(answer);
    expect(textOf(noteOf(shown))).toBe("Item hinzugefügt.");
    // The page takes its note away: who loads it again is not told again.
    expect(shown.headers["set-cookie"]).toContainEqual(expect.stringMatching(/^done=;.*Max-Age=0/));
    expect(noteOf(await creator.wire.get(profile()))).toBeUndefined();
  });

  test("a new item leads to the creator's list while their page is not open to fans", async () => {
    const hidden = await signInCreator("CREATED");
    const answer = await send({ name: "Ein Kaffee", amount: "5" }, undefined, hidden);
    expect([answer.status, answer.headers.location]).toEqual([303, "/dashboard/items"]);
    const { text } = await hidden.wire.follow(answer);
    for (const words of ["Item hinzugefügt.", "Ein Kaffee", "5\u00a0€", "Bereit"])
      expect(text).toContain(words);
  });

  test.for([
    ["a short name", { name: "ab", amount: "5" }, ["3 bis 255 Zeichen"]],
    ["a small amount", { name: "Kaffee", amount: "4,99" }, ["Von 5\u00a0€ bis 500\u00a0€"]],
    ["a large amount", { name: "Kaffee", amount: "500,01" }, ["Von 5\u00a0€ bis 500\u00a0€"]],
    ["nothing", {}, ["3 bis 255 Zeichen", "Von 5\u00a0€ bis 500\u00a0€"]],
  ] as [string, Record<string, string>, string[]][])(
    "a new item with %s is refused, and the form keeps what was typed",
    async ([, fields, texts]) => {
      const before = await itemsOf();
      const text = refused(await send(fields));
      for (const words of [...texts, ...Object.values(fields)]) expect(text).toContain(words);
      expect(await itemsOf()).toEqual(before);
    },
  );

  test("a new item is refused where there are fifty, and after too many in an hour", async () => {
    const busy = await signInCreator("ACTIVE");
    const made = Array.from({ length: 50 }, (_, position) => ({
      ...{ id: randomUUID(), user_id: busy.id, name: `Number ${position}`, amount_minor: 500 },
      ...{ currency: "EUR", position, status: "ACTIVE" as const, created_at: new Date() },
    }));
    await records().insertInto("tribute_items").values(made).execute();
    expect(await page("/dashboard/items", busy)).toContain("50 Items sind das Maximum.");
    const sent: string[] = [];
    for (let n = 0; n <= limitTable.item.points; n += 1)
      sent.push(refused(await send({ name: "Kaffee", amount: "5" }, undefined, busy)));
    expect(sent[0]).toContain("Höchstens 50 Items");
    expect(sent.at(-1)).toContain("Zu viele neue Items");
    expect(await itemsOf(busy)).toHaveLength(50);
  });
});

describe("the picture of a new item", () => {
  test("an item's picture is cropped to 1200 by 1200 as its creator chose, and waits for review with the item", async () => {
    const name = wish();
    const crop = { x_percent: "100", y_percent: "50", zoom_percent: "1000" };
    const answer = await send({ name, amount: "5", ...crop }, picture);
    expect(answer.headers.location).toBe(profile());
    const item = await itemNamed(name);
    const [image] = (await imagesOf()).filter(({ id }) => id === item?.image_id);
    expect(image).toMatchObject({ key: "TRIBUTE_IMAGE", width: 1200, height: 1200 });
    const address = `/media/${item?.image_id}/l.webp`;
    const own = await creator.wire.get(address);
    expect([own.status, own.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    const { width, height } = await sharp(own.body).metadata();
    const { channels } = await sharp(own.body).stats();
    expect([width, height, channels.map(({ mean }) => Math.round(mean / 255))]).toEqual([
      1200,
      1200,
      [1, 0, 0],
    ]);
    // To everybody else there is neither.
    const fan = wireFan("de");
    expect((await fan.get(address)).status).toBe(404);
    expect((await fan.get(profile())).text).not.toContain(name);
    expect(await page(profile())).toContain(name);
    await (await signInOperator()).wire.post(`/admin/reviews/items/${item?.id}`, { intent: "accept" });
    await eventually("guests see the item", async () => (await fan.get(profile())).text.includes(name));
    expect((await fan.get(address)).headers["cache-control"]).toContain("public");
  });

  test.for([
    ["that is no picture", () => Buffer.from("Nur Worte."), "Dateiformat nicht erkannt"],
    ["that is cut off", () => picture.subarray(0, 200), "Dateiformat nicht erkannt"],
    [
      "that is too big",
      () => Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)]),
      "Die Datei ist zu groß. Maximale Dateigröße 10 MB",
    ],
  ] as const)("a picture %s is refused with the reason, and no item is made", async ([, file, reason]) => {
    const [items, images] = [await itemsOf(), await imagesOf()];
    const name = wish();
    const text = refused(await send({ name, amount: "5" }, file()));
    expect(text).toContain(reason);
    expect(text).toContain(name);
    expect([await itemsOf(), await imagesOf()]).toEqual([items, images]);
  });

  test("an item's picture is kept when another field is wrong, until its creator removes it", async () => {
    const text = refused(await send({ name: "x", amount: "5" }, picture));
    const image_id = /name="image_id" value="([^"]+)"/.exec(text)?.[1] ?? "";
    expect((await creator.wire.get(`/media/${image_id}/s.webp`)).status).toBe(200);
    const [kept, dropped] = [wish(), wish()];
    await send({ name: dropped, amount: "5", image_id, remove_image: "1" });
    expect(await itemNamed(dropped)).toMatchObject({ image_id: null, status: "ACTIVE" });
    await send({ name: kept, amount: "5", image_id });
    expect(await itemNamed(kept)).toMatchObject({ image_id, status: "PENDING" });
  });

  test("an item's picture cannot be another creator's, another item's, or another kind of upload", async () => {
    const other = await signInCreator("ACTIVE");
    refused(await send({ name: "x", amount: "5" }, picture, other));
    const [theirs] = await imagesOf(other);
    const used = (await itemsOf()).find((item) => item.image_id !== null);
    const before = await itemsOf();
    for (const image_id of [theirs?.id ?? "", used?.image_id ?? "", randomUUID()]) {
      const text = refused(await send({ name: "Kaffee", amount: "5", image_id }));
      expect(text).toContain("Wähl das Bild noch einmal aus");
    }
    expect(await itemsOf()).toEqual(before);
  });
});

describe("who sees an item", () => {
  test("an item under review or declined is shown to its creator alone, marked, with the reason in the list", async () => {
    const [waiting, declined] = [`${wish()} www.example.org`, `${wish()} www.example.net`];
    for (const name of [waiting, declined]) await send({ name, amount: "5" });
    const id = (await itemNamed(declined))?.id;
    await (await signInOperator()).wire.post(`/admin/reviews/items/${id}`, {
      intent: "decline",
      reason: "Eine <b>Adresse",
    });
    const others = [wireFan("de"), (await signInCreator("ACTIVE")).wire];
    for (const wire of others) {
      const { text } = await wire.get(profile());
      for (const name of [waiting, declined, FORM]) expect(text).not.toContain(name);
    }
    const own = await page(profile());
    for (const words of [waiting, declined, "In Prüfung", "Abgelehnt", FORM]) expect(own).toContain(words);
    const list = await page("/dashboard/items");
    for (const words of [waiting, declined, "Eine &lt;b&gt;Adresse"]) expect(list).toContain(words);
  });

  test("an item in another currency than the page's is shown to its creator alone, with the reason", async () => {
    const name = wish();
    await send({ name, amount: "5" });
    const user = records().updateTable("users").where("id", "=", creator.id);
    await user.set({ currency: "USD" }).execute();
    expect(await page("/dashboard/items")).toContain("Deine Seite hat eine neue Währung");
    const fan = wireFan("de");
    await eventually("fans do not see it", async () => !(await fan.get(profile())).text.includes(name));
    await user.set({ currency: "EUR" }).execute();
  });
});

test("a declined item shows on the own page alone, with what that means and why", async () => {
  const declined = await signInCreator("ACTIVE");
  await send({ name: "Mehr auf www.example.org", amount: "5" }, undefined, declined);
  const [item] = await itemsOf(declined);
  const own = `/${declined.username}`;
  expect(await page(own, declined)).toContain("Fans sehen Items nach der Prüfung");
  const operator = await signInOperator();
  await operator.wire.post(`/admin/reviews/items/${item?.id}`, { intent: "decline", reason: "Eine Adresse" });
  const text = await page(own, declined);
  for (const words of ["Abgelehnt", "Für Fans verborgen.", "Eine Adresse"]) expect(text).toContain(words);
  expect(text).not.toContain("Fans sehen Items nach der Prüfung");
  expect((await wireFan("de").get(own)).text).not.toContain("Eine Adresse");
});

test("the own page leads its creator alone to sharing it", async () => {
  const creator = await signInCreator("ACTIVE");
  const own = `/${creator.username}`;
  const link = 'href="/dashboard/share-kit"';
  expect((await creator.wire.get(own)).text).toContain(link);
  for (const other of [wireFan("de"), (await signInCreator("ACTIVE")).wire])
    expect((await other.get(own)).text).not.toContain(link);
});

describe("the order and the end of items", () => {
  test("moving or deleting an item leads back to the list", async () => {
    const tidy = await signInCreator("ACTIVE");
    for (const name of ["One", "Two.", "Three"]) await send({ name, amount: "5" }, undefined, tidy);
    const [one, two] = (await itemsOf(tidy)).map(({ id }) => id);
    const names = async () => (await itemsOf(tidy)).map(({ name }) => name);
    const post = async (path: string, fields = {}) => {
      const { status, headers } = await tidy.wire.post(`/dashboard/items/${path}`, fields);
      return [status, headers.location];
    };
    const list = "/dashboard/items";
    expect(await post(`${one}/order`, { to: "later" })).toEqual([303, `${list}#item-${one}`]);
    expect(await names()).toEqual(["Two.", "One", "Three"]);
    expect(await post(`${two}/order`, { position: "2" })).toEqual([303, `${list}#item-${two}`]);
    expect(await names()).toEqual(["One", "Three", "Two."]);
    for (const odd of [{}, { to: "up" }, { position: "-1" }, { position: "1.5" }])
      expect(await post(`${one}/order`, odd)).toEqual([404, undefined]);
    expect(await post(`${one}/removal`)).toEqual([303, list]);
    expect(await names()).toEqual(["Three", "Two."]);
    for (const gone of [one, "x", randomUUID()])
      expect([await post(`${gone}/removal`), await post(`${gone}/order`, { to: "later" })]).toEqual([
        [404, undefined],
        [404, undefined],
      ]);
    const late = await tidy.wire.post(`/dashboard/items/${one}/removal`, {});
    expect(readStrictly(late.text).problems).toEqual([]);
    for (const words of ["Item gelöscht", `href="${list}"`]) expect(late.text).toContain(words);
    const fan = wireFan("de");
    const shown = (await fan.get(`/${tidy.username}`)).text;
    expect(shown.indexOf("Three")).toBeLessThan(shown.indexOf("Two."));
  });

  test("a tip for an item that is deleted in the meantime is paid, and says what it was for", async () => {
    const tidy = await signInCreator("ACTIVE");
    await send({ name: "Ein Satz Saiten", amount: "25" }, undefined, tidy);
    const [item] = await itemsOf(tidy);
    const fan = wireFan("de");
    const begun = await fan.post(`/${tidy.username}`, { choice: `item-${item?.id}` });
    const tip = (begun.headers.location ?? "").replace("/details", "");
    await tidy.wire.post(`/dashboard/items/${item?.id}/removal`, {});
    expect((await fan.get(`${tip}/details`)).status).toBe(200);
    const late = await fan.post(`/${tidy.username}`, { choice: `item-${item?.id}` });
    expect([late.status, late.text.includes("Wähl einen Betrag oder gib einen ein")]).toEqual([422, true]);
    const form = multipart({ name: "", message: "" });
    await fan.send("POST", `${tip}/details`, form.body, form.headers);
    await fan.post(`${tip}/payment`, { type: "INETCASH_CC", country: "DE", pay_currency: "EUR" });
    await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
    const paid = await records()
      .selectFrom("tips")
      .select(["status", "item_name", "amount_minor"])
      .where("creator_id", "=", tidy.id)
      .executeTakeFirstOrThrow();
    expect(paid).toEqual({ status: "ACTIVE", item_name: "Ein Satz Saiten", amount_minor: 2500 });
    expect(await page("/dashboard", tidy)).toContain("Ein Satz Saiten");
  });
});
