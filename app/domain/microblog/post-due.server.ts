import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs, RowsOutcome } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import { tellOfLink } from "../auth/tell-of-link.server.ts";
import { type Claimed, claimPost } from "./claim.server.ts";
import { dropWaiting, type MicroblogServices } from "./links.server.ts";
import {
  DuplicatePost,
  LinkRevoked,
  type Network,
  NetworkPaused,
  NetworkUnavailable,
  type PauseReason,
  PostRefused,
  RateLimited,
} from "./network-port.ts";
import { giveBack, isPaused, pause } from "./spending.server.ts";

const rules = productRules.microblog;

type Services = MicroblogServices & { jobs: Jobs };

interface PostedPosts extends RowsOutcome {
  /** Networks that take nobody's posts now, each with the reason. */
  paused: string[];
}

/** How a try ended. */
type Ended =
  | { how: "posted"; postId: string | null }
  | { how: "dropped"; why: "DUPLICATE" | "REFUSED" }
  | { how: "not_there" }
  | { how: "link_failed" }
  | { how: "limited"; until: Date }
  | { how: "paused"; until: Date; why: PauseReason; said: string }
  | { how: "away"; mayBeDone: boolean };

/**
 * Makes the posts that are due (docs/product.md, 9.16), one after the other; several processes share them. A network that
 * twice does not answer is left until the next run. `paused` are networks that take nobody's posts, or whose budget of the
 * month is spent; posts that failed in a way nobody thought of are tried again.
 */
export async function postDue(services: Services): Promise<PostedPosts> {
  const outcome: PostedPosts = { done: 0, failed: [], paused: [] };
  for (const network of services.networks.all) {
    if (await isPaused(services.db, network, services.clock())) continue;
    let silences = 0;
    let isSpent = false;
    for (let looked = 0; looked < rules.at_once && silences < 2; looked += 1) {
      const now = services.clock();
      const claimed = await services.db
        .transaction()
        .execute((trx) => claimPost(trx, services, network, now));
      if (claimed === "none") break;
      if (claimed === "no_budget") {
        isSpent = true;
        continue;
      }
      if (claimed === "settled") continue;
      try {
        const ended = await tryPost(network, claimed);
        await services.db.transaction().execute((trx) => settle(trx, services, network, claimed, ended));
        if (ended.how === "posted") outcome.done += 1;
        if (ended.how === "away") silences += 1;
        if (ended.how === "paused") {
          outcome.paused.push(`${network.name}: ${ended.said}`);
          break;
        }
      } catch (error) {
        // It stays as it is, and is taken for one whose process ended: looked up, later.
        outcome.failed.push({ key: claimed.id, error: String(error) });
      }
    }
    if (isSpent) outcome.paused.push(`${network.name}: the month's budget is spent`);
  }
  return outcome;
}

/** Asks the network, outside of any transaction. A try after one whose answer was lost only looks. */
async function tryPost(network: Network, claimed: Claimed): Promise<Ended> {
  const { account_id: accountId, credentials, text, isUnsure, created_at: since } = claimed;
  try {
    if (!isUnsure) return { how: "posted", ...(await network.post({ accountId, credentials, text })) };
    const found = await network.find?.({ accountId, credentials, text, since });
    return found ? { how: "posted", ...found } : { how: "not_there" };
  } catch (error) {
    if (error instanceof LinkRevoked) return { how: "link_failed" };
    if (error instanceof RateLimited) return { how: "limited", until: error.until };
    if (error instanceof NetworkPaused)
      return { how: "paused", until: error.until, why: error.why, said: error.message };
    if (error instanceof NetworkUnavailable) return { how: "away", mayBeDone: isUnsure || error.mayBeDone };
    // What is there under the same words was posted by an earlier try, if one may have done it.
    if (error instanceof DuplicatePost)
      return claimed.tries > 1 ? { how: "posted", postId: null } : { how: "dropped", why: "DUPLICATE" };
    if (error instanceof PostRefused) return { how: "dropped", why: "REFUSED" };
    throw error;
  }
}

/** Takes down how a try ended. The locks: the link, its posts, the month's budget. */
async function settle(
  trx: Transaction<DB>,
  services: Services,
  network: Network,
  claimed: Claimed,
  ended: Ended,
): Promise<void> {
  const now = services.clock();
  const isLinked = await holdLink(trx, claimed.link_id);
  if (ended.how === "link_failed") await failLink(trx, services, network, claimed, now);
  const isLast = await trx
    .updateTable("microblog_posts")
    .set(isLinked ? stateAfter(claimed, ended, now) : stateWithoutLink(claimed, ended, now))
    .where("id", "=", claimed.id)
    .where("status", "=", "SENDING")
    .where("sending_at", "=", claimed.sending_at)
    .returning("id")
    .executeTakeFirst();
  const until = ended.how === "limited" ? ended.until : ended.how === "away" ? firstAgainAt(now) : null;
  if (until)
    await trx
      .updateTable("microblog_posts")
      .set({ due_at: until })
      .where("user_id", "=", claimed.user_id)
      .where("network", "=", network.name)
      .where("status", "=", "WAITING")
      .where("due_at", "<", until)
      .execute();
  if (ended.how === "paused") await pause(trx, network, ended.why, ended.until, now);
  // What was not posted for sure cost nothing, nor did a look that showed nothing.
  const isFree =
    ended.how !== "posted" && ended.how !== "not_there" && (claimed.isUnsure || !mayBeDone(ended));
  if (isLast && isFree) await giveBack(trx, network, claimed.mills, claimed.sending_at);
}

/** Whether the link that a post was made by still works; nobody removes it until the transaction ends. */
async function holdLink(trx: Transaction<DB>, linkId: string): Promise<boolean> {
  const link = await trx
    .selectFrom("microblog_links")
    .select("id")
    .where("id", "=", linkId)
    .where("failed_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return link !== undefined;
}

/** What a link began that was removed meanwhile, or made anew, is posted by no other. */
function stateWithoutLink(claimed: Claimed, ended: Ended, now: Date) {
  const after = stateAfter(claimed, ended, now);
  if (after.status === "POSTED" || after.status === "DROPPED") return after;
  const drop_reason = after.status === "UNSURE" ? ("UNKNOWN" as const) : ("OFF" as const);
  return { status: "DROPPED" as const, drop_reason, ended_at: now };
}

/** An account that gets no answer lets others' posts go first, however many it has waiting. */
const firstAgainAt = (now: Date) => new Date(now.getTime() + rules.again_minutes.first * 60_000);

const mayBeDone = (ended: Ended) => ended.how === "away" && ended.mayBeDone;

function stateAfter(claimed: Claimed, ended: Ended, now: Date) {
  // A look that said nothing leaves it as unsure as it was.
  const open = claimed.isUnsure || mayBeDone(ended) ? ("UNSURE" as const) : ("WAITING" as const);
  switch (ended.how) {
    case "posted":
      return { status: "POSTED" as const, post_id: ended.postId, ended_at: now };
    case "dropped":
      return { status: "DROPPED" as const, drop_reason: ended.why, ended_at: now };
    case "link_failed":
      return { status: "DROPPED" as const, drop_reason: "LINK_FAILED" as const, ended_at: now };
    case "not_there":
      return { status: "WAITING" as const, due_at: now };
    case "limited":
    case "paused":
      return { status: open, due_at: ended.until };
    case "away": {
      const { first, maximum } = rules.again_minutes;
      const minutes = Math.min(first * 2 ** (claimed.tries - 1), maximum);
      return { status: open, due_at: new Date(now.getTime() + minutes * 60_000) };
    }
  }
}

/**
 * The creator took our access away: the link is over, which is said on its page and by a mail. One that was made anew in the
 * meantime is another, and stays.
 */
async function failLink(
  trx: Transaction<DB>,
  services: Services,
  network: Network,
  { link_id, user_id }: Claimed,
  now: Date,
): Promise<void> {
  const failed = await trx
    .updateTable("microblog_links")
    .set({ failed_at: now, credentials_encrypted: Buffer.alloc(0) })
    .where("id", "=", link_id)
    .where("failed_at", "is", null)
    .returning("handle")
    .executeTakeFirst();
  if (!failed) return;
  await dropWaiting(trx, { user_id, network: network.name }, "LINK_FAILED", now);
  await tellOfLink(trx, services, {
    ...{ user_id, key: link_id, state: "failed", way: network.voice, network: network.label },
    ...{ handle: failed.handle, now },
  });
}
