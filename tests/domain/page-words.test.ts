import { afterEach, describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import {
  acceptWords,
  declineWords,
  findPageWords,
  listWordsReviews,
  removePageWords,
  savePageWords,
} from "../../app/domain/creator-pages/page-words.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { listOverdueReviews } from "../../app/domain/moderation/review-queue.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { all } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { type Creator, moveAccount, type TipWorld } from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  operator_id = (await createOperatorRow(database.db, new Date("2026-11-21T10:00:00Z"))).id;
});
it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(async () => {
  await releaseDueFunds(world.db, world.clock());
  await expectCleanBooks(world.db, world.clock());
});

const NOTHING = { about: null, goal: null, show_supporters: false };
const KILN = { title: "A kiln", amount_minor: minor(500_00), from: "2026-11-21", is_monthly: false };

const save = (page: Partial<Parameters<typeof savePageWords>[2]>, who = creator) =>
  savePageWords(world.db, who.id, { ...NOTHING, ...page }, world.newId, world.clock(), world.rules.content);
const pageOf = async (who = creator) => await findProfile(world.db, who.username, world.clock());
const waitingIds = async (who = creator) =>
  (await listWordsReviews(world.db, { view: "queue", after: null })).words
    .filter((each) => each.creator.id === who.id)
    .map(({ id }) => id);

describe("the words of a page", () => {
  it("words that no rule holds up are shown at once, others wait while the page shows what it showed", async () => {
    expect(await save({ about: "I make pots.", goal: KILN })).toEqual({ waiting: [] });
    const linked = { about: "See www.example.org", goal: { ...KILN, title: "Like www.kiln.example" } };
    expect(await save(linked)).toEqual({ waiting: ["ABOUT", "GOAL"] });
    expect(await pageOf()).toMatchObject({ about: "I make pots.", goal: { title: "A kiln" } });
    for (const words_id of await waitingIds())
      expect(await acceptWords(world, { words_id, operator_id })).toBe("accepted");
    expect(await pageOf()).toMatchObject({ about: linked.about, goal: { title: linked.goal.title } });
    const { entries } = await listAudit(world.db, { action: "words.accepted" });
    expect(entries.length).toBeGreaterThanOrEqual(2);
    // They stand there, and other amounts need no other look.
    expect(await save({ ...linked, goal: { ...linked.goal, amount_minor: minor(900_00) } })).toEqual({
      waiting: [],
    });
    expect(await pageOf()).toMatchObject({ goal: { amount_minor: 900_00 } });
  });

  it("a goal that waits comes with its amount, and the one that is shown keeps its own", async () => {
    await save({ goal: KILN });
    const other = { title: "www.kiln.example", amount_minor: minor(900_00), from: "2026-11-20" };
    await save({ goal: { ...other, is_monthly: true } });
    expect(await pageOf()).toMatchObject({
      goal: { title: "A kiln", amount_minor: 500_00, is_monthly: false },
    });
    const [words_id = ""] = await waitingIds();
    await acceptWords(world, { words_id, operator_id });
    expect(await pageOf()).toMatchObject({
      goal: { title: "www.kiln.example", amount_minor: 900_00, is_monthly: true },
    });
    expect((await findPageWords(world.db, creator.id)).goal?.from).toBe("2026-11-20");
  });

  it("declined words are not shown, the creator reads why until the next saving, and the same wait again", async () => {
    await save({ about: "See www.example.org" });
    const [words_id = ""] = await waitingIds();
    expect(await declineWords(world, { words_id, operator_id, reason: "No links" })).toBe("declined");
    expect(await declineWords(world, { words_id, operator_id, reason: "No links" })).toBe("gone");
    expect((await listAudit(world.db, { subject: `words:${words_id}` })).entries).toMatchObject([
      { action: "words.declined" },
    ]);
    expect((await findPageWords(world.db, creator.id)).waiting).toMatchObject([
      { kind: "ABOUT", status: "DECLINED", decline_reason: "No links" },
    ]);
    expect(await save({ about: "See www.example.org" })).toEqual({ waiting: ["ABOUT"] });
    await save({ about: "I make pots." });
    expect((await findPageWords(world.db, creator.id)).waiting).toEqual([]);
    expect(await waitingIds()).toEqual([]);
  });

  it("an operator who decides about words that were replaced meanwhile decides nothing", async () => {
    await save({ about: "See www.example.org" });
    const [words_id = ""] = await waitingIds();
    await save({ about: "See www.example.org" });
    expect(await waitingIds()).toEqual([words_id]);
    await save({ about: "See www.example.com" });
    expect(await acceptWords(world, { words_id, operator_id })).toBe("gone");
    expect((await pageOf())?.about).toBeNull();
  });

  it("of saving and accepting at once one comes first, and the page never shows what nobody looked at", async () => {
    for (let round = 0; round < 10; round += 1) {
      await save({ about: `See www.example.org ${round}` });
      const [words_id = ""] = await waitingIds();
      const acts: (() => Promise<unknown>)[] = [
        () => acceptWords(world, { words_id, operator_id }),
        () => save({ about: `See www.other.example ${round}` }),
      ];
      await all(acts, (act) => act());
      expect((await pageOf())?.about ?? "").not.toContain("other");
      expect(await waitingIds()).toHaveLength(1);
    }
  });

  it("what an operator took off a page does not come back without another look", async () => {
    await save({ about: "I make pots.", goal: KILN });
    const act = { user_id: creator.id, reason: "A complaint", operator_id };
    expect(await removePageWords(world, { ...act, kind: "ABOUT" })).toBe("removed");
    expect(await removePageWords(world, { ...act, kind: "ABOUT" })).toBe("gone");
    expect(await removePageWords(world, { ...act, kind: "GOAL" })).toBe("removed");
    expect(await pageOf()).toMatchObject({ about: null, goal: null });
    expect((await listAudit(world.db, { subject: `user:${creator.id}` })).entries).toMatchObject([
      { action: "words.removed", before: { kind: "GOAL" } },
      { action: "words.removed", before: { kind: "ABOUT" } },
    ]);
    expect((await findPageWords(world.db, creator.id)).waiting).toHaveLength(2);
    expect(await save({ about: "I make pots.", goal: KILN })).toEqual({ waiting: ["ABOUT", "GOAL"] });
    // Not with a dot more, either: the next words wait for an operator, and after one of theirs was accepted none do.
    expect(await save({ about: "I make pots.." })).toEqual({ waiting: ["ABOUT"] });
    expect(await save({ about: "I throw pots." })).toEqual({ waiting: ["ABOUT"] });
    const [words_id = ""] = await waitingIds();
    world.time.passSeconds(60);
    expect(await acceptWords(world, { words_id, operator_id })).toBe("accepted");
    expect((await pageOf())?.about).toBe("I throw pots.");
    expect(await save({ about: "I sell pots." })).toEqual({ waiting: [] });
  });

  it("words that wait for longer than operators should take are told, and go on waiting", async () => {
    await save({ about: "See www.example.org" });
    const ids = await waitingIds();
    expect(await listOverdueReviews(world.db, "words", world.clock())).not.toContain(ids[0]);
    world.time.passSeconds(25 * 3600);
    expect(await listOverdueReviews(world.db, "words", world.clock())).toContain(ids[0]);
    expect(await waitingIds()).toEqual(ids);
  });

  it("only who was verified and owes nothing is marked as verified", async () => {
    expect((await pageOf())?.is_verified).toBe(true);
    await moveAccount(world, creator.id, ["CHARGEBACK"]);
    expect((await pageOf())?.is_verified).toBe(false);
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await pageOf()).toBeNull();
  });
});
