import { sql } from "kysely";
import { expect } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { deleteAccount, giveUp, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { sharedGroups } from "../../app/domain/grouplists/own-groups.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import {
  hasRetainedPayoutData,
  openRetainedPayoutData,
} from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { RETENTION } from "../../app/domain/retention/retention-table.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { test as it } from "../support/domain-test.ts";
import { GERMAN_BANK, makeOperator, PAYOUT_SECRET } from "../support/money/payout-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

// What remains of an account that had everything, against what the retention table says remains.

const tokens = createTokens("a secret of at least thirty-two characters");
let world: TipWorld;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
});

const encryption = createEncryption(PAYOUT_SECRET);

/** A row in every table that can hold something of a creator. */
async function creatorWithEverything(): Promise<Creator> {
  const { db, clock } = world;
  const creator = await createCreator(world);
  await payTip(world, creator, { type: "INETCASH_OB", message: "Danke", email: "fan@example.org" });
  const left = { creator_id: creator.id, currency: "EUR", amount_minor: minor(50_00) };
  await db.transaction().execute((trx) => giveUp(trx, world, left, "later", clock()));
  const [at, me, id] = [clock(), creator.id, () => sql`gen_random_uuid()`];
  const [paidTo, unused, payout] = [world.newId(), world.newId(), world.newId()];
  const [avatar, contentCase, group] = [world.newId(), world.newId(), world.newId()];
  const endpoint = world.newId();
  const encrypted = (details: string) =>
    encryption.encrypt("payout-details", details, Buffer.from(JSON.stringify(GERMAN_BANK)));
  const rows = [
    sql`update users set firstname = 'Ada', lastname = 'Kessler', company = 'AK', address = 'Gasse 7', zipcode = '1',
      city = 'Leipzig', country_id = 1, date_of_birth = '1991-03-29', eu_ust_id = 'DE1', locale = 'de',
      password_hash = 'x', last_seen_at = ${at}, ranking_enabled_at = ${at}, featured_at = ${at},
      email_verified_at = ${at}, username_changed_at = ${at}, about = 'Ich nähe', goal_title = 'Nähmaschine',
      goal_minor = 5000, goal_currency = 'EUR', goal_from = '2026-11-01', show_supporters = true where id = ${me}`,
    sql`insert into profile_words (id, user_id, kind, words, status, review_reason, created_at)
      values (${id()}, ${me}, 'ABOUT', 'ada.example', 'PENDING', 'link', ${at})`,
    sql`insert into media_files (id, key, is_public, width, height, variants, owner_id, created_at)
      values (${avatar}, 'AVATAR', true, 8, 8, '[]', ${me}, ${at})`,
    sql`update users set avatar_id = ${avatar} where id = ${me}`,
    sql`insert into traffic_entities values (${at}::timestamptz::date, 'user', ${me}, 'view', 1)`,
    sql`insert into traffic_views (day, pattern, step, creator, asked_locale, locale, referrer_host, views_count)
      select ${at}::timestamptz::date, '/', '', lower(username), '', 'de', '', 1 from users where id = ${me}`,
    sql`insert into social_links values (${me}, 'twitter', 'ada')`,
    sql`insert into tribute_items (id, user_id, name, amount_minor, currency, position, status, created_at)
      values (${id()}, ${me}, 'Kaffee', 500, 'EUR', 1, 'ACTIVE', ${at})`,
    sql`insert into tip_replies (id, tip_id, position, message, created_at)
      select ${id()}, id, 1, 'Danke dir', ${at} from tips where creator_id = ${me}`,
    sql`insert into monthly_thanks values (${id()}, ${me}, '2026-11-01', 'Danke euch', 1, ${at})`,
    sql`insert into grouplists (id, slug, name, currency, status, invite_code, created_at, updated_at)
      values (${group}, 'abcdefgh', 'Nähkreis', 'EUR', 'APPROVED', 'abcdefghabcdefgh', ${at}, ${at})`,
    sql`insert into grouplist_users values (${id()}, ${group}, ${me}, 'OWNER', ${at}, ${at})`,
    sql`insert into leaderboard_ranks values ('month', ${me}, ${at}, 1)`,
    sql`update tips set begun_by = ${me} where creator_id = ${me}`,
    sql`insert into username_history values ('ada.frueher', ${me}, ${at})`,
    sql`with said as (
        insert into testimonials (id, creator_id, role, position) values (${id()}, ${me}, 'creator', 1) returning id)
      insert into testimonial_texts select id, 'en', 'Good' from said`,
    sql`insert into verification_documents values (${id()}, ${me}, 'mediafile_pass', 'image/webp', 9, ${at})`,
    sql`insert into verification_cases (id, user_id, submitted_at) values (${id()}, ${me}, ${at})`,
    sql`insert into document_views (document_id, user_id, kind, viewer_id, at)
      values (${id()}, ${me}, 'mediafile_pass', ${me}, ${at})`,
    sql`insert into sessions values (${id()}, '\\x01', ${me}, 'Browser', false, ${at}, ${at}, ${at})`,
    sql`insert into api_tokens select '\\x02', id, 'ACCESS', null, ${at} from sessions where user_id = ${me}`,
    sql`insert into api_keys select id, 'Bot', sha256('1'), 'trk_1', '{tips:read}' from sessions where user_id = ${me}`,
    sql`insert into mailed_tokens values ('\\x03', ${me}, 'password', null, ${at}, ${at})`,
    sql`insert into second_factor_challenges values ('\\x04', ${me}, ${at})`,
    sql`insert into second_factors (user_id, secret_encrypted, created_at) values (${me}, '\\x05', ${at})`,
    sql`insert into recovery_codes values (${me}, '\\x06')`,
    sql`insert into passkeys values (${id()}, ${me}, 'phone', '\\x0e', 0, '{}', 'Phone', ${at}, ${at})`,
    sql`insert into email_changes (id, user_id, old_email, new_email, undo_hash, changed_at, undo_until)
      values (${id()}, ${me}, 'ada@frueher.example', 'ada@neu.example', '\\x07', ${at}::timestamptz - interval '8 days',
        ${at}::timestamptz - interval '1 day')`,
    sql`insert into support_notes (id, user_id, words, written_by, written_at)
      values (${id()}, ${me}, 'Ada rief an', ${me}, ${at})`,
    sql`insert into known_devices values (${id()}, ${me}, '\\x08', ${at}, ${at})`,
    sql`insert into microblog_requests values (${id()}, ${me}, 'x', '', '\\x0c', 5, ${at})`,
    sql`insert into microblog_links (id, user_id, network, account_id, handle, credentials_encrypted, linked_at, rounds_at)
      values (${id()}, ${me}, 'x', '1', 'ada', '\\x0d', ${at}, ${at})`,
    sql`insert into chat_links values (${me}, '1', 'ada', ${at})`,
    sql`insert into microblog_settings values (${me}, 'x', true, true, 'ALL', 'OFF', true, ${at})`,
    sql`insert into microblog_posts (id, user_id, network, reason, subject, text, says_amount, status, due_at, created_at)
      values (${id()}, ${me}, 'x', 'ADVERT', '2026-11-20', 'Hi', false, 'WAITING', ${at}, ${at})`,
    sql`insert into known_networks values (${me}, '\\x09', ${at})`,
    sql`insert into demo_mailbox values (${id()}, ${`${creator.username}@example.org`}, 'Hi', 'Hi', 'Hi', ${at})`,
    ...[paidTo, unused].map(
      (details, place) => sql`
        insert into payout_destinations (id, user_id, status, encrypted, has_paxum, masked_account, created_at, decline_reason)
        values (${details}, ${me}, ${place === 0 ? "REPLACED" : "DECLINED"}, ${encrypted(details)}, false, 'DE•• 3000', ${at}, 'no')`,
    ),
    sql`insert into payouts (id, creator_id, currency, amount_minor, fee_minor, fee_vat_minor, net_minor, payout_type,
        method, rail, details_id, status, requested_at, failed_at)
      values (${payout}, ${me}, 'EUR', 5000, 0, 0, 5000, 'MANUAL', 'BANK', 'SEPA', ${paidTo}, 'FAILED', ${at}, ${at})`,
    sql`insert into content_cases (id, target, creator_id, reason, explanation, locale, status, received_at, changed_at)
      values (${contentCase}, '/ada', ${me}, 'OTHER', 'Words of who reported', 'de', 'DECIDED', ${at}, ${at})`,
    sql`insert into content_case_links values ('\\x0b', ${contentCase}, 'CREATOR', ${at})`,
    sql`insert into content_complaints values (${id()}, ${contentCase}, 'CREATOR', 'My own words', ${at})`,
    sql`insert into webhook_endpoints (id, user_id, address, events, secret_encrypted, made_at)
      values (${endpoint}, ${me}, 'https://ada.example/hook', '{tip.received}', '\\x0f', ${at})`,
    sql`insert into webhook_deliveries (id, endpoint_id, type, subject_id, cause, happened_at, due_at)
      values (${id()}, ${endpoint}, 'webhook.test', ${endpoint}, '1', ${at}, ${at})`,
    sql`insert into connected_accounts (user_id, provider, account_ref, country, currency, created_at)
      values (${me}, 'sandbox', 'acct_1', 'DE', 'EUR', ${at})`,
    sql`insert into connected_payouts (id, user_id, provider, account_ref, payout_ref, currency, amount_minor, state, updated_at)
      values (${id()}, ${me}, 'sandbox', 'acct_1', 'po_1', 'EUR', 100, 'PAID', ${at})`,
    sql`insert into overlays (user_id, key_id, made_at, renewed_at) values (${me}, ${id()}, ${at}, ${at})`,
    sql`insert into overlay_sounds values (${me}, 'audio/wav', '\\x10', ${at})`,
    sql`insert into overlay_alerts (id, user_id, queued_at) values (${id()}, ${me}, ${at})`,
    sql`insert into month_statements (creator_id, month, currency, number, facts, issued_at)
      values (${me}, '2026-10', 'EUR', 1, '{}', ${at})`,
  ];
  for (const row of rows) await row.execute(db);
  return creator;
}

/** Every reference to users that the database knows, but for those of operators and editors to their acts. */
async function rowsOf(creator: Creator): Promise<Record<string, Record<string, unknown>[]>> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(world.db);
  const owned = [
    ...references,
    { table: "users", column: "id" },
    { table: "media_files", column: "owner_id" },
    { table: "second_factors", column: "user_id" },
    { table: "passkeys", column: "user_id" },
    { table: "traffic_entities", column: "entity_id" },
  ];
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const { table, column } of owned) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${sql.ref(column)} = ${creator.id}`.execute(world.db);
    found[table] = [...(found[table] ?? []), ...rows];
  }
  for (const table of ["mail_outbox", "demo_mailbox"]) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where recipient = ${`${creator.username}@example.org`}`.execute(
      world.db,
    );
    found[table] = rows;
  }
  // Views that led to their page; nobody else's are there.
  const views = await sql<Record<string, unknown>>`select * from traffic_views where creator <> ''`.execute(
    world.db,
  );
  found.traffic_views = views.rows;
  for (const table of ["content_case_links", "content_complaints"]) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(world.db);
    found[table] = rows;
  }
  for (const table of ["overlay_sounds", "overlay_alerts"]) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(world.db);
    found[table] = rows;
  }
  found.webhook_deliveries = (
    await sql<Record<string, unknown>>`select * from webhook_deliveries`.execute(world.db)
  ).rows;
  found.tip_replies = (await sql<Record<string, unknown>>`select * from tip_replies`.execute(world.db)).rows;
  found.api_tokens = (await sql<Record<string, unknown>>`select * from api_tokens`.execute(world.db)).rows;
  found.api_keys = (await sql<Record<string, unknown>>`select * from api_keys`.execute(world.db)).rows;
  const voices = await sql<Record<string, unknown>>`select * from testimonial_texts`.execute(world.db);
  found.testimonial_texts = voices.rows;
  found.recovery_codes = (
    await sql<Record<string, unknown>>`select * from recovery_codes`.execute(world.db)
  ).rows;
  return found;
}

it("a deleted account leaves exactly the columns that the retention table names", async () => {
  const creator = await creatorWithEverything();
  expect(await requestDeletion({ ...world, tokens }, creator.id)).toBe("sent");
  const { dedupe_key } = await world.db
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", "deletion")
    .executeTakeFirstOrThrow();
  const token = tokens.sign("deletion", dedupe_key.slice("deletion:".length));
  const before = await rowsOf(creator);
  for (const { table, after_deletion } of RETENTION)
    if (after_deletion === "gone") expect([table, before[table]?.length ?? 0]).not.toEqual([table, 0]);

  const groups = sharedGroups(world, creator.id);
  expect(await deleteAccount({ ...world, groups }, { user_id: creator.id, token })).toBe("deleted");
  const { rows } = await sql<{ data: { media_ids: string[] } }>`
    select data from pgboss.job where name = 'media.erase' order by created_on desc limit 1`.execute(
    world.db,
  );
  const erased = rows[0]?.data.media_ids ?? [];
  const after = await rowsOf(creator);
  expect(after.media_files?.map(({ id }) => id)).toEqual(erased);
  for (const [table, left] of Object.entries(after)) {
    if (table === "media_files") continue;
    const lines = RETENTION.filter((each) => each.table === table);
    expect(lines, table).not.toEqual([]);
    for (const { after_deletion: kept } of lines) {
      if (typeof kept === "string") expect([table, left]).toEqual([table, []]);
      else
        for (const column of kept.empty ?? [])
          for (const row of left) expect([table, column, row[column] || null]).toEqual([table, column, null]);
    }
  }
  // Where money went stays, encrypted; what was never used goes.
  expect(after.payout_destinations).toMatchObject([{ status: "REPLACED" }]);
  expect(after.users?.[0]).toMatchObject({
    email: `deleted-${creator.id}@deleted.invalid`,
    deleted_at: world.clock(),
  });
});

it("what is kept of payout data is opened by an operator with a reason, which is logged with it", async () => {
  const { id: user_id } = await world.db
    .selectFrom("users")
    .select("id")
    .where("deleted_at", "is not", null)
    .executeTakeFirstOrThrow();
  const operator_id = await makeOperator(world);
  expect(await hasRetainedPayoutData(world.db, user_id)).toBe(true);
  const reason = "The tax office asks for 2026";
  const kept = await openRetainedPayoutData({ ...world, encryption }, { user_id, operator_id, reason });
  expect(kept).toMatchObject([{ details: GERMAN_BANK }]);
  const { entries } = await listAudit(world.db, { subject: `user:${user_id}` });
  expect(entries).toMatchObject([
    { action: "payout_data.viewed", after: { details: [kept[0]?.id], reason } },
  ]);

  const other = await createCreator(world);
  expect(await hasRetainedPayoutData(world.db, other.id)).toBe(false);
  expect(
    await openRetainedPayoutData({ ...world, encryption }, { user_id: other.id, operator_id, reason }),
  ).toEqual([]);
});

it("ten years after the last payout what was kept of payout data is emptied", async () => {
  world.time.passSeconds(3660 * 86_400);
  const log = { error: () => undefined };
  expect((await sweepRetention({ ...world, log })).failed).toEqual([]);
  const rows = await world.db
    .selectFrom("payout_destinations")
    .select(["encrypted", "masked_account"])
    .execute();
  expect(rows).toEqual([{ encrypted: Buffer.alloc(0), masked_account: "" }]);
});
