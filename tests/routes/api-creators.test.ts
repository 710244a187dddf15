import { randomUUID } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { records } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { eventually } from "../support/eventually.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { makeAccount, newAddress } from "../support/http/users.ts";

holdReviewQueue();

// GET /api/user/{id}: what anybody may see of a creator, which is what their page shows a guest.

const text = z.string().nullable();
const url = z.url().nullable();
const decimal = z.string().regex(/^-?\d+\.\d\d$/);
const profileAnswer = z.strictObject({
  ...{ id: z.uuid(), username: z.string(), name: text, currency: z.enum(["EUR", "USD", "GBP"]) },
  ...{ avatar_url: url, avatar_thumbnail_url: url, header_url: url, profile_url: z.url() },
  ...{ is_online: z.boolean(), is_verified: z.boolean(), is_paused: z.boolean(), about: text },
  goal: z
    .strictObject({
      title: z.string(),
      is_monthly: z.boolean(),
      ...{ amount: decimal, amount_minor: z.int(), reached: decimal, reached_minor: z.int() },
    })
    .nullable(),
  shows_supporters: z.boolean(),
  supporters: z.array(z.strictObject({ name: text, words: text })),
  default_price_per_message: decimal.nullable(),
  default_price_per_message_minor: z.int().nullable(),
  links: z.array(z.strictObject({ network: z.string(), label: z.string(), url: z.url() })),
  items: z.array(z.looseObject({ id: z.uuid(), name: z.string() })),
});
type Profile = z.infer<typeof profileAnswer>;

const ask = (id: string, query = "", headers: Record<string, string> = {}) =>
  callApi("GET", `/api/user/${id}${query}`, "", headers);
async function show(id: string, query = ""): Promise<Profile> {
  const answer = await ask(id, query);
  expect([answer.status, answer.headers["cache-control"]], answer.text).toEqual([200, "private, no-cache"]);
  return z.strictObject({ data: profileAnswer }).parse(JSON.parse(answer.text)).data;
}
const unknown = {
  ...{ status: 404, code: "not_found", message: "Creator not found", errors: {} },
};
const update = (id: string, change: Record<string, unknown>) =>
  records().updateTable("users").set(change).where("id", "=", id).execute();

async function creatorWith(words: Record<string, string>): Promise<SignedIn & { username: string }> {
  const creator = await signInCreator("ACTIVE", "en");
  expect((await creator.wire.post("/account/edit", { intent: "page", ...words })).status).toBe(303);
  return { ...creator, username: creator.username ?? "" };
}

describe("a public profile", () => {
  test("a public profile carries text, verified mark, goal, supporters, items and links, by id and by username", async () => {
    const goal = { goal_title: "A kiln", goal_amount: "500" };
    const creator = await creatorWith({ about: "I make <pots>.", ...goal, show_supporters: "on" });
    await update(creator.id, { default_price_per_message_minor: 5_00, currency: "EUR" });
    await records()
      .updateTable("social_links")
      .set({ is_visible: true })
      .where("user_id", "=", creator.id)
      .execute();
    await records()
      .insertInto("social_links")
      .values({ user_id: creator.id, network: "instagram", handle: "secret", is_visible: false })
      .execute();
    const item = await callApi(
      "POST",
      "/api/user-tributes",
      { name: "A coffee", amount: 5 },
      await byCookie(creator),
    );
    const fan = wireFan("en", newAddress());
    const tip = { username: creator.username, amount: "12", name: "Ida & Bo", words: "Lovely  <b>pots</b>!" };
    const prepared = await prepareTip(fan, { ...tip, email: "ida@fans.example", onPage: true });
    await payAtProvider(fan, await goToProvider(fan, prepared), TYPED.card, "SUCCESS");

    const profile = await show(creator.id);
    const { url: host } = inject("product");
    expect(profile).toEqual({
      ...{ id: creator.id, username: creator.username, name: "Neu Hier", currency: "EUR" },
      ...{ avatar_url: null, avatar_thumbnail_url: null, header_url: null },
      ...{ profile_url: `${host}/${creator.username}`, is_online: profile.is_online, is_verified: true },
      is_paused: false,
      about: "I make <pots>.",
      goal: {
        title: "A kiln",
        is_monthly: false,
        ...{ amount: "500.00", amount_minor: 500_00, reached: "12.00", reached_minor: 12_00 },
      },
      shows_supporters: true,
      supporters: [{ name: "Ida & Bo", words: "Lovely <b>pots</b>!" }],
      ...{ default_price_per_message: "5.00", default_price_per_message_minor: 5_00 },
      links: [{ network: "twitter", label: expect.any(String), url: expect.stringContaining("/neu") }],
      items: [JSON.parse(item.text).data],
    });
    for (const query of ["?is_username=1", "?is_username=true"])
      expect(await show(creator.username.toUpperCase(), query)).toEqual(profile);
    const { text: whole } = await ask(creator.id);
    for (const secret of [creator.email, "Unterwegs", "Leipzig", "1991", "secret", "ida@fans.example"])
      expect(whole, secret).not.toContain(secret);
  });

  test("a public profile of which nothing is set has nulls and empty lists", async () => {
    const { id, username } = await makeAccount({ status: "ACTIVE" });
    expect(await show(id)).toMatchObject({
      ...{ username, name: "Ada Muster", about: null, goal: null, shows_supporters: false, is_online: false },
      ...{ supporters: [], links: [], items: [], default_price_per_message: null },
    });
  });

  test("a public profile says who is online, unless they do not want it", async () => {
    const { id } = await makeAccount({ status: "ACTIVE", last_seen_at: new Date() });
    await update(id, { show_online_status: true });
    expect((await show(id)).is_online).toBe(true);
    await update(id, { show_online_status: false });
    expect((await show(id)).is_online).toBe(false);
    await update(id, { show_online_status: true, last_seen_at: new Date(Date.now() - 180_000) });
    expect((await show(id)).is_online).toBe(false);
  });

  test("a public profile in another currency than its goal's shows none, and supporters who are switched off are not shown", async () => {
    const creator = await creatorWith({ goal_title: "A kiln", goal_amount: "500" });
    expect((await show(creator.id)).goal).not.toBeNull();
    await update(creator.id, { currency: "USD" });
    expect(await show(creator.id)).toMatchObject({ currency: "USD", goal: null, supporters: [] });
  });

  test("a public profile of who owes is not verified, and there", async () => {
    const { id } = await makeAccount({ status: "CHARGEBACK" });
    expect(await show(id)).toMatchObject({ id, is_verified: false });
  });

  test("a public profile is found under an earlier username for a while", async () => {
    const { id, username } = await makeAccount({ status: "ACTIVE" });
    const next = `n${randomUUID().replaceAll("-", "").slice(0, 20)}`;
    const renamed = await callApi(
      "PATCH",
      "/api/account",
      { username: next },
      await byToken(await accountOf(id)),
    );
    expect(renamed.status).toBe(200);
    expect(await show(username ?? "", "?is_username=1")).toMatchObject({ id, username: next });
    await eventually("the new name is there", async () => (await show(next, "?is_username=1")).id === id);
  });

  test("a public profile that the client has already is a 304, until something of it changes", async () => {
    const { id } = await makeAccount({ status: "ACTIVE" });
    const { etag = "" } = (await ask(id)).headers;
    const same = await ask(id, "", { "If-None-Match": etag });
    expect([same.status, same.text]).toEqual([304, ""]);
    await update(id, { about: "Something new" });
    expect((await ask(id, "", { "If-None-Match": etag })).status).toBe(200);
  });
});

const accountOf = async (id: string) =>
  await records()
    .selectFrom("users")
    .select(["id", "email", "username"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("no public profile", () => {
  test.for([
    { status: "LOCKED" },
    { status: "PENDING" },
    { status: "DECLINED" },
    { status: "CREATED" },
    { role: "ADMIN", username: null, name: null, status: "CREATED" },
  ] as const)("no public profile is there of an account with %o, not even for itself", async (change) => {
    const user = await makeAccount(change);
    for (const headers of [{}, await byCookie(user)]) {
      expect(readRefusal(await ask(user.id, "", headers))).toEqual(unknown);
      if (user.username)
        expect(readRefusal(await ask(user.username, "?is_username=1", headers))).toEqual(unknown);
    }
  });

  test("no public profile is there for what names nobody, or is not what it says", async () => {
    const { id, username } = await makeAccount({ status: "ACTIVE" });
    for (const [asked, query] of [
      [randomUUID(), ""],
      ["x", ""],
      [username ?? "", ""],
      [username ?? "", "?is_username=0"],
      [id, "?is_username=1"],
      ["nobody.of.that.name", "?is_username=1"],
      ["%27%20or%201=1", "?is_username=1"],
      ["..%2F..", "?is_username=1"],
    ] as const)
      expect([asked, query, readRefusal(await ask(asked, query))]).toEqual([asked, query, unknown]);
  });

  test("no public profile is said in the caller's language, and a query that is none is refused", async () => {
    const german = { "Accept-Language": "de" };
    expect(readRefusal(await ask(randomUUID(), "", german)).message).toBe("Creator nicht gefunden");
    const refusal = readRefusal(await ask("joerdis", "?is_username=perhaps"));
    expect(refusal).toMatchObject({
      ...{ status: 422, code: "invalid", errors: { is_username: ["Must be true or false"] } },
    });
  });
});
