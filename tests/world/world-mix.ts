import { z } from "zod";
import { createRandom } from "../../db/seeds/demo-random.ts";

const ACTS = [
  ...(["fan tips", "creator refunds", "creator looks", "creator signs", "due job", "routine"] as const),
  ...(["creator leaves", "operator locks", "stranger tries", "provider contradicts"] as const),
  ...(["creator withdraws", "monthly run", "payout office"] as const),
  ...(["group tips", "group turns", "buy voucher", "redeem voucher"] as const),
  ...(["fan looks", "fan tips monthly", "fan turns monthly", "charge months"] as const),
  ...(["provider sends", "provider repeats", "provider loses", "mail server turns", "deploy"] as const),
  ...(["creator shows", "store turns", "days pass"] as const),
] as const;

export type Act = (typeof ACTS)[number];

const share = z.number();

/** What a world is made of; each seed has its own. */
export const worldMix = z.object({
  acts_at_once: z.number(),
  /** Mostly acts of one area, mostly about one creator. */
  is_narrow: z.boolean(),
  /** One request runs on until it falls behind; else each statement is drawn. */
  is_ranked: z.boolean().default(false),
  /** Between the clocks of two instances. */
  skew_ms: z.number(),
  /** The day before payouts by the month, or that day. */
  begin_ms: z.number(),
  /** From a payment until its money is available. */
  hold_days: z.number(),
  /** Of cards whose bank claims the money back, beside 12 good ones. */
  dispute_cards: z.number().default(1),
  /** What the first creator has at the beginning; the others have more. */
  opening_minor: z.number(),
  /** From the second day on, with its tables. */
  has_next_build: z.boolean().default(false),
  /** Between two days of acts; months of monthly tips pass. */
  leap_days: z.number().default(0),
  /** Of a longest pause without any act. */
  pause_seconds: z.number(),
  /** Of 10,000 statements. */
  faults: z.object({
    ...{ lost_before: share, lost_after: share, timed_out: share, no_room: share, killed: share },
  }),
  weights: z.array(z.tuple([z.enum(ACTS), share])),
});

export type WorldMix = z.infer<typeof worldMix>;

const OFTEN: Record<Act, number> = {
  ...{
    "fan tips": 8,
    "creator refunds": 2,
    "creator looks": 2,
    "creator signs": 1,
    "due job": 8,
    routine: 2,
  },
  ...{ "creator leaves": 1, "operator locks": 1, "stranger tries": 1, "provider contradicts": 1 },
  ...{ "creator withdraws": 2, "monthly run": 1, "payout office": 10 },
  ...{ "group tips": 3, "group turns": 3, "buy voucher": 2, "redeem voucher": 3 },
  ...{ "provider sends": 5, "provider repeats": 1, "provider loses": 1, "mail server turns": 1, deploy: 1 },
  ...{ "creator shows": 1, "store turns": 1, "days pass": 1 },
  ...{ "fan looks": 5, "fan tips monthly": 2, "fan turns monthly": 2, "charge months": 1 },
};

/** What goes together, and how often it is a world's area. */
const AREAS: readonly (readonly [readonly Act[], number])[] = [
  [["creator withdraws", "monthly run", "payout office", "creator refunds"], 3],
  [["monthly run", "payout office"], 3],
  [["creator refunds", "provider contradicts", "operator locks", "provider repeats", "provider loses"], 2],
  [["days pass", "creator refunds", "provider loses"], 2],
  [["operator locks", "fan looks"], 2],
  [["creator leaves", "creator signs", "creator refunds", "stranger tries", "creator shows"], 2],
  [["group tips", "group turns", "operator locks"], 1],
  [["buy voucher", "redeem voucher"], 1],
  [["fan tips monthly", "fan turns monthly", "charge months", "creator refunds"], 2],
];
/** What every area lives on. */
const ALWAYS: readonly Act[] = ["fan tips", "due job", "provider sends", "routine", "stranger tries"];

/** Without some acts and faults at times, as what always happens hides what happens then. */
export function mixOf(seed: string): WorldMix {
  const random = createRandom(`${seed} mix`);
  const is_narrow = random.below(3) > 0;
  const area = random.weighted(AREAS);
  // Without any, acts get on, and meet each other more often.
  const hasFaults = random.below(3) > 0;
  const some = (highest: number) => (!hasFaults || random.below(3) === 0 ? 0 : random.below(highest) + 1);
  return {
    begin_ms: random.below(3) === 0 ? Date.UTC(2026, 1, 28, 23) : Date.UTC(2026, 2, 1, 12),
    hold_days: [0, 1, 7][random.below(3)] || (area.includes("days pass") ? 1 : 0),
    opening_minor: (random.below(4) + (is_narrow && area.includes("payout office") ? 1 : 0)) * 20_00,
    is_narrow,
    dispute_cards: is_narrow && area.includes("days pass") ? 8 : 1,
    has_next_build: random.below(4) === 0,
    is_ranked: random.below(2) === 0,
    leap_days: random.below(3) === 0 || (is_narrow && area.includes("charge months")) ? 31 : 0,
    acts_at_once: 2 + random.below(7),
    skew_ms: random.below(3) * 1_700,
    pause_seconds: 60 * 10 ** random.below(3),
    faults: {
      lost_before: some(60),
      lost_after: some(60),
      timed_out: some(60),
      no_room: some(120),
      killed: some(12),
    },
    weights: ACTS.map((act): [Act, number] => {
      if (act === "days pass") return [act, is_narrow && area.includes(act) ? 6 : random.below(2)];
      if (is_narrow && area.includes(act)) return [act, 4 + 3 * OFTEN[act]];
      if (ALWAYS.includes(act)) return [act, OFTEN[act]];
      return [act, OFTEN[act] * random.below(3) * (is_narrow && random.below(4) > 0 ? 0 : 1)];
    }),
  };
}
