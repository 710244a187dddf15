import { worldClock } from "../flow.ts";
import { Visitor } from "../visitor.ts";
import { beginOnAll, someCreator, type TipStory, type World } from "../world-state.ts";
import { moodOf, tip } from "./fan-tips.ts";

/** A fan agrees to tip every month. */
export function fanTipsMonthly(world: World): void {
  const { stories, scheduler } = world;
  const creator = someCreator(world);
  const story: TipStory = {
    ...{ creator: creator.id, receivers: [creator.id], amount_minor: 100 + scheduler.random.below(4_900) },
    ...{ email: `monthly-fan-${stories.length}@fans.test`, page_token: null, is_acknowledged: false },
    monthly: { path: null, stopped_ms: null },
  };
  stories.push(story);
  const mood = moodOf(world, `/${creator.username}`);
  const card = scheduler.random.below(4) === 0 ? "later_funds" : "good";
  world.begin("fan tips monthly", null, () => tip(world, story, { ...mood, card }));
}

const CHANGES: readonly Record<string, string>[] = [
  { intent: "pause", months: "1" },
  { intent: "resume" },
  { intent: "day", day: "3" },
];

/** A fan ends the monthly tip, or changes when it is charged. */
export function fanTurnsMonthly(world: World): void {
  const { random } = world.scheduler;
  const monthly = world.stories.flatMap((story) => (story.monthly?.path ? [story.monthly] : []));
  if (monthly.length === 0) return;
  const own = world.pick(monthly);
  const change = random.below(3) === 0 ? null : world.pick(CHANGES);
  const name = change === null ? "fan stops monthly" : `fan changes monthly: ${change.intent}`;
  world.begin(name, null, async () => {
    const fan = new Visitor(world);
    const path = own.path ?? "";
    if (change !== null) return String((await fan.post(path, change)).status);
    const { status } = await fan.post(`${path}/stop`, {});
    if (status === 303) own.stopped_ms ??= worldClock.now_ms;
    return String(status);
  });
}

/** The charges of a day, on all instances at once. */
export function chargeMonths(world: World): void {
  beginOnAll(world, "series.remind");
  beginOnAll(world, "series.charge");
}
