import type { WorldCreator } from "../populate.ts";
import { hiddenFields, isTaken, Visitor } from "../visitor.ts";
import { halfOf, someCreator, type World } from "../world-state.ts";

/** A creator gives a whole tip back or half of it, in one tab or two. One form gives back once. */
export async function creatorRefunds(world: World): Promise<void> {
  const creator = someCreator(world);
  const { rows } = await world.control.query<{ id: string; amount_minor: string }>(
    `select t.id, t.amount_minor from tips t where t.creator_id = $1 and t.status = 'ACTIVE'
     -- Of before the world are transfers, which no provider here knows.
     and t.payment_type <> 'INETCASH_OB'
     -- Of a group's tip the fan gets back what each gives, which no single sum shows.
     and t.group_tip_id is null
     order by t.paid_at, t.id limit 40`,
    [creator.id],
  );
  if (rows.length === 0) return;
  const tip = world.pick(rows);
  const tabs = world.scheduler.random.below(3) === 0 ? 2 : 1;
  const whole_minor = Number(tip.amount_minor);
  const amount_minor = world.scheduler.random.below(2) === 0 ? halfOf(whole_minor) : whole_minor;
  world.begin("creator refunds", null, async () => {
    const own = signedIn(world, creator);
    const address = `/dashboard/tips/${tip.id}/refund`;
    const amount = (amount_minor / 100).toFixed(2).replace(".", ",");
    const page = await own.get(`${address}?amount=${amount}`);
    if (page.status !== 200) return `page ${page.status}`;
    const { seen_left } = hiddenFields(page.text);
    if (seen_left === undefined) return "not refundable";
    const fields = { amount, seen_left };
    const story = { tip_id: tip.id, pressed: tabs, confirmed: 0 };
    world.refunds.push(story);
    const answers = await Promise.all(Array.from({ length: tabs }, () => own.post(address, fields)));
    const taken = answers.filter(isTaken).length;
    story.confirmed = taken;
    if (taken > 1) world.faults.push(`${tip.id}: one form gave back ${taken} times`);
    return answers.map(({ status }) => status).join(" and ");
  });
}

/** A figure that a page has shown is what the books held at some moment between the request and the answer. */
export function creatorLooks(world: World): void {
  const creator = someCreator(world);
  world.begin("creator looks", null, async () => {
    const own = signedIn(world, creator);
    const from = world.history.length - 1;
    const { status, text, headers } = await own.get("/dashboard");
    const isLocked = world.history.slice(from).every((moment) => moment.get(`${creator.id} locked`) === 1);
    if (status === 200 && isLocked) world.faults.push(`${creator.username} was locked and saw the dashboard`);
    if (status !== 200) return `${status} ${headers.location ?? ""}`;
    const seen = { available: figure(text, "Verfügbar"), pending: figure(text, "Noch nicht verfügbar") };
    const moments = world.history.slice(Math.max(0, from));
    const isTrue = (moment: ReadonlyMap<string, number>) =>
      Object.entries(seen).every(([name, shown]) => (moment.get(`${creator.id} ${name}`) ?? 0) === shown);
    if (!moments.some(isTrue))
      world.faults.push(`dashboard of ${creator.username}: ${JSON.stringify(seen)} was never true at once`);
    return "seen";
  });
}

/** In cents; nothing is shown where nothing is there. */
function figure(page: string, label: string): number {
  const [, shown = "0"] = new RegExp(`<dt>${label}</dt><dd>([^<]+)`).exec(page) ?? [];
  return Number(shown.replace(/\D/g, ""));
}

/** Signs in, looks, signs out; the session is no good afterwards. */
export function creatorSigns(world: World): void {
  const creator = someCreator(world);
  world.begin("creator signs in and out", null, async () => {
    const own = new Visitor(world);
    const signedIn = await own.post("/login", { email: creator.email, password: creator.password });
    if (signedIn.status !== 303) return `sign in ${signedIn.status}`;
    const old = own.copy();
    const page = await own.get("/dashboard");
    const out = await own.post("/logout", {});
    const after = await old.get("/dashboard");
    if (out.status === 303 && after.status === 200)
      world.faults.push(`${creator.username}: a session acts after its end`);
    return `${page.status}, ${out.status}, ${after.status}`;
  });
}

export function signedIn(world: World, creator: WorldCreator): Visitor {
  const own = new Visitor(world);
  own.keep(creator.cookie);
  return own;
}
