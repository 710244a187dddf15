import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { limitTable } from "../../app/http/limit-table.ts";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { type AccountOwner, makeAccount } from "../support/http/users.ts";

// The calls of grouplists: by their owners, by members, by those who are invited, and by everybody else.

type Caller = AccountOwner & { headers: Record<string, string> };

const dataOf = ({ text }: Answer) => JSON.parse(text).data;
const caller = async (change: Parameters<typeof makeAccount>[0] = {}): Promise<Caller> => {
  const account = await makeAccount({ status: "ACTIVE", currency: "EUR", ...change });
  return { ...account, headers: await byToken(account) };
};
const call = (who: Caller | null, method: string, path: string, body: unknown = {}) =>
  callApi(method, path, body, who?.headers ?? {});
const make = async (who: Caller, name: string | undefined = `Choir ${randomUUID().slice(0, 8)}`) => {
  const made = await call(who, "POST", "/api/grouplists", { name, currency: "GBP" });
  expect(made.status, made.text).toBe(201);
  return dataOf(made);
};
/** As an operator approves it; that has tests of its own. */
const approve = (slug: string) =>
  records()
    .updateTable("grouplists")
    .set({ status: "APPROVED", review_since: null, reviewed_at: new Date() })
    .where("slug", "=", slug)
    .execute();
const ownersView = async (who: Caller, slug: string) =>
  dataOf(await call(who, "GET", `/api/grouplist/${slug}?include_additional_data=1`));
const inviteCode = async (who: Caller, slug: string) =>
  new URL((await ownersView(who, slug)).owner.invite_url).pathname.split("/").at(-1) ?? "";

let owner: Caller;
beforeAll(async () => {
  owner = await caller();
});

describe("a grouplist of one's own", () => {
  test("shows strangers its name only once it is approved", async () => {
    const { slug, name, status, currency, owner: managed } = await make(owner);
    expect([status, currency]).toEqual(["PENDING", "GBP"]);
    expect(managed.invite_url).toMatch(/\/gl\/invite\/\w+$/);
    const own = dataOf(await call(owner, "GET", "/api/grouplists"));
    expect(own).toContainEqual(expect.objectContaining({ slug, role: "OWNER", creators_count: 1 }));
    expect(dataOf(await call(await caller(), "GET", "/api/grouplists"))).toEqual([]);
    const path = `/api/grouplist/${slug}?include_additional_data=1`;
    for (const viewer of [null, await caller()])
      expect(dataOf(await call(viewer, "GET", path))).toMatchObject({
        ...{ slug, status: "PENDING", name: null, owner: null, invite_url: null, total_turnover: null },
      });
    await approve(slug);
    const seen = dataOf(await call(null, "GET", path));
    expect(seen).toMatchObject({ slug, name, status: "APPROVED", owner: null, total_turnover: null });
    const newest = dataOf(await call(null, "GET", "/api/grouplists/new"));
    expect(newest).toContainEqual(expect.objectContaining({ slug, members_count: 1 }));
  });

  test("carries the prescribed fields, and its owner's turnover", async () => {
    const group = await make(owner);
    expect(group).toMatchObject({
      ...{ user_id: owner.id, is_ranking_enabled: false, ranking_enabled_at: null, invites_enabled: true },
      ...{ total_turnover: "0.00", total_turnover_minor: 0, rank_30days: null },
      policies: { "grouplist.avatar.delete": false },
    });
    expect(group.invite_url).toMatch(/\/gl\/invite\/\w+$/);
    const [user] = group.users;
    expect(user).toMatchObject({ id: owner.id, username: owner.username, pivot: { status: "OWNER" } });
    const path = `/api/grouplist/${DEMO_GROUP.slug}`;
    const demo = dataOf(await call(null, "GET", `${path}?include_additional_data=1`));
    expect(demo).toMatchObject({ is_ranking_enabled: true, rank_30days: demo.ranking.rank });
    expect(demo.tips_count_all_time).toBeGreaterThan(0);
    expect(demo.tips_total_30days).toBe(demo.ranking.thirty_days);
    expect(dataOf(await call(null, "GET", path))).toMatchObject({
      rank_30days: null,
      tips_count_all_time: null,
    });
  });

  test("is refused by its fields, and to who is not ACTIVE", async () => {
    const refused = readRefusal(await call(owner, "POST", "/api/grouplists", { name: "ä".repeat(256) }));
    expect(Object.keys(refused.errors).sort()).toEqual(["currency", "name"]);
    expect(readRefusal(await call(null, "POST", "/api/grouplist-user/x")).status).toBe(401);
    const notAnId = readRefusal(await call(owner, "POST", "/api/grouplist-user/x"));
    expect([notAnId.status, notAnId.message]).toEqual([404, "The id is no UUID"]);
    for (const status of ["CREATED", "CHARGEBACK"] as const) {
      const other = await caller({ status });
      const answer = readRefusal(await call(other, "POST", "/api/grouplists", { currency: "EUR" }));
      expect(answer).toMatchObject({ status: 403, code: "not_active" });
      expect(readRefusal(await call(other, "GET", "/api/grouplists"))).toMatchObject({ code: "not_active" });
    }
  });

  test("is changed by its owner: what is left out stays, and its currency is its own", async () => {
    const { slug, name } = await make(owner);
    const path = `/api/grouplist/${slug}`;
    const before = await ownersView(owner, slug);
    expect(before.owner).toMatchObject({ invites_enabled: true, ranking_enabled: false });
    const change = { invites_enabled: false, invite_url: null, ranking_enabled: true, currency: "GBP" };
    const changed = dataOf(await call(owner, "PATCH", path, change));
    expect(changed.name).toBe(name);
    expect(changed.owner).toMatchObject({ invites_enabled: false, ranking_enabled: true });
    expect(changed.owner.invite_url).not.toBe(before.owner.invite_url);
    expect(dataOf(await call(owner, "PATCH", path, { name: "Renamed" })).name).toBe("Renamed");
    expect(dataOf(await call(owner, "PATCH", path, { name: null })).name).toBeNull();
    for (const [wrong, field] of [
      [{ currency: "EUR" }, "currency"],
      [{ name: "ä".repeat(256) }, "name"],
      [{ mediafile_id: randomUUID() }, "mediafile_id"],
      [{ invite_url: "https://tribute.example/gl/invite/mine" }, "invite_url"],
    ] as const)
      expect(Object.keys(readRefusal(await call(owner, "PATCH", path, wrong)).errors)).toEqual([field]);
  });

  test("of an approved one a new name waits beside the old one", async () => {
    const { slug, name } = await make(owner);
    await approve(slug);
    const changed = dataOf(await call(owner, "PATCH", `/api/grouplist/${slug}`, { name: "Another" }));
    expect(changed).toMatchObject({ name, owner: { new_name: "Another", is_in_review: true } });
    expect(dataOf(await call(null, "GET", `/api/grouplist/${slug}`)).name).toBe(name);
  });

  test("is nobody else's to change, to close, or to take a picture from", async () => {
    const { slug } = await make(owner);
    const stranger = await caller();
    for (const [method, path] of [
      ["PATCH", `/api/grouplist/${slug}`],
      ["DELETE", `/api/grouplist/${slug}`],
      ["DELETE", `/api/grouplist/${slug}/avatar`],
    ] as const) {
      expect(readRefusal(await call(stranger, method, path, { name: "Mine" })).status).toBe(404);
      expect(readRefusal(await call(null, method, path, { name: "Mine" })).status).toBe(401);
    }
    expect((await call(owner, "DELETE", `/api/grouplist/${slug}/avatar`)).status).toBe(204);
    expect((await call(owner, "DELETE", `/api/grouplist/${slug}`)).status).toBe(204);
    expect((await call(owner, "DELETE", `/api/grouplist/${slug}`)).status).toBe(404);
  });
});

describe("members", () => {
  test("are invited by a code, ask, are let in, leave, and are taken out", async () => {
    const { slug } = await make(owner);
    await approve(slug);
    const code = await inviteCode(owner, slug);
    const [first, second] = [await caller(), await caller()];
    const path = `/api/grouplist-invite/${code}`;
    expect(dataOf(await call(first, "GET", path))).toMatchObject({ state: "open", slug });
    for (const _ of [1, 2]) expect(dataOf(await call(first, "POST", path)).state).toBe("waiting");
    expect(dataOf(await call(second, "POST", path)).state).toBe("waiting");
    expect(dataOf(await call(first, "GET", path)).state).toBe("waiting");

    const { members } = (await ownersView(owner, slug)).owner;
    const idOf = ({ username }: Caller) =>
      members.find((each: { username: string }) => each.username === username)?.id ?? "";
    // Nobody lets themselves in, or others.
    for (const who of [first, second])
      expect(readRefusal(await call(who, "POST", `/api/grouplist-user/${idOf(first)}`)).status).toBe(404);
    for (const _ of [1, 2])
      expect((await call(owner, "POST", `/api/grouplist-user/${idOf(first)}`)).status).toBe(204);
    expect(dataOf(await call(first, "POST", path)).state).toBe("member");
    const shown = dataOf(await call(null, "GET", `/api/grouplist/${slug}`)).creators;
    expect(shown.map((each: { username: string }) => each.username)).toEqual([
      owner.username,
      first.username,
    ]);
    // A member takes nobody out but themselves.
    expect((await call(first, "DELETE", `/api/grouplist-user/${idOf(second)}`)).status).toBe(404);
    expect((await call(first, "DELETE", `/api/grouplist-user/${idOf(owner)}`)).status).toBe(404);
    expect((await call(owner, "DELETE", `/api/grouplist-user/${idOf(second)}`)).status).toBe(204);
    expect(readRefusal(await call(owner, "DELETE", `/api/grouplist-user/${idOf(owner)}`))).toMatchObject({
      ...{ status: 409, code: "owner" },
    });
    expect((await call(first, "DELETE", `/api/grouplist-user/${idOf(first)}`)).status).toBe(204);
    expect((await ownersView(owner, slug)).owner.members).toHaveLength(1);
    for (const id of [randomUUID(), "x"])
      expect(readRefusal(await call(owner, "POST", `/api/grouplist-user/${id}`)).status).toBe(404);
  });

  test("asking again and looking use up nobody's budget", async () => {
    const { slug } = await make(owner);
    await approve(slug);
    const path = `/api/grouplist-invite/${await inviteCode(owner, slug)}`;
    const [asking, next] = [await caller(), await caller()];
    const times = limitTable.grouplist_asks.points + 5;
    for (const _ of many(times)) {
      expect((await call(asking, "GET", path)).status).toBe(200);
      expect(dataOf(await call(asking, "POST", path)).state).toBe("waiting");
    }
    expect(dataOf(await call(next, "POST", path)).state).toBe("waiting");
  });

  test("come by the invite code alone: the public slug, an old code and a closed invitation lead nowhere", async () => {
    const { slug } = await make(owner);
    await approve(slug);
    const [code, guest] = [await inviteCode(owner, slug), await caller()];
    for (const wrong of [slug, DEMO_GROUP.slug, "xxxxxxxxxxxxxxxx"])
      for (const method of ["GET", "POST"])
        expect(readRefusal(await call(guest, method, `/api/grouplist-invite/${wrong}`)).status).toBe(404);
    await call(owner, "PATCH", `/api/grouplist/${slug}`, { invites_enabled: false });
    const closed = await call(null, "GET", `/api/grouplist-invite/${code}`);
    expect(dataOf(closed)).toEqual({ state: "off", slug: null, name: null, currency: null, creators: [] });
    expect(readRefusal(await call(guest, "POST", `/api/grouplist-invite/${code}`))).toMatchObject({
      ...{ status: 409, code: "off" },
    });
    await call(owner, "PATCH", `/api/grouplist/${slug}`, { invites_enabled: true, invite_url: null });
    expect((await call(guest, "GET", `/api/grouplist-invite/${code}`)).status).toBe(404);
    const waiting = await caller({ status: "CREATED" });
    const fresh = `/api/grouplist-invite/${await inviteCode(owner, slug)}`;
    expect(readRefusal(await call(waiting, "POST", fresh))).toMatchObject({
      status: 403,
      code: "not_active",
    });
    expect(readRefusal(await call(null, "POST", fresh)).status).toBe(401);
  });
});
