import { Visitor } from "../visitor.ts";
import { someCreator, someInstance, type World } from "../world-state.ts";

/** A page that is kept for all is as its creator is, once the instance has heard of the last change. */
export function fanLooks(world: World): void {
  const { history, news, faults, scheduler } = world;
  // Two visits of a page that is being made wait for each other, unseen.
  if ([...scheduler.flows.keys()].some(({ name }) => name.startsWith("fan looks"))) return;
  const { id, username } = someCreator(world);
  const served = someInstance(world);
  world.begin("fan looks", null, async () => {
    const isBehind = news.isOnItsWay(served, id);
    const from = history.length - 1;
    const { status } = await new Visitor(world).get(`/${username}`, served);
    const isLocked = history.slice(from).map((moment) => moment.get(`${id} locked`) === 1);
    if (!isBehind && status === 200 && isLocked.every(Boolean))
      faults.push(`${username} is locked and shown`);
    if (!isBehind && status === 404 && !isLocked.some(Boolean)) faults.push(`${username} is not shown`);
    return String(status);
  });
}
