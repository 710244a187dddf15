import { sql } from "kysely";
import { describe, expect } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { createNetworks } from "../../app/domain/microblog/network-port.ts";
import { listNetworkStates } from "../../app/domain/microblog/network-states.server.ts";
import { xNetwork } from "../../app/domain/microblog/networks/x.server.ts";
import { claimPost } from "../../app/domain/microblog/post-due.server.ts";
import { producePosts } from "../../app/domain/microblog/produce.server.ts";
import { createPool } from "../../db/index.ts";
import { explainRead } from "../bench/query-plan.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { X_KEYS } from "../support/networks/fake-x.ts";

// What each minute reads must not grow with the tips and posts of before: a month of busy creators, years of tips.

const NOW = new Date("2026-11-23T12:00:00Z");
/** Of whom creator 1 is busy: thousands of tips a day, each with its post. */
const BUSY = "00000000-0000-4000-9000-000000000001";
const network = xNetwork({ ...X_KEYS, base: null, monthlyBudgetMills: 25_000, clock: () => NOW });
const encryption = createEncryption("a secret of at least thirty-two characters");
let database: TestDatabase;

it.beforeAll(async ({ database: own }) => {
  database = own;
  const { db } = database;
  const id = sql`('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await sql`insert into users (id, email, username, status, created_at, updated_at)
    select ${id}, n || '@plans.example', 'user' || n, 'ACTIVE', now(), now() from generate_series(1, 2000) as n`.execute(
    db,
  );
  await sql`insert into microblog_links
      (id, user_id, network, account_id, handle, credentials_encrypted, linked_at, rounds_at, failed_at)
    select ${id}, ${id}, 'x', n::text, 'h' || n, case when n % 50 = 0 then ''::bytea else '\\x00' end, '2025-01-01',
      ${NOW}::timestamptz + make_interval(secs => n % 600 + 1), case when n % 50 = 0 then ${NOW}::timestamptz end
    from generate_series(1, 2000) as n`.execute(db);
  await sql`insert into microblog_settings
      (user_id, network, on_new_tip, show_amount, tip_frequency, advert_frequency, on_achievement, changed_at)
    select ${id}, 'x', true, true, case when n % 2 = 0 then 'HOURLY' else 'ALL' end, 'OFF', true, '2025-01-01'
    from generate_series(1, 2000) as n`.execute(db);
  // A year of tips of some, none of them new; the busy one has one that is.
  await sql`insert into tips
      (id, creator_id, currency, amount_minor, status, sender_name, locale, paid_at, activated_at, created_at, updated_at)
    select gen_random_uuid(), ${id}, 'EUR', 500, 'ACTIVE', 'Fan', 'de', at, at, at, at
    from generate_series(1, 40) as n, generate_series(1, 2500) as m,
      lateral (select ${NOW}::timestamptz - interval '3 days' - make_interval(mins => m * 200) as at) as t`.execute(
    db,
  );
  await sql`insert into tips
      (id, creator_id, currency, amount_minor, status, sender_name, locale, paid_at, activated_at, created_at, updated_at)
    select gen_random_uuid(), ${BUSY}, 'EUR', 500, 'ACTIVE', 'Fan', 'de', at, at, at, at
    from (select ${NOW}::timestamptz - interval '1 minute' as at) as t`.execute(db);
  // A month of posts: 20 a day were made, most of the busy one's were too many.
  await sql`insert into microblog_posts (id, user_id, network, reason, subject, text, says_amount, status, tries, due_at,
      sending_at, ended_at, drop_reason, created_at)
    select gen_random_uuid(), ${id}, 'x', 'TIP', gen_random_uuid()::text, 'text', false,
      case when m % 10 = 0 then 'POSTED' else 'DROPPED' end, 1, at, case when m % 10 = 0 then at end, at,
      case when m % 10 = 0 then null else 'MANY' end, at
    from generate_series(1, 40) as n, generate_series(1, 2000) as m,
      lateral (select ${NOW}::timestamptz - interval '1 day' - make_interval(mins => m * 20) as at) as t`.execute(
    db,
  );
  await sql`insert into microblog_posts (id, user_id, network, reason, subject, text, says_amount, status, due_at, created_at)
    select gen_random_uuid(), ${id}, 'x', 'COUNT', '10', 'text', false, 'WAITING',
      ${NOW}::timestamptz - make_interval(secs => 300 - n), ${NOW}::timestamptz
    from generate_series(1, 200) as n`.execute(db);
  await sql`update microblog_links set credentials_encrypted = ${encryption.encrypt("microblog-link", BUSY, Buffer.from("{}"))}
    where user_id = ${BUSY}`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
});

async function factsOf(read: Parameters<typeof explainRead>[1]) {
  const pool = createPool(database.url, { max: 1 });
  try {
    const { shape, indexes, buffers } = await explainRead(pool, read);
    return { used: indexes.split(" "), whole: shape.match(/Seq Scan \w+/g) ?? [], buffers };
  } finally {
    await pool.end();
  }
}

/** Leaves nothing behind, so that each runs on the same rows. */
class Undone extends Error {}
const undone = (read: (db: Parameters<Parameters<typeof explainRead>[1]>[0]) => Promise<unknown>) =>
  factsOf(async (db) => {
    try {
      await read(db);
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
  });

describe("each minute", () => {
  it("what is new is found among the links and their tips of two days, and made without reading older ones", async () => {
    const { used, whole, buffers } = await undone((db) =>
      producePosts({
        db,
        clock: () => NOW,
        newId: () => crypto.randomUUID(),
        publicUrl: "https://t.example",
        networks: createNetworks([network]),
      }),
    );
    for (const table of ["tips", "microblog_posts", "daily_tip_totals"])
      expect(whole).not.toContain(`Seq Scan ${table}`);
    expect(used).toEqual(
      expect.arrayContaining([
        "microblog_posts_tips_idx",
        "microblog_posts_sent_idx",
        "microblog_links_rounds_idx",
      ]),
    );
    // A thousand links tell every tip.
    expect(buffers).toBeLessThan(1000);
  });

  it("the next post is claimed by its index, and those of a day are counted by theirs", async () => {
    const { used, whole, buffers } = await undone((db) =>
      db.transaction().execute(async (trx) => {
        await claimPost(trx, { encryption }, network, NOW);
        throw new Undone();
      }),
    );
    expect(used).toEqual(expect.arrayContaining(["microblog_posts_due_idx", "microblog_posts_sent_idx"]));
    expect(whole).toEqual([]);
    expect(buffers).toBeLessThan(300);
  });
});

it("the operators' page reads what is open, what was dropped in a day and what failed, not the month before", async () => {
  const { used, whole, buffers } = await factsOf((db) =>
    listNetworkStates({ db, clock: () => NOW, networks: createNetworks([network]) }),
  );
  expect(used).toEqual(
    expect.arrayContaining([
      "microblog_posts_due_idx",
      "microblog_posts_dropped_idx",
      "microblog_links_failed_idx",
    ]),
  );
  for (const table of ["microblog_posts", "microblog_links"])
    expect(whole).not.toContain(`Seq Scan ${table}`);
  expect(buffers).toBeLessThan(300);
});
