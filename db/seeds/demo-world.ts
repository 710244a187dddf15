import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Encryption, Tokens } from "../../app/crypto/crypto.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { keepLastRanks, slideThirtyDays } from "../../app/domain/rollups/thirty-days.server.ts";
import { noteSellers } from "../../app/domain/sellers/seller-notices.server.ts";
import { addTestimonial } from "../../app/domain/users/creator-lists.server.ts";
import { createDatabase } from "../index.ts";
import type { DB } from "../schema.ts";
import { tellChargeback } from "./demo-chargeback.ts";
import { settleCreator } from "./demo-creator.ts";
import { nameFans } from "./demo-fans.ts";
import { tellGroup } from "./demo-group.ts";
import { type DemoLogin, openDemoLogins } from "./demo-logins.ts";
import { tellPayouts } from "./demo-payouts.ts";
import { type DemoServices, type SeededCreator, seedTips } from "./demo-tips.ts";
import { tellVerifications } from "./demo-verifications.ts";
import { demoCreators } from "./world/creators.ts";
import { demoTestimonials } from "./world/testimonials.ts";

const MARK = "demo-world";
/** Any number that nobody else locks by: two first starts at once make one world. */
const LOCK = 7_216_001;
const AT_ONCE = 8;

/**
 * Tells the demo world through the domain's own functions, once: thirty creators, their pictures and items, six months
 * of tips up to today. What is random comes from a fixed seed. Does nothing where the world is already there; a telling
 * that was cut short, by the signal or by a kill, goes on from where it stopped. Returns whom a visitor can sign in
 * as. Throws the signal's reason.
 */
export async function loadDemoWorld(
  services: DemoServices & {
    encryption: Encryption;
    tokens: Tokens;
    issuer: readonly string[];
    second_operator_from_minor: number | null;
    /** The database past any pooler: the lock lives as long as its connection. */
    directUrl: string;
    /** How many of the creators are made; all of them when the world is whole. */
    report: (made: number, of: number) => void;
  },
  signal: AbortSignal,
): Promise<DemoLogin[]> {
  const direct = createDatabase(services.directUrl, { max: 1, applicationName: "tribute-demo-world" });
  try {
    return await direct.connection().execute(async (connection) => {
      await takeLock(connection, signal);
      if (!(await hasDemoWorld(services.db))) await tell(services, signal);
      const logins = await openDemoLogins(services);
      // In the order of time: the operators' log is written along.
      await tellPayouts(services);
      await tellVerifications(services);
      // What the back office draws is there when it is opened, not a minute later.
      await numberTransactions(services.db, services.clock());
      await noteSellers(services);
      return logins;
    });
  } finally {
    // The lock ends with its connection.
    await direct.destroy();
  }
}

async function takeLock(connection: Kysely<DB>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(
      connection,
    );
    if (rows[0]?.taken) return;
    await pause(200);
  }
}

/** Whether the world has been told to its end. */
export async function hasDemoWorld(db: Kysely<DB>): Promise<boolean> {
  const mark = await db
    .selectFrom("completed_seeds")
    .select("name")
    .where("name", "=", MARK)
    .executeTakeFirst();
  return mark !== undefined;
}

async function tell(services: Parameters<typeof loadDemoWorld>[0], signal: AbortSignal): Promise<void> {
  const today = services.clock();
  services.log.info("making the demo world: this takes some seconds, once");
  // The longest stories first, so that none of them is left for the end.
  const creators = [...demoCreators].sort((a, b) => b.popularity - a.popularity);
  const owing: SeededCreator[] = [];
  let made = 0;
  services.report(made, creators.length);
  await forEach(creators, async (creator) => {
    const id = await settleCreator(services, creator, today, signal);
    await seedTips(services, { ...creator, id }, today, signal);
    await nameFans(services, { ...creator, id }, today);
    if (creator.status === "CHARGEBACK") owing.push({ ...creator, id });
    made += 1;
    if (made < creators.length) services.report(made, creators.length);
  });
  // One after the other: what matures for all meanwhile would change what there is to pay out.
  await openDemoLogins(services);
  for (const creator of owing) await tellChargeback(services, creator, today);
  await tellGroup(services, today);
  await tellVoices(services);
  await releaseDueFunds(services.db, today);
  await slideThirtyDays(services.db, today);
  await keepLastRanks(services.db, today);
  // As PostgreSQL does by itself a minute later; until then one check of the books would take seconds.
  await sql`analyze users, tips, payments, ledger_account, ledger_transaction, ledger_transfer`.execute(
    services.db,
  );
  await services.db.insertInto("completed_seeds").values({ name: MARK, at: today }).execute();
  services.report(made, creators.length);
}

/** What creators and fans say on the home page. */
async function tellVoices(services: DemoServices): Promise<void> {
  await services.db.deleteFrom("testimonials").execute();
  for (const [position, voice] of demoTestimonials.entries()) {
    const { creator, role, en, de } = voice;
    const texts = { en, de };
    await addTestimonial(services.db, { id: services.newId(), username: creator, role, texts, position });
  }
}

/** Acts on several members at once. After a failure nothing more is begun, and what runs is waited for. */
async function forEach<Member>(
  members: readonly Member[],
  act: (member: Member) => Promise<void>,
): Promise<void> {
  const queue = [...members];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    try {
      for (let member = queue.shift(); member !== undefined; member = queue.shift()) await act(member);
    } finally {
      queue.length = 0;
    }
  });
  await Promise.allSettled(workers);
  await Promise.all(workers);
}
