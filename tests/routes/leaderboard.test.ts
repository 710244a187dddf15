import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { businessDate } from "../../app/domain/calendar.ts";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { closeRecords, records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf } from "../support/http/users.ts";

// The leaderboard over HTTP: what guests and creators see of it, and what they can change on it.

const BOARD = "/leaderboard/creators";
const fan = wireFan("en");
let creator: SignedIn;

beforeAll(async () => {
  creator = await signInCreator("ACTIVE", "en");
  // A rank far down, and nothing to book for it.
  const month = `${businessDate(new Date()).slice(0, 7)}-01`;
  await records()
    .insertInto("leaderboard_totals")
    .values({
      ...{ period: "MONTH", period_start: month, creator_id: creator.id },
      ...{ tips_count: 1, amount_eur_minor: 1, is_listed: false },
    })
    .execute();
});
afterAll(async () => {
  await records().deleteFrom("leaderboard_totals").where("creator_id", "=", creator.id).execute();
  await closeRecords();
});

const mainOf = (text: string) => /<main.*<\/main>/s.exec(text)?.[0] ?? "";
const rowOf = async (id: string) =>
  await records()
    .selectFrom("users")
    .select(["ranking_enabled_at", "country_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const listed = (is_listed: boolean) =>
  records()
    .updateTable("leaderboard_totals")
    .set({ is_listed })
    .where("creator_id", "=", creator.id)
    .execute();

describe("what everybody sees", () => {
  test("every range, the past and the groups are whole pages, with names and without any sum", async () => {
    const paths = ["", "?range=30days", "?range=day", "?interval=day", "?interval=week", "?interval=month"];
    for (const path of [...paths.map((query) => BOARD + query), "/leaderboard/grouplists?range=30days"]) {
      const answer = await fan.get(path);
      expect([path, answer.status, readStrictly(answer.text).problems]).toEqual([path, 200, []]);
      expect(textOf(readStrictly(answer.text).elements("h1")[0]), path).toBe("Leaderboard");
      expect(mainOf(answer.text), path).not.toMatch(/[€$£]|\d[.,]\d\d\b/);
    }
    expect((await fan.get(BOARD)).text).toContain('href="/joerdis"');
    expect((await fan.get("/leaderboard/grouplists?range=30days")).text).toContain(`/gl/${DEMO_GROUP.slug}`);
    expect((await fan.get(`${BOARD}?interval=month`)).text).toContain('class="places"');
  });

  test("the plain addresses are kept for all guests; a page of a range is nobody's but the visitor's", async () => {
    for (const path of [BOARD, "/leaderboard/grouplists"]) {
      const first = await fan.get(path);
      expect(first.headers.etag, path).toMatch(/^"/);
      const again = await fan.get(path, { "If-None-Match": first.headers.etag ?? "" });
      expect(again.status, path).toBe(304);
    }
    expect((await fan.get(`${BOARD}?range=day`)).headers.etag).toBeUndefined();
  });

  test("who saves data gets initials instead of pictures, and no script", async () => {
    const { text } = await fan.get(BOARD, { "Save-Data": "on" });
    expect(text).not.toContain("<script");
    expect(mainOf(text)).not.toMatch(/<img|<source/);
  });

  test("header and footer of a guest and the footer of a creator lead there", async () => {
    expect((await fan.get("/")).text.match(/href="\/leaderboard\/creators"/g)).toHaveLength(2);
    const { text } = await creator.wire.get("/account");
    expect(/<footer.*<\/footer>/s.exec(text)?.[0]).toContain('href="/leaderboard/creators"');
  });

  test("a guest, an operator and a locked creator see nothing of anybody's own", async () => {
    const [operator, locked] = [await signInOperator("en"), await signInCreator("LOCKED", "en")];
    for (const { wire } of [{ wire: fan }, operator, locked]) {
      const { text, status } = await wire.get(BOARD);
      expect(status).toBe(200);
      expect(mainOf(text)).not.toMatch(/own-place|<form/);
    }
  });
});

describe("a creator's own side", () => {
  test("the ranking is switched where one sees it, and leads back to the range", async () => {
    const off = await creator.wire.get(`${BOARD}?range=30days`);
    expect(off.text).toContain("You are not listed.");
    const on = await creator.wire.post(BOARD, { intent: "ranking", enabled: "on", range: "30days" });
    expect([on.status, on.headers.location]).toEqual([303, `${BOARD}?range=30days`]);
    expect((await rowOf(creator.id)).ranking_enabled_at).not.toBeNull();
    expect((await creator.wire.get(BOARD)).text).toContain("No rank in this range yet.");
    await listed(true);
    const { text } = await creator.wire.get(BOARD);
    expect(text).toMatch(/Your rank: \d+/);
    expect(text).toContain('data-own=""');
    await creator.wire.post(BOARD, { intent: "ranking", enabled: "off", range: "month" });
    expect((await rowOf(creator.id)).ranking_enabled_at).toBeNull();
    await listed(false);
  });

  test("who leaves the leaderboard is gone from the kept page at once", async () => {
    await creator.wire.post(BOARD, { intent: "ranking", enabled: "on" });
    await listed(true);
    const isThere = async () => (await fan.get(BOARD)).text.includes(`href="/${creator.username}"`);
    await eventually("the creator is on the kept page", isThere);
    await listed(false);
    await creator.wire.post(BOARD, { intent: "ranking", enabled: "off" });
    await eventually("the creator is gone from it", async () => !(await isThere()));
  });

  test("the country is saved, and one that there is not is refused with a message", async () => {
    const country = await records()
      .selectFrom("countries")
      .select("id")
      .where("iso_3166_1", "=", "NL")
      .executeTakeFirstOrThrow();
    const saved = await creator.wire.post(BOARD, {
      intent: "country",
      country_id: String(country.id),
      range: "day",
    });
    expect([saved.status, saved.headers.location]).toEqual([303, `${BOARD}?range=day`]);
    expect((await rowOf(creator.id)).country_id).toBe(country.id);
    for (const country_id of ["99999", "x", ""]) {
      const refused = await creator.wire.post(BOARD, { intent: "country", country_id, range: "day" });
      expect([country_id, refused.status]).toEqual([country_id, 422]);
      expect(refused.text).toContain("Country not saved");
    }
    const odd = await creator.wire.post(BOARD, { intent: "ranking", enabled: "perhaps" });
    expect([odd.status, /Leaderboard setting not saved/.test(odd.text)]).toEqual([422, true]);
    expect((await rowOf(creator.id)).country_id).toBe(country.id);
  });

  test("who is not verified reads when a rank comes, and may choose before", async () => {
    const pending = await signInCreator("PENDING", "en");
    await pending.wire.post(BOARD, { intent: "ranking", enabled: "on" });
    expect((await pending.wire.get(BOARD)).text).toContain("You are listed once your account is verified.");
  });
});

describe("who begins a tip", () => {
  const beginnerOf = async (path: string, who: Record<string, string>): Promise<string | null> => {
    const began = await fan.post(path, { amount: "5" }, who);
    expect(began.status).toBe(303);
    const tip = await records()
      .selectFrom("tips")
      .select("begun_by")
      .where("status", "=", "DRAFT")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return tip.begun_by;
  };
  const idOf = async (username: string) =>
    (
      await records()
        .selectFrom("users")
        .select("id")
        .where("username", "=", username)
        .executeTakeFirstOrThrow()
    ).id;

  test("a tip remembers its receiver or a member of its group who begins it while signed in, and nobody else", async () => {
    const joerdis = await idOf("joerdis");
    const member = { Cookie: await cookieOf({ id: joerdis }) };
    const stranger = { Cookie: await cookieOf({ id: creator.id }) };
    expect(await beginnerOf("/joerdis", member)).toBe(joerdis);
    expect(await beginnerOf("/joerdis", stranger)).toBeNull();
    expect(await beginnerOf("/joerdis", {})).toBeNull();
    expect(await beginnerOf(`/gl/${DEMO_GROUP.slug}`, member)).toBe(joerdis);
    expect(await beginnerOf(`/gl/${DEMO_GROUP.slug}`, stranger)).toBeNull();
    // Whoever goes back to change the amount after signing out began it all the same.
    const first = await fan.post("/joerdis", { amount: "5" }, member);
    const token = first.headers.location?.split("/").at(-2) ?? randomUUID();
    await fan.post("/joerdis", { amount: "7", tip: token });
    const latest = await records()
      .selectFrom("tips")
      .select(["begun_by", "amount_minor"])
      .where("status", "=", "DRAFT")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(latest).toEqual({ begun_by: joerdis, amount_minor: 7_00 });
  });
});
