import { someInstance, type World } from "../world-state.ts";

/** The provider sends what is due, once at a time. */
export function beginProviderNews(world: World): void {
  if ([...world.scheduler.flows.keys()].some(({ name }) => name.startsWith("provider sends"))) return;
  const { product, process } = someInstance(world);
  world.begin("provider sends", process, async () => {
    await product.services.sandbox?.runDueWork();
    return "done";
  });
}

/** The provider sends an event again, long after it was taken. */
export async function repeatNews(world: World): Promise<void> {
  await change(world, "delivered_at is not null", "delivered_at = null, due_at = world.now()", "repeats");
}

/** An event never arrives; the product has to ask. */
export async function loseNews(world: World): Promise<void> {
  await change(world, "delivered_at is null and given_up_at is null", "given_up_at = world.now()", "loses");
}

async function change(world: World, which: string, what: string, name: string): Promise<void> {
  const { rows } = await world.control.query<{ event_id: string }>(
    `select event_id from sandbox.notices where ${which} order by created_at, event_id limit 50`,
  );
  if (rows.length === 0) return;
  const { event_id } = world.pick(rows);
  world.count("provider", name);
  await world.control.query(`update sandbox.notices set ${what} where event_id = $1`, [event_id]);
}

/** The provider takes another amount than the order's. */
export async function contradict(world: World): Promise<void> {
  const { rows } = await world.control.query<{ page_token: string }>(
    "select page_token from sandbox.payments where state = 'OPEN' order by created_at, ref limit 20",
  );
  if (rows.length === 0) return;
  const { page_token } = world.pick(rows);
  const { rowCount } = await world.control.query(
    `update sandbox.payments set amount_minor = amount_minor + 7 where ref = (
       select ref from sandbox.payments where page_token = $1 and state = 'OPEN' for update skip locked)`,
    [page_token],
  );
  if (rowCount === 0) return;
  world.contradicted.add(page_token);
  world.count("provider", "contradicts");
}
