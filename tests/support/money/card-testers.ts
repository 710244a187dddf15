import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Starter } from "../../../app/domain/payments/payment-starts.server.ts";
import { type Creator, confirm, draftTip, paymentOf, priceOf, type TipWorld, tell } from "./tip-world.ts";

// Cards that are tried out, beside fans who want to pay: all by the product's own functions on a clock of the test's.

const hash = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16);

/** An address in a network of its own. */
export function starterAt(address: string): Starter {
  return {
    ...{ address_hash: hash(address), network_hash: hash(`network of ${address}`) },
    ...{ crowd_factor: 1, button_shown_at: null },
  };
}

/** So many drafts of 10.00 with all their steps filled in, spread over the creators: one is made, the others copied. */
export async function manyDrafts(
  world: TipWorld,
  creators: readonly Creator[],
  count: number,
): Promise<string[]> {
  const drafts: string[] = [];
  for (const [index, creator] of creators.entries()) {
    const own = Math.trunc(count / creators.length) + (index < count % creators.length ? 1 : 0);
    if (own === 0) continue;
    const first = await draftTip(world, creator, { amount: 10_00 });
    const { rows } = await sql<{ id: string }>`
      with copied as (select * from tips where id = ${first})
      insert into tips (id, creator_id, currency, amount_minor, locale, payment_type, country, pay_currency, created_at, updated_at)
      select gen_random_uuid(), creator_id, currency, amount_minor, locale, payment_type, country, pay_currency, created_at, updated_at
      from copied cross join generate_series(2, ${own}) returning id`.execute(world.db);
    drafts.push(first, ...rows.map((row) => row.id));
  }
  // In turn over the creators, as somebody goes who does not want to be noticed.
  const each = Math.ceil(count / creators.length);
  return drafts
    .map((id, index) => ({ id, turn: index % each }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ id }) => id);
}

export interface Attack {
  creators: readonly Creator[];
  addresses: readonly string[];
  starts: number;
  minutes: number;
  /** Every so many that reach the provider is a card that works. */
  worksEvery: number;
}

export interface Fan {
  tip_id: string;
  starter: Starter;
  declines: number;
  comesAt: number;
  paid: boolean;
  waited: number;
  /** Since when the fan looks at the page with the button. */
  button_shown_at: Date | null;
  /** How long it took from the first press to the payment. */
  seconds: number;
}

/**
 * The attack runs its minutes, in rounds of six seconds; each round's tries come at once, and their endings are known in
 * the next. The fans come as they like, wait or press the button when they are told, and come again, until all have paid
 * or two hours are over. Returns how many of the attack's starts reached the provider.
 */
export async function play(world: TipWorld, attack: Attack, fans: readonly Fan[]): Promise<number> {
  const ROUND_SECONDS = 6;
  const began = world.clock().getTime();
  const drafts = await manyDrafts(world, attack.creators, attack.starts);
  const seen = await priceOf(world, drafts[0] ?? "");
  const perRound = Math.ceil((attack.starts * ROUND_SECONDS) / (attack.minutes * 60));
  let reached = 0;
  let open: string[] = [];
  for (let tried = 0; ; ) {
    const at = (world.clock().getTime() - began) / 1000;
    for (const paymentId of open.splice(0)) {
      reached += 1;
      const state = reached % attack.worksEvery === 0 ? "PAID" : "FAILED";
      await tell(world, await paymentOf(world, paymentId), { state });
    }
    const tries = drafts.slice(tried, tried + perRound).map(async (tipId, index) => {
      const address = attack.addresses[(tried + index) % attack.addresses.length] ?? "";
      const paymentId = world.newId();
      const outcome = await confirm(world, tipId, { starter: starterAt(address), seen, paymentId });
      return outcome.outcome === "pay" ? [paymentId] : [];
    });
    open = (await Promise.all(tries)).flat();
    tried += perRound;
    for (const fan of fans) if (!fan.paid && fan.comesAt <= at) await tryToPay(world, fan, seen, at);
    const isOver = tried >= drafts.length && open.length === 0;
    if (isOver && (fans.every((fan) => fan.paid) || at > 7200)) return reached;
    world.time.passSeconds(ROUND_SECONDS);
  }
}

async function tryToPay(world: TipWorld, fan: Fan, seen: number, at: number): Promise<void> {
  const paymentId = world.newId();
  const starter = { ...fan.starter, button_shown_at: fan.button_shown_at };
  const outcome = await confirm(world, fan.tip_id, { starter, seen, paymentId });
  if (outcome.outcome === "press_button") {
    fan.button_shown_at = outcome.shown_at;
    fan.comesAt = at + outcome.seconds;
    return;
  }
  if (outcome.outcome === "wait") {
    fan.waited += 1;
    fan.comesAt = at + (outcome.until.getTime() - world.clock().getTime()) / 1000;
    return;
  }
  if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
  fan.paid = fan.declines === 0;
  if (fan.button_shown_at) fan.seconds = (world.clock().getTime() - fan.button_shown_at.getTime()) / 1000;
  fan.declines -= 1;
  // Another card is found in half a minute.
  fan.comesAt = at + 30;
  await tell(world, await paymentOf(world, paymentId), { state: fan.paid ? "PAID" : "FAILED" });
}

/**
 * Fans who come over the attack's minutes from one address, or each from a home of their own; the first with no declined
 * card, the next with one, …
 */
export async function makeFans(
  world: TipWorld,
  creators: readonly Creator[],
  given: { count: number; address: string | null; declines: number; seconds: number },
): Promise<Fan[]> {
  const tips = await manyDrafts(world, creators, given.count);
  return tips.map((tip_id, index) => ({
    ...{ tip_id, starter: starterAt(given.address ?? `home of ${tip_id}`) },
    ...{ declines: index % (given.declines + 1), comesAt: (index * given.seconds) / given.count },
    ...{ paid: false, waited: 0, button_shown_at: null, seconds: 0 },
  }));
}
