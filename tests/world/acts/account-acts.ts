import { createTokens } from "../../../app/crypto/crypto.server.ts";
import { SECRET } from "../instance.ts";
import { Visitor } from "../visitor.ts";
import type { World } from "../world-state.ts";

/** A creator deletes their account, at times in two tabs; from then on their session does nothing. */
export function creatorLeaves(world: World): void {
  const left = world.leavers.filter(({ id }) => !world.deleted.some((gone) => gone.id === id));
  if (left.length === 0) return;
  const leaver = world.pick(left);
  const tabs = world.scheduler.random.below(3) === 0 ? 2 : 1;
  world.begin("creator leaves", null, async () => {
    const own = new Visitor(world);
    own.keep(leaver.cookie);
    const requested = await own.post("/account/delete", { password: leaver.password });
    if (requested.status !== 303) return `request ${requested.status}`;
    const token = await mailedToken(world, leaver.email);
    if (token === null) return "not mailed";
    const old = own.copy();
    const press = () => own.post(`/account/delete/${token}`, {});
    const answers = await Promise.all(Array.from({ length: tabs }, press));
    const isGone = answers.some(({ headers }) => headers.location?.startsWith("/account/deleted"));
    if (!isGone) return answers.map(({ status }) => status).join(" and ");
    world.deleted.push(leaver);
    const after = await old.get("/dashboard");
    if (after.status === 200) world.faults.push(`${leaver.username}: a session acts after its account's end`);
    return "deleted";
  });
}

async function mailedToken({ control }: World, recipient: string): Promise<string | null> {
  const { rows } = await control.query<{ dedupe_key: string }>(
    `select dedupe_key from mail_outbox where template = 'deletion' and recipient = $1
     order by created_at desc, id desc limit 1`,
    [recipient],
  );
  const id = rows[0]?.dedupe_key.slice("deletion:".length);
  return id === undefined ? null : createTokens(SECRET).sign("deletion", id);
}
