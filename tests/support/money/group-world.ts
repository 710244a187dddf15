import type { z } from "zod";
import {
  acceptInvitation,
  approveMember,
  listGroupMembers,
} from "../../../app/domain/grouplists/group-members.server.ts";
import { acceptGroup, findGroupReview } from "../../../app/domain/grouplists/group-reviews.server.ts";
import { createGroup } from "../../../app/domain/grouplists/own-groups.server.ts";
import type { ProfileCurrency } from "../../../app/domain/money/minor.ts";
import { grouplistNews } from "../../../app/mail/templates/group-mails.ts";
import { type Creator, createCreator, type TipWorld } from "./tip-world.ts";

interface Group {
  id: string;
  slug: string;
}

/** A group of a creator, waiting for its review; throws what refuses it. */
export async function newGroup(
  world: TipWorld,
  owner: Creator,
  { name = null, currency = "EUR" }: { name?: string | null; currency?: ProfileCurrency } = {},
): Promise<Group> {
  const made = await createGroup(world, { creator_id: owner.id, name, currency });
  if (made.outcome !== "created") throw new Error(made.outcome);
  const { id } = await world.db
    .selectFrom("grouplists")
    .select("id")
    .where("slug", "=", made.slug)
    .executeTakeFirstOrThrow();
  return { id, slug: made.slug };
}

/** The same, approved. */
export async function approvedGroup(
  world: TipWorld,
  owner: Creator,
  operator_id: string,
  change: Parameters<typeof newGroup>[2] = {},
): Promise<Group> {
  const group = await newGroup(world, owner, change);
  const seen = (await findGroupReview(world.db, group.id))?.seen ?? "";
  await acceptGroup(world, { group_id: group.id, operator_id, seen });
  return group;
}

export async function groupRow(world: TipWorld, id: string) {
  return await world.db.selectFrom("grouplists").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function codeOf(world: TipWorld, id: string): Promise<string> {
  return (await groupRow(world, id))?.invite_code ?? "";
}

/** A creator who is in a group by its invite link, or waits to be. */
export async function joinGroup(
  world: TipWorld,
  given: { id: string; owner: Creator; isWaiting?: boolean; who?: Creator },
): Promise<Creator> {
  const who = given.who ?? (await createCreator(world));
  await acceptInvitation(world, { code: await codeOf(world, given.id), creator_id: who.id });
  if (given.isWaiting) return who;
  const members = await listGroupMembers(world.db, given.id);
  const member_id = members.find(({ creator_id }) => creator_id === who.id)?.id ?? "";
  const outcome = await approveMember(world, { member_id, creator_id: given.owner.id });
  if (outcome !== "approved") throw new Error(outcome);
  return who;
}

/** What was mailed to a creator of groups, in order. */
export async function mailsTo(
  world: TipWorld,
  who: Creator,
): Promise<z.infer<typeof grouplistNews.params>[]> {
  const rows = await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("template", "=", "grouplist_news")
    .where("user_id", "=", who.id)
    .orderBy("id")
    .execute();
  return rows.map(({ params }) => grouplistNews.params.parse(params));
}

/** A group picture of a creator's, without its file. */
export async function storeAvatar(world: TipWorld, who: Creator): Promise<string> {
  const id = world.newId();
  await world.db
    .insertInto("media_files")
    .values({
      ...{ id, key: "GROUPLIST_AVATAR", is_public: true, width: 250, height: 250 },
      variants: JSON.stringify([{ name: "m", width: 250, height: 250 }]),
      ...{ owner_id: who.id, created_at: world.clock() },
    })
    .execute();
  return id;
}
