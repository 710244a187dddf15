import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { limitTable } from "../../app/http/limit-table.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { askerOf, REFUSED_ASKERS } from "../support/http/refused-askers.ts";
import { type AccountOwner, makeAccount, newAddress } from "../support/http/users.ts";

holdReviewQueue();

// A creator's tribute items by the API: made, looked at by everybody, ordered, taken away.

const url = z.url().nullable();
const itemAnswer = z.strictObject({
  ...{ id: z.uuid(), name: z.string(), currency: z.enum(["EUR", "USD", "GBP"]) },
  ...{ amount: z.string().regex(/^\d+\.\d\d$/), amount_minor: z.int() },
  ...{ mediafile_id: z.uuid().nullable(), image_url: url, image_thumbnail_url: url, order: z.int() },
  status: z.enum(["PENDING", "ACTIVE", "DECLINED"]),
  decline_reason: z.string().nullable(),
});
const oneAnswer = z.strictObject({ data: itemAnswer });
const listAnswer = z.strictObject({ data: z.array(itemAnswer) });

type Headers = Record<string, string>;
type Item = z.infer<typeof itemAnswer>;
const german = { "Accept-Language": "de" };

const create = (headers: Headers, body: unknown) => callApi("POST", "/api/user-tributes", body, headers);
function made(answer: Answer): Item {
  expect([answer.status, answer.headers["cache-control"]], answer.text).toEqual([201, "no-store"]);
  return oneAnswer.parse(JSON.parse(answer.text)).data;
}
async function listed(id: string, headers: Headers = {}): Promise<Item[]> {
  const answer = await callApi("GET", `/api/user/${id}/tributes`, "", headers);
  expect([answer.status, answer.headers["cache-control"]], answer.text).toEqual([200, "private, no-cache"]);
  return listAnswer.parse(JSON.parse(answer.text)).data;
}
const look = (id: string, headers: Headers = {}) => callApi("GET", `/api/user-tribute/${id}`, "", headers);
const remove = (headers: Headers, id: string) => callApi("DELETE", `/api/user-tribute/${id}`, "", headers);
const order = (headers: Headers, id: string, body: unknown) =>
  callApi("POST", `/api/user-tribute/${id}/order`, body, headers);
const namesOf = (items: readonly Item[]) => items.map(({ name }) => name);
const unknown = (what: "item" | "creator") => ({
  ...{
    status: 404,
    code: "not_found",
    message: what === "item" ? "Item not found" : "Creator not found",
    errors: {},
  },
});
const change = (id: string, values: { status?: "ACTIVE" | "DECLINED"; decline_reason?: string }) =>
  records().updateTable("tribute_items").set(values).where("id", "=", id).execute();

let creator: AccountOwner;
let headers: Headers;
let other: Headers;
beforeAll(async () => {
  creator = await makeAccount({ status: "ACTIVE" });
  headers = await byToken(creator);
  other = await byCookie(await makeAccount({ status: "ACTIVE" }));
});

async function upload(as: Headers): Promise<string> {
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#27a" } })
    .png()
    .toBuffer();
  const file = { field: "file", name: "a.png", type: "image/png", bytes };
  const form = multipart({ key: "TRIBUTE_IMAGE" }, file);
  const fan = wireFan("en", newAddress());
  const answer = await fan.send("POST", "/api/mediafiles", form.body, { ...form.headers, ...as });
  return JSON.parse(answer.text).data.file.id;
}

test("an item is made, shown to everybody, ordered and taken away, by cookie and by token", async () => {
  for (const enter of [byCookie, byToken]) {
    const user = await makeAccount({ status: "ACTIVE" });
    const own = await enter(user);
    const coffee = made(await create(own, { name: "  A coffee ", amount: "7.509" }));
    expect(coffee).toEqual({
      ...{ id: coffee.id, name: "A coffee", currency: "EUR", amount: "7.50", amount_minor: 7_50 },
      ...{ mediafile_id: null, image_url: null, image_thumbnail_url: null, order: 0 },
      ...{ status: "ACTIVE", decline_reason: null },
    });
    const string = made(await create(own, { name: "A string", amount: 12.5 }));
    const stool = made(await create(own, { name: "A stool", amount: 500, mediafile_id: null }));
    expect(await listed(user.id)).toEqual([coffee, string, stool]);
    expect(await listed(user.id, own)).toEqual([coffee, string, stool]);
    expect(oneAnswer.parse(JSON.parse((await look(string.id)).text)).data).toEqual(string);

    for (const [place, names] of [
      [0, ["A stool", "A coffee", "A string"]],
      ["1", ["A coffee", "A stool", "A string"]],
      [1000, ["A coffee", "A string", "A stool"]],
    ] as const) {
      const moved = await order(own, stool.id, { order: place });
      expect(moved.status).toBe(200);
      expect(namesOf(listAnswer.parse(JSON.parse(moved.text)).data)).toEqual(names);
      expect(namesOf(await listed(user.id))).toEqual(names);
      expect((await listed(user.id)).map((item) => item.order)).toEqual([0, 1, 2]);
    }

    const gone = await remove(own, coffee.id);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    expect(namesOf(await listed(user.id))).toEqual(["A string", "A stool"]);
    expect(readRefusal(await look(coffee.id))).toEqual(unknown("item"));
    expect(readRefusal(await remove(own, coffee.id))).toEqual(unknown("item"));
  }
});

test("an item sent twice is one item", async () => {
  const user = await makeAccount({ status: "ACTIVE" });
  const own = await byToken(user);
  const answers = await Promise.all(
    many(5).map(() => create(own, { name: "Twice the same", amount: "5.00" })),
  );
  expect(new Set(answers.map((answer) => made(answer).id)).size).toBe(1);
  expect(await listed(user.id)).toHaveLength(1);
});

test("who has the items already gets a 304", async () => {
  made(await create(headers, { name: "Known by now", amount: 5 }));
  const first = await callApi("GET", `/api/user/${creator.id}/tributes`);
  const etag = first.headers.etag ?? "";
  const again = await callApi("GET", `/api/user/${creator.id}/tributes`, "", { "If-None-Match": etag });
  expect([again.status, again.text]).toEqual([304, ""]);
  made(await create(headers, { name: "Not known yet", amount: 5 }));
  const changed = await callApi("GET", `/api/user/${creator.id}/tributes`, "", { "If-None-Match": etag });
  expect(changed.status).toBe(200);
});

describe("an item with a picture", () => {
  test("an item with a picture waits for an operator: its creator alone sees it, and why it was declined", async () => {
    const user = await makeAccount({ status: "ACTIVE" });
    const own = await byToken(user);
    const mediafile_id = await upload(own);
    const item = made(await create(own, { name: "A window", amount: 20, mediafile_id }));
    const media = `${inject("product").url}/media/${mediafile_id}`;
    expect(item).toMatchObject({
      ...{ status: "PENDING", image_url: `${media}/m.webp`, image_thumbnail_url: `${media}/s.webp` },
    });
    const nobodys = async () => {
      for (const who of [{}, other]) {
        expect(await listed(user.id, who)).toEqual([]);
        expect(readRefusal(await look(item.id, who))).toEqual(unknown("item"));
      }
    };
    await nobodys();
    expect(await listed(user.id, own)).toEqual([item]);
    expect((await look(item.id, own)).status).toBe(200);
    await change(item.id, { status: "DECLINED", decline_reason: "Too dark" });
    await nobodys();
    expect(await listed(user.id, own)).toMatchObject([{ status: "DECLINED", decline_reason: "Too dark" }]);
    await records().updateTable("users").set({ status: "LOCKED" }).where("id", "=", user.id).execute();
    const locked = await callApi("GET", `/api/user/${user.id}/tributes`, "", await byCookie(user));
    expect(readRefusal(locked)).toEqual(unknown("creator"));
  });

  test("an item with a picture that is not the caller's own unused one is refused at it", async () => {
    const own = await byCookie(await makeAccount({ status: "ACTIVE" }));
    const used = await upload(own);
    made(await create(own, { name: "The first one", amount: 5, mediafile_id: used }));
    for (const mediafile_id of [await upload(other), await upload({}), used, randomUUID(), "x", 5]) {
      const refusal = readRefusal(await create(own, { name: "Another one", amount: 5, mediafile_id }));
      expect([refusal.status, refusal.errors]).toEqual([422, { mediafile_id: ["Choose the picture again"] }]);
      if (typeof mediafile_id === "string" && mediafile_id.length > 1)
        expect(refusal.code).toBe("image_unknown");
    }
  });
});

describe("a new item", () => {
  const amounts = "From 5 to 500";
  const good = { name: "Something nice", amount: 5 };

  test.for([
    ...["4.99", 500.01, 0, -5, "abc", "", null, undefined, true, [5], 1e21, "1,000"].map(
      (amount) => [{ ...good, amount }, "amount", amounts] as const,
    ),
    [{ ...good, amount: "7,50" }, "amount", "Use a dot, such as 7.50"],
    ...["ab", "", null, 5, "x".repeat(256), "a\u200b\u200b"].map(
      (name) => [{ ...good, name }, "name", "3 to 255 characters"] as const,
    ),
  ] as const)("a new item of %o is refused at its %s", async ([body, field, text]) => {
    const refusal = readRefusal(await create(headers, body));
    expect(refusal).toMatchObject({ status: 422, code: "invalid", errors: { [field]: [text] } });
  });

  test("a new item is refused in the caller's language", async () => {
    const { errors } = readRefusal(await create({ ...headers, ...german }, { name: "ab", amount: 1 }));
    expect(errors).toEqual({
      name: ["3 bis 255 Zeichen"],
      amount: ["Von 5 bis 500"],
    });
    const nowhere = readRefusal(await look(randomUUID(), german));
    expect(nowhere.message).toBe("Item nicht gefunden");
  });

  test("a new item is refused once there are fifty, and once three of an unverified creator wait", async () => {
    const rich = await makeAccount({ status: "ACTIVE" });
    const rows = many(50).map((position) => ({
      ...{ id: randomUUID(), user_id: rich.id, name: `Item ${position}`, amount_minor: 500 },
      ...{ currency: "EUR", status: "ACTIVE" as const, position },
      created_at: new Date(),
    }));
    await records().insertInto("tribute_items").values(rows).execute();
    expect(readRefusal(await create(await byToken(rich), good))).toEqual({
      ...{ status: 409, code: "too_many", errors: {} },
      message: "At most 50 items",
    });
    const fresh = await byToken(await makeAccount());
    for (const index of many(3))
      expect(made(await create(fresh, { name: `www${index}.example.org`, amount: 5 })).status).toBe(
        "PENDING",
      );
    const refusal = readRefusal(await create(fresh, { name: "www.example.org", amount: 5 }));
    expect(refusal).toMatchObject({ status: 409, code: "too_many_waiting" });
    expect(refusal.message).toContain("3 items under review");
    // What no rule holds up is no work for anybody.
    expect(made(await create(fresh, good)).status).toBe("ACTIVE");
  });

  test("new items within an hour have the limit of the page's form", async () => {
    const busy = await byToken(await makeAccount({ status: "ACTIVE" }));
    const { points } = limitTable.item;
    for (const _ of many(points)) made(await create(busy, good));
    const refused = await create(busy, good);
    expect(readRefusal(refused)).toMatchObject({ status: 429, code: "too_many_requests" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });
});

test.for([-1, 1001, 1.5, "x", "", null, undefined, true, [1], "-1", "99999"])(
  "an order of %o is refused, and the items stay",
  async (place) => {
    const item = made(await create(headers, { name: "To be ordered", amount: 6 }));
    const refusal = readRefusal(await order(headers, item.id, { order: place }));
    expect([refusal.status, refusal.code, Object.keys(refusal.errors)]).toEqual([422, "invalid", ["order"]]);
  },
);

test("items of an earlier currency are hidden from fans and not from their creator", async () => {
  const user = await makeAccount({ status: "ACTIVE" });
  const own = await byCookie(user);
  const item = made(await create(own, { name: "In euros", amount: 5 }));
  await records().updateTable("users").set({ currency: "USD" }).where("id", "=", user.id).execute();
  expect(await listed(user.id)).toEqual([]);
  expect(readRefusal(await look(item.id)).status).toBe(404);
  expect(await listed(user.id, own)).toEqual([item]);
});

test("somebody else's item is neither ordered nor taken away, and an id that is none is none", async () => {
  const item = made(await create(headers, { name: "Not yours", amount: 9 }));
  for (const id of [item.id, randomUUID(), "x", item.id.toUpperCase()]) {
    expect(readRefusal(await remove(other, id))).toEqual(unknown("item"));
    expect(readRefusal(await order(other, id, { order: 0 }))).toEqual(unknown("item"));
  }
  expect((await look(item.id)).status).toBe(200);
  for (const id of [randomUUID(), "x", creator.id.toUpperCase(), item.id])
    expect(readRefusal(await callApi("GET", `/api/user/${id}/tributes`))).toEqual(unknown("creator"));
});

test.for(REFUSED_ASKERS)(
  "making, ordering and deleting items is refused with %s %s to %o",
  async ([status, code, is]) => {
    const asker = await askerOf(is);
    const id = randomUUID();
    for (const answer of [
      await create(asker, { name: "An item", amount: 5 }),
      await order(asker, id, { order: 0 }),
      await remove(asker, id),
    ])
      expect(readRefusal(answer)).toMatchObject({ status, code });
  },
);

test("the items of creators who have no page are there for themselves alone", async () => {
  for (const status of ["PENDING", "DECLINED", "CREATED", "LOCKED"] as const) {
    const user = await makeAccount({ status });
    for (const who of [{}, other])
      expect(readRefusal(await callApi("GET", `/api/user/${user.id}/tributes`, "", who))).toEqual(
        unknown("creator"),
      );
    if (status !== "LOCKED") expect(await listed(user.id, await byCookie(user))).toEqual([]);
  }
});
