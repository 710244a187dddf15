import { createHash } from "node:crypto";
import type { WorldCreator } from "../populate.ts";
import type { TipStory, World } from "../world-state.ts";
import { signedIn } from "./creator-acts.ts";
import { moodOf, tip } from "./fan-tips.ts";

/** A fan tips a group: all members, or some. */
export function groupTips(world: World): void {
  const { stories, creators, group } = world;
  const { random } = world.scheduler;
  const some = random.below(2) === 0 ? [] : creators.slice(0, 3).filter(() => random.below(3) > 0);
  const story: TipStory = {
    ...{ creator: null, group, receivers: [], amount_minor: 400 + random.below(4_600) },
    ...{ email: `fan-${stories.length}@fans.test`, page_token: null, is_acknowledged: false },
  };
  stories.push(story);
  const mood = moodOf(
    world,
    `/gl/${group.slug}`,
    some.map(({ username }) => username),
  );
  world.begin("fan tips group", null, () =>
    tip(world, story, mood, ({ members = "" }) => {
      story.receivers = receiversOf(world, members);
      if (some.length > 0 && story.receivers.some((id) => some.every((own) => own.id !== id)))
        world.faults.push(`${story.email}: a member shares whom the fan has not chosen`);
    }),
  );
}

/** The page marks the sharers; of few creators each choice can be tried. */
function receiversOf({ creators }: World, mark: string): string[] {
  const choices: string[][] = [[]];
  for (const { id } of creators) choices.push(...choices.map((choice) => [...choice, id]));
  const found = choices.find((ids) => createHash("sha256").update(ids.join()).digest("base64url") === mark);
  if (!found) throw new Error("a summary of unknown members");
  return found;
}

const TURNS: readonly (readonly [(world: World) => Promise<void>, number])[] = [
  [leaveGroup, 1],
  [askToJoin, 2],
  [acceptMember, 3],
];

/** Members leave, others ask to join, the owner accepts them. */
export async function groupTurns(world: World): Promise<void> {
  await world.scheduler.random.weighted(TURNS)(world);
}

async function someone(world: World, condition: string): Promise<WorldCreator | undefined> {
  const { rows } = await world.control.query<{ id: string }>(
    `select u.id from users u left join grouplist_users m on m.creator_id = u.id and m.grouplist_id = $1
     where u.role = 'CREATOR' and ${condition} order by u.id`,
    [world.group.id],
  );
  if (rows.length === 0) return undefined;
  const { id } = world.pick(rows);
  return world.creators.find((creator) => creator.id === id);
}

async function leaveGroup(world: World): Promise<void> {
  const creator = await someone(world, "m.status = 'MEMBER'");
  if (!creator) return;
  world.begin("creator leaves group", null, async () => {
    const { status } = await signedIn(world, creator).post(`/gl/${world.group.slug}/leave`, {});
    return String(status);
  });
}

/** Only the last one comes back after leaving, so that all joined in the order of the world's creators. */
async function askToJoin(world: World): Promise<void> {
  const creator = world.creators.at(-1);
  if (!creator || !(await someone(world, `m.id is null and u.id = '${creator.id}'`))) return;
  world.begin("creator asks to join", null, async () => {
    const { status } = await signedIn(world, creator).post(`/gl/invite/${world.group.invite_code}`, {});
    return String(status);
  });
}

async function acceptMember(world: World): Promise<void> {
  const creator = await someone(world, "m.status = 'PENDING'");
  if (!creator) return;
  const { slug, owner } = world.group;
  world.begin("owner accepts member", null, async () => {
    const { status } = await signedIn(world, owner).post(`/gl/${slug}/creators/${creator.id}/approve`, {});
    return String(status);
  });
}
