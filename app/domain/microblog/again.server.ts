import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import type { Network } from "./network-port.ts";

/**
 * An operator has a network tried again now: its pause is lifted, and what was put off is due. False when neither was
 * there. A network that still refuses pauses anew, and what an account's own limit holds back is told so again. The
 * locks: posts, passed over where somebody holds them, then the month.
 */
export async function tryNetworkAgain(
  services: { db: Kysely<DB>; clock: () => Date },
  { network, operator_id }: { network: Network; operator_id: string },
): Promise<boolean> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const { rows: posts } = await sql`
      update microblog_posts set due_at = ${now} where id in (
        select id from microblog_posts
        where network = ${network.name} and status in ('WAITING', 'UNSURE') and due_at > ${now}
        order by id for no key update skip locked
      ) returning id`.execute(trx);
    const { rows: pauses } = await sql<{ pause_reason: string }>`
      with paused as (
        select network, month, pause_reason from microblog_months
        where network = ${network.name} and paused_until > ${now} for no key update
      )
      update microblog_months m set paused_until = null, pause_reason = null
      from paused where m.network = paused.network and m.month = paused.month
      returning paused.pause_reason`.execute(trx);
    const [pause] = pauses;
    if (!pause && posts.length === 0) return false;
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "network.tried_again", subject: `network:${network.name}`, now },
      ...{ before: pause ? { pause: pause.pause_reason } : null, after: { posts: posts.length } },
    });
    return true;
  });
}
