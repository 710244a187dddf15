import { Visitor } from "../visitor.ts";
import { someCreator, type World } from "../world-state.ts";

/** Money that fits nothing and was claimed by a bank is an operator's to give back. */
export async function returnSuspense(world: World): Promise<void> {
  const { rows } = await world.control.query<{ payment_id: string }>(
    `select payment_id from suspense_entries
     where left_minor > 0 and not is_contested and refund_status is distinct from 'REQUESTED' order by 1`,
  );
  for (const { payment_id } of rows)
    world.begin("operator gives suspense back", null, async () => {
      const own = new Visitor(world);
      own.keep(world.pick(world.operators).cookie);
      const { status } = await own.post(`/admin/exceptions/suspense/${payment_id}`, { intent: "retry" });
      return String(status);
    });
}

/** An operator locks a creator or lifts the lock, at times beside another that does the same. */
export function operatorLocks(world: World): void {
  const creator = someCreator(world);
  const count = world.scheduler.random.below(3) === 0 ? 2 : 1;
  const isLocked = world.history.at(-1)?.get(`${creator.id} locked`) === 1;
  // Mostly what there is to do.
  const lifts = world.scheduler.random.below(5) > 0 ? isLocked : !isLocked;
  const hands = Array.from({ length: count }, () => world.pick(world.operators));
  world.begin(lifts ? "operator unlocks" : "operator locks", null, async () => {
    const address = `/admin/users/${creator.id}`;
    const answers = await Promise.all(
      hands.map(({ cookie }) => {
        const own = new Visitor(world);
        own.keep(cookie);
        return lifts
          ? own.post(address, { intent: "unlock" })
          : own.post(`${address}/lock`, { intent: "lock", reason: "A report that we look at" });
      }),
    );
    const done = answers.map(({ status, headers }) =>
      String(/done=(\w+)/.exec(headers.location ?? "")?.[1] ?? status).replace("gone", "not needed"),
    );
    return done.sort().join(" and ");
  });
}
