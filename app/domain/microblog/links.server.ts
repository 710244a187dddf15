import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { isUniqueViolation } from "../../../db/unique-violation.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { mailNetworkLink } from "../auth/mailed-tokens.server.ts";
import { type ActingUser, lockActingUser } from "../auth/sessions.server.ts";
import type { Jobs } from "../jobs.ts";
import type { MicroblogSettings } from "./microblog.schema.ts";
import {
  type LinkedAccount,
  type Network,
  NetworkPaused,
  type Networks,
  NetworkUnavailable,
  PinRefused,
} from "./network-port.ts";

const NOTHING: MicroblogSettings = {
  on_new_tip: false,
  show_amount: false,
  tip_frequency: "HOURLY",
  advert_frequency: "OFF",
  on_achievement: false,
};

const IN_A_CHANNEL: MicroblogSettings = { ...NOTHING, on_new_tip: true, tip_frequency: "ALL" };

export async function findSettings(
  db: Kysely<DB>,
  userId: string,
  network: string,
): Promise<MicroblogSettings> {
  const settings = await db
    .selectFrom("microblog_settings")
    .select(["on_new_tip", "show_amount", "tip_frequency", "advert_frequency", "on_achievement"])
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .executeTakeFirst();
  return settings ?? NOTHING;
}

async function ensureSettings(
  trx: Transaction<DB>,
  userId: string,
  network: Network,
  now: Date,
): Promise<void> {
  const first = network.voice === "channel" ? IN_A_CHANNEL : NOTHING;
  await trx
    .insertInto("microblog_settings")
    .values({ user_id: userId, network: network.name, ...first, changed_at: now })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "network"]).doUpdateSet({ ...UNCOUNTED, changed_at: now }),
    )
    .execute();
}

const UNCOUNTED = { reached_currency: null, reached_minor: null, reached_count: null };

export async function changeSettings(
  db: Kysely<DB>,
  userId: string,
  network: string,
  change: Partial<MicroblogSettings>,
  now: Date,
): Promise<MicroblogSettings> {
  return await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("microblog_settings")
      .values({ user_id: userId, network, ...NOTHING, changed_at: now })
      .onConflict((conflict) => conflict.columns(["user_id", "network"]).doNothing())
      .execute();
    const before = await trx
      .selectFrom("microblog_settings")
      .selectAll()
      .where("user_id", "=", userId)
      .where("network", "=", network)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const after = { ...before, ...change };
    const isOtherPace =
      before.on_new_tip !== after.on_new_tip || before.tip_frequency !== after.tip_frequency;
    const values = {
      ...change,
      ...(isOtherPace && { changed_at: now }),
      ...(before.on_achievement !== after.on_achievement && UNCOUNTED),
    };
    if (Object.keys(values).length > 0)
      await trx
        .updateTable("microblog_settings")
        .set(values)
        .where("user_id", "=", userId)
        .where("network", "=", network)
        .execute();
    return await findSettings(trx, userId, network);
  });
}

const rules = productRules.microblog;

export interface MicroblogServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  encryption: Encryption;
  networks: Networks;
  jobs: Jobs;
}

/** "away": no answer, or paused. "taken": another creator's account. */
type Begun = "begun" | "away";
type Completed = "linked" | "taken" | "pin_wrong" | "expired" | "away";

interface Whose {
  user_id: string;
  asker?: ActingUser | undefined;
}

/** Encrypted for 15 minutes; replaces an earlier request. Throws StaleSession (docs/product.md, 9.16). */
export async function beginLink(
  services: MicroblogServices,
  network: Network,
  { user_id, asker }: Whose,
): Promise<Begun> {
  const begun = await unlessAway(network.begin());
  if (begun === null) return "away";
  const id = services.newId();
  await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, asker);
    await dropRequest(trx, user_id, network.name);
    await trx
      .insertInto("microblog_requests")
      .values({
        ...{ id, user_id, network: network.name, authorize_url: begun.authorizeUrl },
        pending_encrypted: services.encryption.encrypt("microblog-request", id, Buffer.from(begun.pending)),
        tries_left: rules.pin_tries,
        expires_at: new Date(services.clock().getTime() + rules.pin_minutes * 60_000),
      })
      .execute();
  });
  return "begun";
}

export async function findRequest(
  db: Kysely<DB>,
  userId: string,
  network: string,
  now: Date,
): Promise<{ authorize_url: string } | null> {
  const request = await db
    .selectFrom("microblog_requests")
    .select("authorize_url")
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .where("expires_at", ">", now)
    .where("tries_left", ">", 0)
    .executeTakeFirst();
  return request ?? null;
}

/** By PIN or query. Counts tries before the call. Throws StaleSession. */
export async function completeLink(
  services: MicroblogServices,
  network: Network,
  given: Whose & { answer: string },
): Promise<Completed> {
  const request = await services.db.transaction().execute((trx) => takeTry(trx, services, network, given));
  if (!request) return "expired";
  let account: LinkedAccount | null;
  try {
    account = await unlessAway(network.complete(request.pending, given.answer));
  } catch (error) {
    if (error instanceof PinRefused) return request.tries_left > 0 ? "pin_wrong" : "expired";
    throw error;
  }
  if (account === null) return "away";
  return await keepAccount(services, network, given, request.id, account);
}

async function keepAccount(
  services: MicroblogServices,
  network: Network,
  { user_id, asker }: Whose,
  requestId: string,
  account: LinkedAccount,
): Promise<Completed> {
  const { db } = services;
  try {
    const replaced = await db.transaction().execute(async (trx) => {
      await lockActingUser(trx, user_id, asker);
      if ((await dropRequest(trx, user_id, network.name, requestId)) === 0) return "voided";
      return await keepLink(trx, services, network, user_id, account);
    });
    if (replaced !== "voided") {
      if (replaced) await unlessAway(network.revoke(replaced));
      return "linked";
    }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await db.transaction().execute((trx) => dropRequest(trx, user_id, network.name, requestId));
    return "taken";
  }
  const held = await db
    .selectFrom("microblog_links")
    .select("id")
    .where("network", "=", network.name)
    .where("account_id", "=", account.accountId)
    .where("failed_at", "is", null)
    .executeTakeFirst();
  if (!held) await unlessAway(network.revoke(account.credentials));
  return "expired";
}

async function takeTry(
  trx: Transaction<DB>,
  { encryption, clock }: MicroblogServices,
  network: Network,
  { user_id, asker }: Whose,
): Promise<{ id: string; pending: string; tries_left: number } | null> {
  await lockActingUser(trx, user_id, asker);
  const row = await trx
    .updateTable("microblog_requests")
    .set((eb) => ({ tries_left: eb("tries_left", "-", 1) }))
    .where("user_id", "=", user_id)
    .where("network", "=", network.name)
    .where("expires_at", ">", clock())
    .where("tries_left", ">", 0)
    .returning(["id", "pending_encrypted", "tries_left"])
    .executeTakeFirst();
  if (!row) return null;
  const pending = encryption.decrypt("microblog-request", row.id, row.pending_encrypted).toString("utf8");
  return { id: row.id, pending, tries_left: row.tries_left };
}

/** Returns earlier credentials, if valid for another account. */
async function keepLink(
  trx: Transaction<DB>,
  services: MicroblogServices,
  network: Network,
  user_id: string,
  { accountId, handle, credentials }: LinkedAccount,
): Promise<string | null> {
  const { encryption } = services;
  const [id, now] = [services.newId(), services.clock()];
  const before = await trx
    .deleteFrom("microblog_links")
    .where("user_id", "=", user_id)
    .where("network", "=", network.name)
    .returning(["id", "account_id", "failed_at", "credentials_encrypted"])
    .executeTakeFirst();
  await trx
    .insertInto("microblog_links")
    .values({
      ...{ id, user_id, network: network.name, account_id: accountId, handle },
      credentials_encrypted: encryption.encrypt("microblog-link", id, Buffer.from(credentials)),
      ...{ linked_at: now, rounds_at: now },
    })
    .execute();
  await ensureSettings(trx, user_id, network, now);
  await mailNetworkLink(trx, services, {
    ...{ user_id, key: id, state: "linked", way: network.voice, network: network.label, handle, now },
  });
  if (!before || before.failed_at !== null || before.account_id === accountId) return null;
  return openAccess(encryption, before);
}

/** The network may have withdrawn it. */
function openAccess(
  encryption: Encryption,
  link: { id: string; credentials_encrypted: Buffer },
): string | null {
  if (link.credentials_encrypted.length === 0) return null;
  return encryption.decrypt("microblog-link", link.id, link.credentials_encrypted).toString("utf8");
}

export async function unlink(
  services: MicroblogServices,
  network: string,
  { user_id, asker }: Whose,
): Promise<void> {
  const gone = await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, asker);
    await dropRequest(trx, user_id, network);
    const link = await trx
      .deleteFrom("microblog_links")
      .where("user_id", "=", user_id)
      .where("network", "=", network)
      .returning(["id", "credentials_encrypted"])
      .executeTakeFirst();
    await dropWaiting(trx, { user_id, network }, "OFF", services.clock());
    return link;
  });
  const access = gone && openAccess(services.encryption, gone);
  const there = services.networks.find(network);
  if (access && there) await unlessAway(there.revoke(access));
}

export async function dropWaiting(
  trx: Transaction<DB>,
  whose: { user_id: string; network: string },
  drop_reason: "OFF" | "LINK_FAILED",
  now: Date,
): Promise<void> {
  await trx
    .updateTable("microblog_posts")
    .set({ status: "DROPPED", drop_reason, ended_at: now })
    .where("user_id", "=", whose.user_id)
    .where("network", "=", whose.network)
    .where("status", "in", ["WAITING", "UNSURE"])
    .execute();
}

export async function findMicroblog(
  db: Kysely<DB>,
  userId: string,
  network: string,
): Promise<{ account_id: string; handle: string; linked_at: Date; failed_at: Date | null } | null> {
  const link = await db
    .selectFrom("microblog_links")
    .select(["account_id", "handle", "linked_at", "failed_at"])
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .executeTakeFirst();
  return link ?? null;
}

async function dropRequest(
  trx: Transaction<DB>,
  userId: string,
  network: string,
  id?: string,
): Promise<number> {
  const dropped = await trx
    .deleteFrom("microblog_requests")
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .returning("id")
    .execute();
  return dropped.length;
}

async function unlessAway<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NetworkUnavailable || error instanceof NetworkPaused) return null;
    throw error;
  }
}
