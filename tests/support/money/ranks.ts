import type { Range } from "../../../app/domain/leaderboard/leaderboard.schema.ts";
import {
  listCreators,
  listGroups,
  type Movement,
} from "../../../app/domain/leaderboard/leaderboard.server.ts";
import type { Group } from "./groups.ts";
import { type Creator, createCreator, type TipWorld } from "./tip-world.ts";

/** Puts a creator on the leaderboard, or takes them off it. */
export async function rankCreator(world: TipWorld, creator: Creator, isWanted = true): Promise<void> {
  await world.db
    .updateTable("users")
    .set({ ranking_enabled_at: isWanted ? world.clock() : null })
    .where("id", "=", creator.id)
    .execute();
}

/** A creator who stands on the leaderboard with what they get. */
export async function rankedCreator(
  world: TipWorld,
  change: { username?: string; currency?: string } = {},
): Promise<Creator> {
  const creator = await createCreator(world, change);
  await rankCreator(world, creator);
  return creator;
}

export async function rankGroup(world: TipWorld, group: Group, isWanted = true): Promise<void> {
  await world.db
    .updateTable("grouplists")
    .set({ ranking_enabled_at: isWanted ? world.clock() : null })
    .where("id", "=", group.id)
    .execute();
}

/** Nobody is on the leaderboard any more, and yesterday's ranks are forgotten. */
export async function clearLeaderboard({ db }: TipWorld): Promise<void> {
  await db.updateTable("users").set({ ranking_enabled_at: null }).execute();
  await db.updateTable("grouplists").set({ ranking_enabled_at: null }).execute();
  await db.deleteFrom("leaderboard_ranks").execute();
  await db.deleteFrom("grouplist_ranks").execute();
}

/** The leaderboard of a range as lines such as "1 ada, 3 tips". */
export async function boardOf(world: TipWorld, range: Range = "month", page = 1): Promise<string[]> {
  const { places } = await listCreators(world.db, { range, page }, world.clock());
  return places.map(({ rank, username, tips_count }) => `${rank} ${username}, ${tips_count} tips`);
}

/** How everybody moved: "ada up 2". */
export async function movesOf(world: TipWorld, range: Range = "month"): Promise<string[]> {
  const { places } = await listCreators(world.db, { range, page: 1 }, world.clock());
  return places.map(({ username, movement }) => `${username} ${said(movement)}`);
}

export async function groupBoardOf(world: TipWorld, range: Range = "month"): Promise<string[]> {
  const { places } = await listGroups(world.db, { range, page: 1 }, world.clock());
  return places.map(
    ({ rank, name, members_count, tips_count }) =>
      `${rank} ${name}, ${members_count} members, ${tips_count} tips`,
  );
}

function said(movement: Movement | null): string {
  if (movement === null) return "unknown";
  return "places" in movement ? `${movement.kind} ${movement.places}` : movement.kind;
}
