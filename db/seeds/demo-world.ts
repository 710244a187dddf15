import { type Kysely, sql } from "kysely";
import { addTestimonial } from "../../app/domain/accounts/accounts.server.ts";
import { slideThirtyDays } from "../../app/domain/rollups/rollups.server.ts";
import { releaseMatured } from "../../app/domain/tips/tips.server.ts";
import type { DB } from "../schema.ts";
import { tellChargeback } from "./demo-chargeback.ts";
import { settleCreator } from "./demo-creator.ts";
import { createRandom } from "./demo-random.ts";
import { type DemoServices, tellTips } from "./demo-tips.ts";
import { demoCreators } from "./world/creators.ts";
import { demoTestimonials } from "./world/testimonials.ts";

const MARK = "demo-world";
/** Any number that nobody else locks by: two first starts at once make one world. */
const LOCK = 7_216_001;
const AT_ONCE = 8;

/**
 * Tells the demo world through the domain's own functions, once: thirty creators, their pictures and items, six months
 * of tips up to today. What is random comes from a fixed seed. Does nothing where the world is already there.
 */
export async function loadDemoWorld(services: DemoServices): Promise<void> {
  await services.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
    try {
      if (!(await isLoaded(connection))) await tell(services);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}

async function isLoaded(db: Kysely<DB>): Promise<boolean> {
  const mark = await db
    .selectFrom("platform_marks")
    .select("name")
    .where("name", "=", MARK)
    .executeTakeFirst();
  return mark !== undefined;
}

async function tell(services: DemoServices): Promise<void> {
  const today = services.clock();
  // A telling that was cut short is told on from where it stopped: a creator is there whole or not at all.
  const told = await services.db
    .selectFrom("platform_marks")
    .select("name")
    .where("name", "like", `${MARK}:%`)
    .execute();
  const done = new Set(told.map((mark) => mark.name));
  const open = demoCreators.filter((creator) => !done.has(`${MARK}:${creator.username}`));
  const work = open.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const creator of work) {
        const random = createRandom(creator.username);
        const id = await settleCreator(services, creator, today);
        await tellTips(services, { ...creator, id }, random, today);
        if (creator.status === "CHARGEBACK") await tellChargeback(services, { ...creator, id }, today);
        await mark(services.db, `${MARK}:${creator.username}`, today);
      }
    }),
  );
  await tellVoices(services);
  await releaseMatured(services.db, today);
  await slideThirtyDays(services.db, today);
  await mark(services.db, MARK, today);
}

/** What creators and fans say on the home page. */
async function tellVoices(services: DemoServices): Promise<void> {
  await services.db.deleteFrom("testimonials").execute();
  for (const [position, voice] of demoTestimonials.entries()) {
    const { creator, role, en, de } = voice;
    await addTestimonial(services.db, { id: services.newId(), username: creator, role, en, de, position });
  }
}

async function mark(db: Kysely<DB>, name: string, at: Date): Promise<void> {
  await db
    .insertInto("platform_marks")
    .values({ name, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
