import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { MicroblogServices } from "./links.server.ts";
import type { Network } from "./network-port.ts";
import { spend } from "./spending.server.ts";

const rules = productRules.microblog;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A post that is ours to make now. */
export interface Claimed {
  id: string;
  user_id: string;
  link_id: string;
  account_id: string;
  credentials: string;
  text: string;
  tries: number;
  /** An earlier try may have done it: it is looked for, and made only where it is not there. */
  isUnsure: boolean;
  created_at: Date;
  sending_at: Date;
  /** What was taken off the budget for this try. */
  mills: number;
}

interface Row {
  id: string;
  user_id: string;
  reason: string;
  subject: string;
  status: string;
  text: string;
  tries: number;
  created_at: Date;
  linked_at: Date;
  link_id: string;
  account_id: string;
  credentials_encrypted: Buffer;
  is_wanted: boolean;
  is_there: boolean;
}

/**
 * Takes the next post of a network that is due: "none", "settled" where it needs no call any more, "no_budget", or the
 * post. Whether it is still wanted is read under its lock: what was switched off, declined or taken off meanwhile is not
 * posted, unless it may be there already. The locks: the link, then the post (the other way round, whoever is passed over
 * would hold the posts of others for a moment), passed over where somebody holds them, then the month's budget.
 */
export async function claimPost(
  trx: Transaction<DB>,
  { encryption }: Pick<MicroblogServices, "encryption">,
  network: Network,
  now: Date,
): Promise<Claimed | "none" | "settled" | "no_budget"> {
  const abandoned = new Date(now.getTime() - rules.abandoned_minutes * MINUTE_MS);
  const { rows } = await sql<Row>`
    select p.id, p.user_id, p.reason, p.subject, p.status, p.text, p.tries, p.created_at,
      l.id as link_id, l.account_id, l.credentials_encrypted, l.linked_at,
      u.status in ('ACTIVE', 'CHARGEBACK') and (s.show_amount or not p.says_amount) and case
        when p.reason in ('TIP', 'HOUR') then s.on_new_tip
        when p.reason = 'ADVERT' then s.advert_frequency <> 'OFF' and u.paused_at is null else s.on_achievement end as is_wanted,
      p.reason <> 'TIP' or exists (
        select from tips t where t.id = case p.reason when 'TIP' then p.subject::uuid end and t.status = 'ACTIVE' and t.off_page_at is null) as is_there
    from microblog_posts p
    join microblog_links l on l.user_id = p.user_id and l.network = p.network and l.failed_at is null
    join microblog_settings s on s.user_id = p.user_id and s.network = p.network
    join users u on u.id = p.user_id
    where p.network = ${network.name} and p.due_at <= ${now}
      and (p.status in ('WAITING', 'UNSURE') or (p.status = 'SENDING' and p.sending_at < ${abandoned}))
    order by p.due_at, p.id limit 1 for no key update of l, p skip locked`.execute(trx);
  const [row] = rows;
  if (!row) return "none";
  const isUnsure = row.status !== "WAITING";
  const drop = reasonToDrop(row, network, isUnsure, now) ?? (await tooMany(trx, row, network, isUnsure, now));
  if (drop) {
    await trx
      .updateTable("microblog_posts")
      .set({ status: "DROPPED", drop_reason: drop, ended_at: now })
      .where("id", "=", row.id)
      .execute();
    return "settled";
  }
  const mills = isUnsure ? network.lookUpMills : network.costMills(row.text);
  if (!(await spend(trx, network, mills, now))) {
    // What costs less may still go out meanwhile.
    const due_at = new Date(now.getTime() + rules.again_minutes.budget * MINUTE_MS);
    await trx.updateTable("microblog_posts").set({ due_at }).where("id", "=", row.id).execute();
    return "no_budget";
  }
  await trx
    .updateTable("microblog_posts")
    .set({ status: "SENDING", sending_at: now, tries: row.tries + 1 })
    .where("id", "=", row.id)
    .execute();
  const { id, user_id, link_id, account_id, text, created_at } = row;
  const credentials = encryption
    .decrypt("microblog-link", link_id, row.credentials_encrypted)
    .toString("utf8");
  return {
    ...{ id, user_id, link_id, account_id, credentials, text, isUnsure, created_at, mills },
    ...{ tries: row.tries + 1, sending_at: now },
  };
}

function reasonToDrop(row: Row, network: Network, isUnsure: boolean, now: Date) {
  if (isUnsure && !network.find) return "UNKNOWN";
  if (now.getTime() - row.created_at.getTime() > rules.late_hours * 3_600_000)
    return isUnsure ? "UNKNOWN" : "LATE";
  // Made by an earlier link, perhaps for another account.
  if (row.created_at < row.linked_at) return isUnsure ? "UNKNOWN" : "OFF";
  if (isUnsure) return null;
  if (!row.is_wanted) return "OFF";
  return row.is_there ? null : "GONE";
}

/** Counted once the link is held, which whoever makes another post of the creator holds, too. */
async function tooMany(
  trx: Transaction<DB>,
  row: Row,
  network: Network,
  isUnsure: boolean,
  now: Date,
): Promise<"MANY" | null> {
  if (isUnsure) return null;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from microblog_posts where user_id = ${row.user_id} and network = ${network.name}
      and status <> 'DROPPED' and sending_at > ${new Date(now.getTime() - DAY_MS)} and id <> ${row.id}`.execute(
    trx,
  );
  return (rows[0]?.count ?? 0) >= network.postsADay ? "MANY" : null;
}
