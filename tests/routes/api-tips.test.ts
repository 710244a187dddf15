import { randomUUID } from "node:crypto";
import { beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { many } from "../support/database/at-once.ts";
import { records, tipIdOf } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../support/http/http-client.ts";
import { askerOf, REFUSED_ASKERS } from "../support/http/refused-askers.ts";
import { addTip, findTip, thank, tipAnswer } from "../support/http/tip-calls.ts";
import { type AccountOwner, makeAccount, newAddress } from "../support/http/users.ts";
import { payHeldTip } from "../support/money/held-tip.ts";

holdReviewQueue();

// What a program of a creator does with the tips that came in: listing, reading, thanking, and looking at the fans.

const decimal = z.string().regex(/^\d+\.\d\d$/);
const moment = z.iso.datetime();
const pageAnswer = z.strictObject({
  data: z.array(tipAnswer),
  meta: z.strictObject({ page: z.int(), next_page: z.int().nullable(), next: z.uuid().nullable() }),
});
const fansAnswer = z.strictObject({
  data: z.array(
    z.strictObject({
      ...{ name: z.string().nullable(), email: z.string().nullable(), is_everybody_else: z.boolean() },
      ...{ currency: z.string(), tips_count: z.int(), amount: decimal, amount_minor: z.int() },
      last_paid_at: moment,
    }),
  ),
  meta: z.strictObject({ page: z.int(), next_page: z.int().nullable(), next: z.string().nullable() }),
});

type Headers = Record<string, string>;

async function read<Data>(path: string, headers: Headers, answer: z.ZodType<Data>): Promise<Data> {
  const { status, text, headers: sent } = await callApi("GET", path, "", headers);
  expect([path, status, sent["cache-control"]], text).toEqual([path, 200, "no-store"]);
  return answer.parse(JSON.parse(text));
}
const list = (headers: Headers, query = "") => read(`/api/tributes${query}`, headers, pageAnswer);
/** A tip of 12.50 that a fan paid, whose address may be seen. */
async function payTip(username: string | null, email: string): Promise<string> {
  const fan = wireFan("en", newAddress());
  const tip = await prepareTip(fan, {
    ...{ username: username ?? "", amount: "12.50", name: "Nora Regen", words: "For the <song>", email },
  });
  const choice = { type: "INETCASH_CC", country: "DE", pay_currency: "EUR", email, share_email: "1" };
  expect((await fan.post(`${tip}/payment`, choice)).status).toBe(303);
  await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  return tipIdOf(`${tip}/`);
}

let creator: AccountOwner;
let headers: Headers;
let other: Headers;
beforeAll(async () => {
  creator = await makeAccount({ status: "ACTIVE" });
  headers = await byToken(creator);
  other = await byCookie(await makeAccount({ status: "ACTIVE" }));
});

test("a paid tip is listed, found, read and thanked for, by cookie and by token, and counts for its fan", async () => {
  const user = await makeAccount({ status: "ACTIVE" });
  const email = `${randomUUID()}@fans.example`;
  const id = await payTip(user.username, email);
  const [cookie, token] = [await byCookie(user), await byToken(user)];
  const tip = await findTip(cookie, id);
  expect(tip).toEqual({
    ...{ id, status: "ACTIVE", name: null, sender_name: "Nora Regen", sender_email: email },
    ...{ currency: "EUR", amount: "12.50", amount_minor: 12_50, refunded: "0.00", refunded_minor: 0 },
    ...{ message: "For the <song>", image_url: null, paid_at: tip.paid_at, read_at: null, is_new: true },
    ...{
      is_voucher: false,
      is_monthly: false,
      is_on_page: false,
      grouplist: null,
      replies: [],
      reply_refusal: null,
    },
  });
  expect(Date.now() - Date.parse(tip.paid_at)).toBeLessThan(60_000);
  expect(await list(token)).toEqual({ data: [tip], meta: { page: 1, next_page: null, next: null } });
  expect((await list(token, "?only_new=1")).data).toEqual([tip]);

  const marked = await callApi("POST", `/api/tribute/${id}/read`, "", token);
  const { data } = z.strictObject({ data: tipAnswer }).parse(JSON.parse(marked.text));
  expect([marked.status, data]).toEqual([200, { ...tip, is_new: false, read_at: data.read_at }]);
  expect(data.read_at).not.toBeNull();
  // Marking it again changes nothing.
  expect((await callApi("POST", `/api/tribute/${id}/read`, "", cookie)).text).toBe(marked.text);
  expect((await list(cookie, "?only_new=true")).data).toEqual([]);
  expect((await list(cookie, "?only_new=false")).data).toEqual([data]);

  const thanked = await thank(token, id, { message: " See you soon!\r\nAda " });
  const { replies, ...rest } = z
    .strictObject({ data: tipAnswer, meta: z.strictObject({ is_mailed: z.literal(true) }) })
    .parse(JSON.parse(thanked.text)).data;
  expect([thanked.status, { ...rest, replies: [] }]).toEqual([200, data]);
  expect(replies.map(({ message }) => message)).toEqual(["See you soon!\nAda"]);
  const mails = records().selectFrom("mail_outbox").select("template").where("recipient", "=", email);
  expect((await mails.execute()).map(({ template }) => template)).toContain("thank_you");

  expect(await read("/api/tributes/users", token, fansAnswer)).toEqual({
    data: [
      {
        ...{ name: "Nora Regen", email, is_everybody_else: false, currency: "EUR", tips_count: 1 },
        ...{ amount: "12.50", amount_minor: 12_50, last_paid_at: tip.paid_at },
      },
    ],
    meta: { page: 1, next_page: null, next: null },
  });
});

test("a tip under review is listed without its words, cannot be read or thanked for, and has its picture after the review", async () => {
  const id = await payHeldTip(wireFan("en", newAddress()), { username: creator.username ?? "" });
  expect(await findTip(headers, id)).toMatchObject({
    ...{ status: "PENDING", sender_name: "Ida Held", message: null, image_url: null, is_new: false },
    reply_refusal: "in_review",
  });
  const unread = readRefusal(await callApi("POST", `/api/tribute/${id}/read`, "", headers));
  expect([unread.status, unread.code]).toEqual([404, "not_found"]);
  expect(readRefusal(await thank(headers, id, { message: "Thank you" }))).toEqual({
    ...{ status: 409, code: "in_review", errors: {} },
    message: "Reply after the review",
  });
  await records()
    .updateTable("tips")
    .set({ status: "ACTIVE", activated_at: new Date() })
    .where("id", "=", id)
    .execute();
  const shown = await findTip(headers, id);
  expect(shown).toMatchObject({ message: "Danke!", is_new: true, reply_refusal: "no_email" });
  expect(shown.image_url).toBe(`${inject("product").url}/dashboard/tips/${id}/image`);
  await records().updateTable("tips").set({ status: "DECLINED" }).where("id", "=", id).execute();
  expect(await findTip(headers, id)).toMatchObject({ sender_name: null, message: null, image_url: null });
});

test("a member of a group finds their own share by its group, and not the others'", async () => {
  const shares = await records()
    .selectFrom("tips")
    .innerJoin("users", "users.id", "tips.creator_id")
    .select(["tips.id", "tips.amount_minor", "users.username", "users.id as user_id"])
    .where("group_tip_id", "is not", null)
    .where("username", "in", ["joerdis", "elo.dessine"])
    .execute();
  const own = shares.filter(({ username }) => username === "joerdis");
  const [share] = own;
  const theirs = shares.find(({ username }) => username === "elo.dessine");
  if (!share || !theirs) throw new Error("the demo world has no tips to a group");
  const joerdis = await byCookie({ id: share.user_id });
  expect(await findTip(joerdis, share.id)).toMatchObject({
    ...{ amount_minor: share.amount_minor, grouplist: { slug: DEMO_GROUP.slug, name: DEMO_GROUP.name } },
  });
  expect(readRefusal(await callApi("GET", `/api/tribute/${theirs.id}`, "", joerdis)).status).toBe(404);
});

test("the list of tips comes in pages by number, and from the tip where one ended, of the caller's own alone", async () => {
  const user = await makeAccount({ status: "ACTIVE" });
  const mine = await byToken(user);
  const ids: string[] = [];
  for (const index of many(45)) {
    const at = new Date(Date.UTC(2026, 0, 1, 12, index));
    ids.unshift(await addTip(user, { paid_at: at, activated_at: at, ...(index < 5 && { read_at: at }) }));
  }
  for (const [filter, all] of [
    ["", ids],
    ["only_new=1&", ids.slice(0, 40)],
  ] as const) {
    const seen = async (query: string) => {
      const { data, meta } = await list(mine, `?${filter}${query}`);
      return [data.map(({ id }) => id), meta];
    };
    const last = all.length === 45 ? [all.slice(40), null] : [[], null];
    expect(await seen("page=1")).toEqual([all.slice(0, 20), { page: 1, next_page: 2, next: all[19] }]);
    const hasThird = all.length > 40;
    expect(await seen("page=2")).toEqual([
      all.slice(20, 40),
      { page: 2, next_page: hasThird ? 3 : null, next: hasThird ? all[39] : null },
    ]);
    expect(await seen("page=3")).toEqual([last[0], { page: 3, next_page: null, next: null }]);
    expect((await seen(`after=${all[4]}`))[0]).toEqual(all.slice(5, 25));
    expect((await seen(`after=${all[4]}&page=2`))[0]).toEqual(all.slice(25, 45));
  }
  expect((await list(mine, "?page=500")).data).toEqual([]);
  // Somebody else's tip is no place in the list: it begins anew.
  expect((await list(other, `?after=${ids[3]}`)).data).toEqual([]);
  expect((await list(mine, `?after=${await addTip(creator)}`)).data[0]?.id).toBe(ids[0]);
});

test.for([
  ...["0", "-1", "x", "1.5", "", "501", "99999"].map((page) => ["page", page] as const),
  ...["x", "", "1"].map((after) => ["after", after] as const),
  ...["2", "", "perhaps"].map((only_new) => ["only_new", only_new] as const),
])("the list of tips is refused for %s=%s", async ([field, value]) => {
  const answer = await callApi("GET", `/api/tributes?${field}=${value}`, "", headers);
  const { status, code, errors } = readRefusal(answer);
  expect([status, code, Object.keys(errors)]).toEqual([422, "invalid", [field]]);
});

test("fans come in pages, and from a time on", async () => {
  const user = await makeAccount({ status: "ACTIVE" });
  const mine = await byCookie(user);
  const times = many(27).map((index) => new Date(Date.UTC(2026, 0, 1, 12, 59 - index)));
  await records()
    .insertInto("fan_totals")
    .values(
      times.map((last_paid_at, index) => ({
        ...{ creator_id: user.id, fan_key: Buffer.from(`fan ${index}`), currency: "EUR" },
        ...{ tips_count: 1, amount_minor: 500 + index, last_paid_at },
      })),
    )
    .execute();
  const seen = async (query: string) => {
    const { data, meta } = await read(`/api/tributes/users${query}`, mine, fansAnswer);
    return [data.map(({ amount_minor }) => amount_minor - 500), meta];
  };
  const numbers = times.map((_, index) => index);
  const next = `${times[24]?.toISOString()}~1`;
  expect(await seen("")).toEqual([numbers.slice(0, 25), { page: 1, next_page: 2, next }]);
  expect(await seen("?page=2")).toEqual([numbers.slice(25), { page: 2, next_page: null, next: null }]);
  expect(await seen("?page=3")).toEqual([[], { page: 3, next_page: null, next: null }]);
  expect(await seen(`?after=${next}`)).toEqual([numbers.slice(25), { page: 1, next_page: null, next: null }]);
  const before = times[20]?.toISOString();
  expect((await seen(`?before=${before}`))[0]).toEqual(numbers.slice(20));
  for (const query of [
    "page=x",
    "before=yesterday",
    "before=0000-01-01T00:00:00Z",
    "before=",
    "after=2026-99-01T00:00:00.000Z~1",
  ]) {
    const refusal = readRefusal(await callApi("GET", `/api/tributes/users?${query}`, "", mine));
    expect([query, refusal.status, Object.keys(refusal.errors)]).toEqual([query, 422, [query.split("=")[0]]]);
  }
  expect((await read("/api/tributes/users", other, fansAnswer)).data).toEqual([]);
});

test("somebody else's tip is not found by any call, as one that is none, and stays as it is", async () => {
  const id = await addTip(creator);
  for (const tip of [id, randomUUID(), "x", "1e3", id.toUpperCase()])
    for (const [method, path, body] of [
      ["GET", `/api/tribute/${tip}`, ""],
      ["POST", `/api/tribute/${tip}/read`, ""],
      ["POST", `/api/tribute/${tip}/reply`, { message: "Thank you" }],
    ] as const) {
      const refusal = readRefusal(await callApi(method, path, body, other));
      expect([path, refusal]).toEqual([
        path,
        { status: 404, code: "not_found", message: "Tip not found", errors: {} },
      ]);
    }
  expect(await findTip(headers, id)).toMatchObject({ is_new: true, replies: [] });
});

test.for(REFUSED_ASKERS)(
  "received tips and fans are refused with %s %s to %o",
  async ([status, code, change]) => {
    const asker = await askerOf(change);
    const id = randomUUID();
    for (const path of ["/api/tributes", "/api/tributes/users", `/api/tribute/${id}`])
      expect(readRefusal(await callApi("GET", path, "", asker))).toMatchObject({ status, code });
    for (const path of [`/api/tribute/${id}/read`, `/api/tribute/${id}/reply`])
      expect(readRefusal(await callApi("POST", path, { message: "Hi" }, asker))).toMatchObject({
        status,
        code,
      });
  },
);

test("a post of another site reads and thanks for nothing", async () => {
  const id = await addTip(creator);
  for (const enter of [byToken, byCookie]) {
    const foreign = { ...(await enter(creator)), Origin: "https://evil.example" };
    for (const act of ["read", "reply"]) {
      const answer = await callApi("POST", `/api/tribute/${id}/${act}`, { message: "Hi" }, foreign);
      expect(readRefusal(answer)).toMatchObject({ status: 403, code: "forbidden" });
    }
  }
  expect(await findTip(headers, id)).toMatchObject({ is_new: true, replies: [] });
});
