import { hiddenFields, isTaken, pathOf, Visitor } from "../visitor.ts";
import type { World } from "../world-state.ts";
import { signedIn } from "./creator-acts.ts";
import { CARDS, PAYMENT } from "./fan-tips.ts";

/** Groups of four; ids of payments have some, too. */
const CODE = /(?<![0-9a-f-])[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}(?![0-9a-f-])/;

/** A fan buys a voucher and reads its code. */
export function buyVoucher(world: World): void {
  const amount_minor = 500 + world.scheduler.random.below(4_500);
  const email = `fan-voucher-${world.vouchers.length}@fans.test`;
  const story: World["vouchers"][number] = { email, amount_minor, code: null, redeemers: new Set() };
  world.vouchers.push(story);
  world.begin("fan buys voucher", null, async () => {
    const fan = new Visitor(world);
    const wanted = { amount: (amount_minor / 100).toFixed(2), currency: "EUR", email, country: "DE" };
    const begun = await fan.post("/voucher", wanted);
    if (begun.status !== 303) return `begin ${begun.status}`;
    const steps = pathOf(begun.headers.location ?? "").replace(/\/payment$/, "");
    const { type, pay_currency } = PAYMENT;
    const chosen = await fan.post(`${steps}/payment`, { type, pay_currency });
    if (chosen.status !== 303) return `payment ${chosen.status}`;
    const summary = await fan.get(`${steps}/summary`);
    const confirmed = await fan.post(`${steps}/summary`, hiddenFields(summary.text));
    const page = confirmed.headers.location ?? "";
    if (!page.includes("/sandbox/pay/")) return `confirm ${confirmed.status}`;
    const card = { number: CARDS.good, expiry: "12/40", cvc: "123", holder: "Ida Meer" };
    const paid = await fan.post(pathOf(page), card);
    if (paid.status !== 303) return `pay ${paid.status}`;
    const result = await fan.get(pathOf(paid.headers.location ?? ""));
    story.code = CODE.exec(result.text)?.[0] ?? null;
    return story.code === null ? `no code ${result.status}` : "has code";
  });
}

/** A creator redeems a code, or two do at once. Tries of one creator wait for each other in the process, unseen. */
export function redeemVoucher(world: World): void {
  const { random } = world.scheduler;
  const known = world.vouchers.filter(({ code }) => code !== null);
  const free = world.creators.filter(({ id }) => !world.redeeming.has(id));
  if (known.length === 0 || free.length === 0) return;
  const story = world.pick(known);
  const first = world.pick(free);
  const others = random.below(2) === 0 ? [] : free.filter(({ id }) => id !== first.id);
  const hands = [first, ...(others.length > 0 ? [world.pick(others)] : [])];
  for (const { id } of hands) world.redeeming.add(id);
  world.begin("creator redeems voucher", null, async () => {
    const presses: (() => Promise<string>)[] = [];
    try {
      // One page after the other, so that a seed decides which instance each meets; only the last press is at once.
      for (const creator of hands) {
        const own = signedIn(world, creator);
        const checked = await own.post("/voucher/redeem", { voucher_code: story.code ?? "" });
        const { voucher, seen_credit } = hiddenFields((await own.get("/voucher/redeem")).text);
        if (checked.status !== 303 || voucher === undefined || seen_credit === undefined) continue;
        presses.push(async () => {
          const answer = await own.post("/voucher/redeem", { act: "redeem", voucher, seen_credit });
          if (isTaken(answer)) story.redeemers.add(creator.id);
          return String(answer.status);
        });
      }
      if (presses.length === 0) return "not redeemable";
      const answers = await Promise.all(presses.map((press) => press()));
      return answers.join(" and ");
    } finally {
      for (const { id } of hands) world.redeeming.delete(id);
    }
  });
}
