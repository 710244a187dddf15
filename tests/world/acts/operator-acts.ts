import { Visitor } from "../visitor.ts";
import { someCreator, type World } from "../world-state.ts";

/** An operator locks a creator or lifts the lock, at times beside another that does the same. */
export function operatorLocks(world: World): void {
  const creator = someCreator(world);
  const count = world.scheduler.random.below(3) === 0 ? 2 : 1;
  const lifts = world.scheduler.random.below(2) === 0;
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
