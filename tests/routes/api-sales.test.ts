import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { businessDate } from "../../app/domain/calendar.ts";
import { many } from "../support/database/at-once.ts";
import { records, tipIdOf } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../support/http/http-client.ts";
import { askerOf, REFUSED_ASKERS } from "../support/http/refused-askers.ts";
import { attribute, readStrictly } from "../support/http/strict-html.ts";
import { addTip } from "../support/http/tip-calls.ts";
import { makeAccount, newAddress } from "../support/http/users.ts";
import { insertEarned } from "../support/money/earned-money.ts";

// What a creator was tipped, as money: each sale, and the sums of months and of this week.

const currency = z.enum(["EUR", "USD", "GBP"]);
const decimal = z.string().regex(/^\d+\.\d\d$/);
const figure = { currency, amount: decimal, amount_minor: z.int() };
const salesAnswer = z.strictObject({
  data: z.array(
    z.strictObject({
      ...{ id: z.uuid(), status: z.string(), ...figure, refunded: decimal, refunded_minor: z.int() },
      ...{ name: z.string().nullable(), is_voucher: z.boolean(), paid_at: z.iso.datetime() },
      grouplist: z.strictObject({ slug: z.string(), name: z.string().nullable() }).nullable(),
    }),
  ),
  meta: z.strictObject({ page: z.int(), next_page: z.int().nullable(), next: z.string().nullable() }),
});
const monthsAnswer = z.strictObject({
  data: z.array(
    z.strictObject({
      ...{ month: z.string().regex(/^\d{4}-\d\d$/), ...figure, tips_count: z.int() },
      ...{ waiting: decimal, waiting_minor: z.int() },
    }),
  ),
});
const weekAnswer = z.strictObject({
  data: z.array(z.strictObject({ day: z.iso.date(), ...figure, tips_count: z.int() })),
});

type Headers = Record<string, string>;
async function read<Data>(path: string, headers: Headers, answer: z.ZodType<Data>): Promise<Data> {
  const { status, text, headers: sent } = await callApi("GET", path, "", headers);
  expect([path, status, sent["cache-control"]], text).toEqual([path, 200, "no-store"]);
  return answer.parse(JSON.parse(text));
}

/** A tip of 12.50 by card, whose money is not available yet. */
async function payTip(username: string | null): Promise<string> {
  const fan = wireFan("en", newAddress());
  const tip = await prepareTip(fan, { username: username ?? "", amount: "12.50" });
  await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  return tipIdOf(`${tip}/`);
}

/** The last twelve months up to this one, as Berlin has them. */
function lastMonths(): string[] {
  const [year = 0, month = 0] = businessDate(new Date()).split("-").map(Number);
  return many(12).map((index) => new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7));
}

let other: Headers;
beforeAll(async () => {
  other = await byCookie(await makeAccount({ status: "ACTIVE" }));
});

test("sales, months and week show what was paid and what of it waits, in each currency, and less what went back", async () => {
  const user = await makeAccount({ status: "ACTIVE" });
  const [cookie, token] = [await byCookie(user), await byToken(user)];
  const id = await payTip(user.username);
  const earned = { creator_id: user.id, provider: "sandbox", now: new Date() };
  await insertEarned(records(), { ...earned, currency: "EUR", amount_minor: 4_00 });
  await insertEarned(records(), { ...earned, currency: "USD", amount_minor: 3_01 });

  const sales = await read("/api/sales", token, salesAnswer);
  expect(sales.meta).toEqual({ page: 1, next_page: null, next: null });
  expect(sales.data.map(({ amount, currency: of }) => `${amount} ${of}`).sort()).toEqual([
    "12.50 EUR",
    "3.01 USD",
    "4.00 EUR",
  ]);
  const sale = sales.data.find((each) => each.id === id);
  expect(sale).toEqual({
    ...{ id, status: "ACTIVE", currency: "EUR", amount: "12.50", amount_minor: 12_50 },
    ...{ refunded: "0.00", refunded_minor: 0, name: null, is_voucher: false, grouplist: null },
    paid_at: sale?.paid_at,
  });

  const months = lastMonths();
  const figures = {
    EUR: { amount: "16.50", amount_minor: 16_50, tips_count: 2, waiting: "12.50", waiting_minor: 12_50 },
    USD: { amount: "3.01", amount_minor: 3_01, tips_count: 1, waiting: "0.00", waiting_minor: 0 },
  };
  const none = { amount: "0.00", amount_minor: 0, tips_count: 0, waiting: "0.00", waiting_minor: 0 };
  expect((await read("/api/sales/months", cookie, monthsAnswer)).data).toEqual(
    (["EUR", "USD"] as const).flatMap((of) =>
      months.map((month) => ({ month, currency: of, ...(month === months[11] ? figures[of] : none) })),
    ),
  );

  const week = (await read("/api/sales/week", token, weekAnswer)).data;
  expect(week.map((row) => row.currency)).toEqual([...many(7).map(() => "EUR"), ...many(7).map(() => "USD")]);
  expect(new Date(`${week[0]?.day}T12:00Z`).getUTCDay()).toBe(1);
  const today = businessDate(new Date());
  expect(week.filter(({ tips_count }) => tips_count > 0)).toEqual([
    { day: today, currency: "EUR", amount: "16.50", amount_minor: 16_50, tips_count: 2 },
    { day: today, currency: "USD", amount: "3.01", amount_minor: 3_01, tips_count: 1 },
  ]);

  const wire = wireFan("en", { ...newAddress(), Cookie: cookie.Cookie ?? "" });
  const refund = `/dashboard/tips/${id}/refund`;
  const fields = readStrictly((await wire.get(refund)).text)
    .elements("input")
    .filter((input) => attribute(input, "type") === "hidden")
    .map((input) => [attribute(input, "name") ?? "", attribute(input, "value") ?? ""]);
  expect((await wire.post(refund, Object.fromEntries(fields))).status).toBe(303);
  await eventually("the sale went back", async () => {
    const { data } = await read("/api/sales", token, salesAnswer);
    return data.find((each) => each.id === id)?.status === "REFUNDED";
  });
  const back = (await read("/api/sales", token, salesAnswer)).data.find((each) => each.id === id);
  expect(back).toEqual({ ...sale, status: "REFUNDED", refunded: "12.50", refunded_minor: 12_50 });
  const after = (await read("/api/sales/months", token, monthsAnswer)).data[11];
  expect(after).toMatchObject({ amount: "4.00", tips_count: 1, waiting: "0.00" });
});

test("sales, months and week of a creator without tips are empty and zero, in the profile's currency", async () => {
  const user = await byToken(await makeAccount({ status: "ACTIVE", currency: "GBP" }));
  expect(await read("/api/sales", user, salesAnswer)).toEqual({
    data: [],
    meta: { page: 1, next_page: null, next: null },
  });
  const months = (await read("/api/sales/months", user, monthsAnswer)).data;
  expect(months.map(({ month, currency: of, amount }) => `${month} ${amount} ${of}`)).toEqual(
    lastMonths().map((month) => `${month} 0.00 GBP`),
  );
  expect((await read("/api/sales/week", user, weekAnswer)).data).toHaveLength(7);
});

test("sales are those of the days in Berlin that are asked for, both included, page by page", async () => {
  const user = await makeAccount({ status: "ACTIVE" });
  const own = await byToken(user);
  const at = (moment: string) => ({ paid_at: new Date(moment), activated_at: new Date(moment) });
  const eve = await addTip(user, at("2026-02-28T22:59:59.999Z"));
  const first = await addTip(user, at("2026-02-28T23:00:00Z"));
  const last = await addTip(user, at("2026-03-31T21:59:59.999Z"));
  const next = await addTip(user, at("2026-03-31T22:00:00Z"));
  const idsOf = async (query: string) =>
    (await read(`/api/sales?${query}`, own, salesAnswer)).data.map(({ id }) => id);
  expect(await idsOf("from=2026-03-01&to=2026-03-31")).toEqual([last, first]);
  expect(await idsOf("from=2026-03-01")).toEqual([next, last, first]);
  expect(await idsOf("to=2026-03-31")).toEqual([last, first, eve]);
  expect(await idsOf("from=2026-02-28&to=2026-02-28")).toEqual([eve]);
  expect(await idsOf("from=2026-04-02&to=2026-03-01")).toEqual([]);
  expect(await idsOf("from=9999-12-31&to=9999-12-31")).toEqual([]);
  for (const index of many(23)) await addTip(user, at(`2026-03-10T10:00:${10 + index}Z`));
  const paged = async (query: string) => {
    const path = `/api/sales?from=2026-03-01&to=2026-03-31&${query}`;
    const { data, meta } = await read(path, own, salesAnswer);
    return [data.length, data[0]?.id === last, data.at(-1)?.id === first, meta];
  };
  const { meta } = await read("/api/sales?from=2026-03-01&to=2026-03-31", own, salesAnswer);
  const after = meta.next;
  expect(await paged("page=1")).toEqual([20, true, false, { page: 1, next_page: 2, next: after }]);
  expect(await paged("page=2")).toEqual([5, false, true, { page: 2, next_page: null, next: null }]);
  expect(await paged(`after=${after}`)).toEqual([5, false, true, { page: 1, next_page: null, next: null }]);
  expect((await read("/api/sales", other, salesAnswer)).data).toEqual([]);
});

test.for([
  ...["0", "x", "501", ""].map((page) => ["page", page] as const),
  ...["", "today", "2026-02-30", "2026-1-1", "0000-01-01", "1969-12-31", "2026-03-01T00:00:00Z"].flatMap(
    (day) => [["from", day] as const, ["to", day] as const],
  ),
])("sales are refused for %s=%s", async ([field, value]) => {
  const refusal = readRefusal(await callApi("GET", `/api/sales?${field}=${value}`, "", other));
  expect([refusal.status, refusal.code, Object.keys(refusal.errors)]).toEqual([422, "invalid", [field]]);
});

test("sales are refused in the caller's language", async () => {
  const german = { ...other, "Accept-Language": "de" };
  expect(readRefusal(await callApi("GET", "/api/sales?from=x", "", german))).toMatchObject({
    ...{ message: "Einige Felder stimmen nicht" },
    errors: { from: ["Hier nicht gültig"] },
  });
});

test.for(REFUSED_ASKERS)(
  "sales, months and week are refused with %s %s to %o",
  async ([status, code, change]) => {
    const asker = await askerOf(change);
    for (const path of ["/api/sales", "/api/sales/months", "/api/sales/week"])
      expect(readRefusal(await callApi("GET", path, "", asker))).toMatchObject({ status, code });
  },
);
