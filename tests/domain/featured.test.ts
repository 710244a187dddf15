import { expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import {
  featureCreator,
  listFeatured,
  listFlagged,
  searchPublicCreators,
  unfeatureCreator,
} from "../../app/domain/users/creator-lists.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  moveAccount,
  type TipWorld,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
  operator_id = (await createOperatorRow(database.db, world.clock())).id;
});

const feature = (creator: Creator) => featureCreator(world, { user_id: creator.id, operator_id });
const unfeature = (creator: Creator) => unfeatureCreator(world, { user_id: creator.id, operator_id });
const flagged = async () => (await listFlagged(world.db)).map(({ username }) => username);
const atHome = async () => (await listFeatured(world.db, "2026-11-01", 8)).map(({ username }) => username);
const auditOf = async (creator: Creator) =>
  (await listAudit(world.db, { subject: `user:${creator.id}` })).entries.map(({ action, before, after }) => [
    action,
    before,
    after,
  ]);

it("the featured list shows whom an operator features, the latest first, and featuring the same creator several times at once counts once", async () => {
  const [first, second] = [await createCreator(world), await createCreator(world)];
  expect(await feature(first)).toBe("featured");
  world.time.passSeconds(60);
  const outcomes = await all(many(3), () => feature(second));
  expect(outcomes.sort()).toEqual(["featured", "gone", "gone"]);
  expect(await flagged()).toEqual([second.username, first.username]);
  expect(await atHome()).toEqual([second.username, first.username]);
  expect(await auditOf(second)).toEqual([["creator.featured", { featured: false }, { featured: true }]]);
  expect((await all(many(2), () => unfeature(second))).sort()).toEqual(["gone", "removed"]);
  expect(await atHome()).toEqual([first.username]);
  expect((await auditOf(second))[0]).toEqual(["creator.unfeatured", { featured: true }, { featured: false }]);
  await moveAccount(world, first.id, ["LOCKED"]);
  expect([await flagged(), await atHome()]).toEqual([[first.username], []]);
});

it("the featured list is for creators whose page is public, and for operators to decide", async () => {
  const hidden = await createCreator(world, { status: "PENDING" });
  expect(await feature(hidden)).toBe("gone");
  expect(await featureCreator(world, { user_id: operator_id, operator_id })).toBe("gone");
  const creator = await createCreator(world);
  await expect(featureCreator(world, { user_id: creator.id, operator_id: creator.id })).rejects.toThrow(
    "only operators",
  );
});

it("a creator to feature is found by the beginning of a name or username, as it is typed", async () => {
  const creator = await createCreator(world);
  const hidden = await createCreator(world, { status: "DECLINED" });
  for (const { id } of [creator, hidden])
    await world.db.updateTable("users").set({ name: "Zöe 100%_\\ da" }).where("id", "=", id).execute();
  const found = async (words: string) => (await searchPublicCreators(world.db, words)).map(({ id }) => id);
  expect(await found("zöe 100%_\\")).toEqual([creator.id]);
  expect(await found(`@${creator.username.toUpperCase()}`)).toEqual([creator.id]);
  for (const words of ["", " ", "%", "_", "\\", "zöe 1000"]) expect(await found(words), words).toEqual([]);
});
