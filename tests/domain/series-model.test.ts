import { expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { chargeDueSeries } from "../../app/domain/payment-updates/charge-series.server.ts";
import { updateSeriesDaily } from "../../app/domain/payment-updates/daily-series.server.ts";
import { startMethodChange, takeSetUpEvent } from "../../app/domain/payment-updates/series-method.server.ts";
import type { PaymentSnapshot } from "../../app/domain/payments/provider-port.ts";
import {
  changeAmount,
  changeDay,
  pauseSeries,
  resumeSeries,
  stopSeries,
} from "../../app/domain/series/change-series.server.ts";
import { setPaused } from "../../app/domain/users/settings.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone } from "../support/domain-test.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  paymentOf,
  type TipWorld,
  tell,
} from "../support/money/tip-world.ts";
import { dayOf, isoOf, type Outcome, PaperSeries, type Prices } from "../support/series/paper-series.ts";
import { beginSeries, charging, mailsAbout, seriesOf } from "../support/series/series-world.ts";

/** The long run takes its fans from here: FANS=1000, and its history from SEED. */
const FANS = Number(process.env.FANS ?? 14);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const MONTHS = 24;

function randomOf(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const NEWS: Record<Outcome, Partial<PaymentSnapshot>> = {
  PAID: { state: "PAID" },
  RETRY: { state: "FAILED", failureCode: "insufficient_funds", refusal: "RETRY" },
  METHOD: { state: "FAILED", failureCode: "stolen_card", refusal: "METHOD" },
  CONFIRM: { state: "FAILED", failureCode: "authentication_required", refusal: "CONFIRM" },
  SLOW_PAID: { state: "PROCESSING" },
  SLOW_RETRY: { state: "PROCESSING" },
};
const OUTCOMES: readonly Outcome[] = [
  ...many(14).map(() => "PAID" as const),
  ...(["RETRY", "RETRY", "RETRY", "METHOD", "CONFIRM", "SLOW_PAID", "SLOW_PAID", "SLOW_RETRY"] as const),
];

interface Fan {
  id: string;
  receiver: Receiver;
  paper: PaperSeries;
}

interface Receiver {
  creator: Creator;
  isPaused: boolean;
}

const URLS = { success: "https://a.example", failed: "https://a.example", notice: () => "https://a.example" };
const AMOUNTS = [3_00, 5_00, 10_00] as const;
/** With the fee and 19 % VAT on it, before and after the fee goes up. */
const PRICES = {
  before: new Map([
    [3_00, 3_36],
    [5_00, 5_60],
    [10_00, 11_19],
  ]),
  after: new Map([
    [3_00, 3_43],
    [5_00, 5_71],
    [10_00, 11_43],
  ]),
};

testAlone(
  `${FANS} fans over ${MONTHS} months are charged as an independent calculation says, seed ${SEED}`,
  { timeout: 3_600_000 },
  async ({ database }) => {
    const random = randomOf(SEED);
    const world = createTipWorld(database.db, movableClock(new Date("2027-01-15T22:30:00Z")));
    const creators = await all(many(3), () => createCreator(world));
    const receivers = creators.map((creator): Receiver => ({ creator, isPaused: false }));
    const fans: Fan[] = [];
    const last = dayOf(new Date("2029-01-20T00:00:00Z"));
    let prices: Prices = PRICES.before;
    let raised = world;
    for (let today = dayOf(world.clock()); today < last; ) {
      // Fans come in the first weeks, so that months of all lengths are met on all days.
      for (let come = random(1 + Math.ceil(FANS / 20)); come > 0 && fans.length < FANS; come -= 1) {
        const receiver = receivers[random(receivers.length)];
        const amount = AMOUNTS[random(AMOUNTS.length)];
        if (!receiver || receiver.isPaused || !amount) continue;
        const { series } = await beginSeries(raised, receiver.creator, { amount });
        const first = { amount, total: prices.get(amount) ?? 0 };
        fans.push({ id: series.id, receiver, paper: new PaperSeries(series.day, berlinDay(world), first) });
      }
      const first = random(fans.length * 12 + 1);
      const acting = fans.filter(
        ({ paper }, index) =>
          (index >= first && index < first + FANS / 20) || (paper.status === "SUSPENDED" && random(10) === 0),
      );
      for (const fan of acting) await actOf(raised, fan, prices, random);
      await pauseOrOpen(world, receivers, random);
      const days = random(40) === 0 ? 2 + random(12) : random(400) === 0 ? 45 : 1;
      world.time.passSeconds(days * DAY_SECONDS);
      today += days;
      if (prices === PRICES.before && isoOf(today) >= "2027-11-20") {
        prices = PRICES.after;
        raised = { ...world, rules: { ...world.rules, service_fee_bps: 1200 } };
      }
      await liveDay(raised, fans, prices, random);
      await compare(world, fans);
    }
    expect(fans).toHaveLength(FANS);
    await compareAll(world, fans);
    await expectCleanBooks(world.db, world.clock());
  },
);

function berlinDay(world: TipWorld): number {
  const iso = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(world.clock());
  return dayOf(new Date(`${iso}T00:00:00Z`));
}

async function actOf(
  world: TipWorld,
  fan: Fan,
  prices: Prices,
  random: (below: number) => number,
): Promise<void> {
  const today = berlinDay(world);
  const { id: series_id, paper } = fan;
  // A suspended one mostly gets another method or amount.
  const act = paper.status === "SUSPENDED" ? random(10) + 6 : random(16);
  if (act === 0) {
    await stopSeries(world, series_id);
    paper.stop();
    return;
  }
  if (act >= 12) {
    await changeAmountOf(world, fan, prices, random);
    return;
  }
  // What a fan changes while a charge is under way counts for the one after it.
  if (paper.isCharging) return;
  if (act < 3) {
    const months = 1 + random(3);
    await pauseSeries(world, { series_id, months });
    paper.pause(today, months);
    return;
  }
  if (act < 5) {
    await resumeSeries(world, { series_id });
    paper.resume(today);
    return;
  }
  if (act < 7) {
    const day = 1 + random(31);
    await changeDay(world, { series_id, day });
    paper.changeDay(today, day);
    return;
  }
  await startMethodChange(world, { series_id, urls: URLS });
  const { set_up_ref } = await seriesOf(world, series_id);
  if (set_up_ref === null) return;
  world.provider.finishSetUp(set_up_ref);
  await takeSetUpEvent(world, { provider: "scripted", set_up_ref });
  paper.changeMethod(today);
}

/** A charge that is under way is as it was; one that failed costs no more. */
async function changeAmountOf(
  world: TipWorld,
  { id: series_id, paper }: Fan,
  prices: Prices,
  random: (below: number) => number,
): Promise<void> {
  const amount = AMOUNTS[random(AMOUNTS.length)] ?? 5_00;
  await changeAmount(world, {
    ...{ series_id, amount_minor: minor(amount), seen_total_minor: prices.get(amount) ?? 0 },
    ...{ consent: "every month", rules: world.rules },
  });
  paper.changeAmount(amount, prices);
}

async function pauseOrOpen(
  world: TipWorld,
  receivers: readonly Receiver[],
  random: (below: number) => number,
): Promise<void> {
  for (const receiver of receivers) {
    if (random(receiver.isPaused ? 15 : 90) > 0) continue;
    receiver.isPaused = !receiver.isPaused;
    await setPaused(world.db, receiver.creator.id, receiver.isPaused, world.clock());
  }
}

async function liveDay(
  world: TipWorld,
  fans: readonly Fan[],
  prices: Prices,
  random: (below: number) => number,
): Promise<void> {
  const today = berlinDay(world);
  await releaseDueFunds(world.db, world.clock());
  for (const { id, paper } of fans) {
    const isPaid = paper.endsSlow(today);
    if (isPaid === null) continue;
    const { charging_payment_id } = await seriesOf(world, id);
    const payment = await paymentOf(world, charging_payment_id ?? "");
    const news = isPaid ? NEWS.PAID : NEWS.RETRY;
    world.provider.change(payment.id, news);
    await tell(world, payment, news);
    paper.finishSlow(today);
  }
  await updateSeriesDaily(charging(world));
  for (const { paper, receiver } of fans) paper.daily(today, prices, !receiver.isPaused);
  for (const { id, paper } of fans) {
    const outcome = OUTCOMES[random(OUTCOMES.length)] ?? "PAID";
    if (paper.wouldCharge(today, prices)) {
      const { method_ref } = await seriesOf(world, id);
      world.provider.chargeBecomes(method_ref ?? "", NEWS[outcome]);
    }
    paper.charge(today, prices, outcome);
  }
  await chargeWithFaults(world, random);
}

/** Two workers, lost answers, and a clock that goes back for a moment. */
async function chargeWithFaults(world: TipWorld, random: (below: number) => number): Promise<void> {
  const fault = random(8);
  if (fault === 0) world.provider.failNext("charge", "lost_answer");
  if (fault === 1) world.provider.failNext("charge", "unavailable");
  await all(many(fault === 2 ? 2 : 1), () => chargeDueSeries(charging(world)));
  if (fault > 3) return;
  // A failure that no charge met is not kept for another day.
  world.provider.forgetFailures();
  if (fault === 3) {
    world.time.passSeconds(-DAY_SECONDS);
    await chargeDueSeries(charging(world));
    world.time.passSeconds(DAY_SECONDS);
  }
  world.time.passSeconds(600);
  await chargeDueSeries(charging(world));
  world.time.passSeconds(-600);
}

async function compare(world: TipWorld, fans: readonly Fan[]): Promise<void> {
  const rows = await world.db
    .selectFrom("tip_series")
    .select(["id", "status", "next_charge_on", "problem", "charging_payment_id"])
    .execute();
  const found = new Map(
    rows.map(({ id, charging_payment_id, ...row }) => [
      id,
      { ...row, isCharging: charging_payment_id !== null },
    ]),
  );
  for (const { id, paper } of fans) {
    const { status, problem, isCharging } = paper;
    const next_charge_on = status === "ENDED" ? null : isoOf(paper.next);
    expect([isoOf(berlinDay(world)), id, found.get(id)]).toEqual([
      isoOf(berlinDay(world)),
      id,
      { status, next_charge_on, problem, isCharging },
    ]);
  }
}

async function compareAll(world: TipWorld, fans: readonly Fan[]): Promise<void> {
  for (const { id, paper } of fans) {
    const paid = await world.db
      .selectFrom("tips as t")
      .innerJoin("payments as p", "p.tip_id", "t.id")
      .select(["t.series_month", "p.total_minor"])
      .where("t.series_id", "=", id)
      .where("p.status", "=", "SUCCESS")
      .orderBy("p.created_at")
      .execute();
    expect(paid.map(({ series_month }) => series_month?.slice(0, 7))).toEqual(
      paper.paid.map((month) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`),
    );
    expect(paid.map(({ total_minor }) => total_minor)).toEqual(paper.sums);
    const mails = (await mailsAbout(world, id)).map((key) => key.split(":")[0] ?? "");
    expect(mails.sort()).toEqual([...paper.mails].sort());
  }
  // What the provider took is what the books have.
  const taken = world.provider.charges.length;
  const payments = await world.db
    .selectFrom("payments as p")
    .innerJoin("tips as t", "t.id", "p.tip_id")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("t.series_id", "is not", null)
    .executeTakeFirstOrThrow();
  expect(Number(payments.count)).toBe(taken + fans.length);
}
