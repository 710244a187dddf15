import { hiddenFields, pathOf, Visitor } from "../visitor.ts";
import { someCreator, type TipStory, type World } from "../world-state.ts";

export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  lost_dispute: "4000 0000 0000 0259",
  won_dispute: "4000 0000 0000 2685",
  /** Its first charge works; of a monthly tip, no later one does. */
  later_funds: "4000 0000 0000 0341",
} as const;

export interface Mood {
  /** Of the page that the tip begins on. */
  path: string;
  /** Of a group, the chosen members; empty for all. */
  chosen: readonly string[];
  /** How many of the steps the fan takes. */
  steps: number;
  card: keyof typeof CARDS;
  /** Presses each button again, without waiting for the first answer. */
  is_impatient: boolean;
}

/** A fan goes all the way or gives up somewhere; each request may meet another instance. */
export function fanTips(world: World): void {
  const { scheduler, leavers, stories } = world;
  const { random } = scheduler;
  const creator = random.below(5) === 0 ? world.pick(leavers) : someCreator(world);
  const story: TipStory = {
    ...{ creator: creator.id, receivers: [creator.id], amount_minor: 100 + random.below(4_900) },
    ...{ email: `fan-${stories.length}@fans.test`, page_token: null, is_acknowledged: false },
  };
  stories.push(story);
  const mood = moodOf(world, `/${creator.username}`);
  world.begin("fan tips", null, () => tip(world, story, mood));
}

export function moodOf(
  { mix, scheduler: { random } }: World,
  path: string,
  chosen: readonly string[] = [],
): Mood {
  return {
    ...{ path, chosen },
    steps: random.below(10) === 0 ? random.below(4) : 4,
    card: random.weighted([
      ["good", 12],
      ["declined", 2],
      ["lost_dispute", mix.dispute_cards],
      ["won_dispute", mix.dispute_cards],
    ]),
    is_impatient: random.below(6) === 0,
  };
}

/** `onSummary` sees what the fan confirms. */
export async function tip(
  world: World,
  story: TipStory,
  mood: Mood,
  onSummary: (fields: Record<string, string>) => void = () => undefined,
): Promise<string> {
  const fan = new Visitor(world);
  const amount = (story.amount_minor / 100).toFixed(2);
  const every = story.monthly ? "month" : "";
  const begun = await fan.post(mood.path, { amount, creator: mood.chosen, every });
  if (begun.status !== 303) return `begin ${begun.status}`;
  const steps = pathOf(begun.headers.location ?? "").replace(/\/details$/, "");
  const pages = [
    () => fan.post(`${steps}/details`, { name: "Ida", message: "Danke!" }),
    () => fan.post(`${steps}/payment`, { ...PAYMENT, email: story.email }),
  ];
  for (const [index, send] of pages.entries()) {
    if (mood.steps <= index) return "left";
    const { status } = await send();
    if (status !== 303) return `step ${index + 2} ${status}`;
  }
  if (mood.steps < 3) return "left";
  const summary = await fan.get(`${steps}/summary`);
  if (summary.status !== 200) return `summary ${summary.status}`;
  const fields = hiddenFields(summary.text);
  onSummary(fields);
  const press = () => fan.post(`${steps}/summary`, fields);
  const [confirmed] = await Promise.all(mood.is_impatient ? [press(), press()] : [press()]);
  const page = confirmed?.headers.location ?? "";
  if (!page.includes("/sandbox/pay/")) return `confirm ${confirmed?.status}`;
  story.page_token = /\/sandbox\/pay\/([^/?]+)/.exec(page)?.[1] ?? null;
  if (mood.steps < 4) return "left";
  return await pay(fan, story, pathOf(page), mood);
}

const MONTHLY_PAGE = /\/monthly\/[\w-]{43}/;

export const PAYMENT = { type: "INETCASH_CC", country: "DE", pay_currency: "EUR" };

async function pay(
  fan: Visitor,
  story: TipStory,
  page: string,
  { card, is_impatient }: Mood,
): Promise<string> {
  const press = () =>
    fan.post(page, { number: CARDS[card], expiry: "12/40", cvc: "123", holder: "Ida Meer" });
  const [paid] = await Promise.all(is_impatient ? [press(), press()] : [press()]);
  if (paid?.status !== 303) return `pay ${paid?.status}`;
  const back = pathOf(paid.headers.location ?? "");
  story.is_acknowledged = back.startsWith("/payment/success");
  const result = await fan.get(back);
  if (story.monthly) story.monthly.path = MONTHLY_PAGE.exec(result.text)?.[0] ?? null;
  return `${story.is_acknowledged ? "paid" : "not paid"} ${result.status}`;
}
