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
import { tellDesk } from "./demo-desk.ts";
import { nameFans } from "./demo-fans.ts";
import { tellGroup } from "./demo-group.ts";
import { type DemoLogin, openDemoLogins } from "./demo-logins.ts";
import { tellPayouts } from "./demo-payouts.ts";
import { tellRefundRequests } from "./demo-refund-requests.ts";
import { type DemoServices, type SeededCreator, seedTips } from "./demo-tips.ts";
import { tellVerifications } from "./demo-verifications.ts";
import { demoCreators } from "./world/creators.ts";
import { demoTestimonials } from "./world/testimonials.ts";

const MARK = "demo-world";
/** Advisory lock against concurrent first starts. */
const LOCK = 7_216_001;
const AT_ONCE = 8;

/**
 * Thirty creators and six months of tips, with a fixed seed. Continues after an interruption; a complete
 * world stays. Returns the logins.
 */
export async function loadDemoWorld(
  services: DemoServices & {
    encryption: Encryption;
    tokens: Tokens;
    issuer: readonly string[];
    second_operator_from_minor: number | null;
    /** Past any pooler: the lock needs its own connection. */
    directUrl: string;
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
      await tellPayouts(services);
      await tellVerifications(services);
      await tellDesk(services);
      // Admin pages show it at once.
      await numberTransactions(services.db, services.clock());
      await noteSellers(services);
      return logins;
    });
  } finally {
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
  // Longest first, for parallelism.
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
  // Sequential: maturing funds would change payouts.
  await openDemoLogins(services);
  for (const creator of owing) await tellChargeback(services, creator, today);
  await tellRefundRequests(services, today);
  await tellGroup(services, today);
  await tellVoices(services);
  await releaseDueFunds(services.db, today);
  await slideThirtyDays(services.db, today);
  await keepLastRanks(services.db, today);
  // Autovacuum does it a minute later; until then a check takes seconds.
  await sql`analyze users, tips, payments, ledger_account, ledger_transaction, ledger_transfer`.execute(
    services.db,
  );
  await services.db.insertInto("completed_seeds").values({ name: MARK, at: today }).execute();
  services.report(made, creators.length);
}

async function tellVoices(services: DemoServices): Promise<void> {
  await services.db.deleteFrom("testimonials").execute();
  for (const [position, voice] of demoTestimonials.entries()) {
    const { creator, role, en, de } = voice;
    const texts = { en, de };
    await addTestimonial(services.db, { id: services.newId(), username: creator, role, texts, position });
  }
}

/** In parallel. After a failure none begins, and running ones finish. */
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
