import { type Kysely, sql } from "kysely";

/**
 * Grouplists: a shared page whose tips are split. The fan's tip belongs to the group and has no creator; once it is paid,
 * each member's share is a tip of theirs (`group_tip_id`), with its own read state, thank-yous and allocation. Who shares
 * is kept with the payment when it begins.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createGrouplists(db);
  await extendTips(db);
  await sql`
    create table grouplist_totals (
      grouplist_id uuid not null references grouplists,
      period text not null check (period in ('ALL', 'MONTH', '30DAYS', 'DAY')),
      period_start date not null,
      tips_count bigint not null,
      amount_minor bigint not null,
      amount_eur_minor bigint not null,
      primary key (grouplist_id, period, period_start)
    )`.execute(db);
  await sql`
    create index grouplist_totals_rank_idx on grouplist_totals (period, period_start, amount_eur_minor desc, grouplist_id)`.execute(
    db,
  );
  // A tip drops no page, so not every column counts.
  const shown = sql`name, avatar_id, status, archived_at, ranking_enabled_at`;
  await tellNewsOf(db, "grouplists", "id", sql`insert or delete or update of ${shown}`);
  await tellNewsOf(db, "grouplist_users", "grouplist_id", sql`insert or delete or update`);
}

async function createGrouplists(db: Kysely<never>): Promise<void> {
  await sql`
    create table grouplists (
      id uuid primary key,
      slug text not null unique check (slug ~ '^[a-z0-9]{8}$'),
      name text check (char_length(name) between 1 and 255),
      currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
      status text not null check (status in ('PENDING', 'APPROVED', 'DECLINED')),
      decline_reason text,
      avatar_id uuid references media_files on delete set null,
      new_name text check (char_length(new_name) between 1 and 255),
      new_avatar_id uuid references media_files on delete set null,
      review_since timestamptz,
      reviewed_by uuid references users,
      reviewed_at timestamptz,
      invite_code text not null unique check (invite_code ~ '^[a-z0-9]{16}$'),
      invites_enabled boolean not null default true,
      ranking_enabled_at timestamptz,
      tips_paid integer not null default 0,
      archived_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (status <> 'PENDING' or review_since is not null)
    )`.execute(db);
  await sql`
    create index grouplists_review_idx on grouplists (review_since, id)
    where review_since is not null and archived_at is null`.execute(db);
  await sql`
    create index grouplists_newest_idx on grouplists (created_at desc, id)
    where status = 'APPROVED' and archived_at is null`.execute(db);
  await sql`
    create table grouplist_users (
      id uuid primary key,
      grouplist_id uuid not null references grouplists on delete cascade,
      creator_id uuid not null references users,
      status text not null check (status in ('OWNER', 'PENDING', 'MEMBER')),
      asked_at timestamptz not null,
      joined_at timestamptz,
      unique (grouplist_id, creator_id),
      check ((status = 'PENDING') = (joined_at is null))
    )`.execute(db);
  await sql`create index grouplist_users_creator_idx on grouplist_users (creator_id)`.execute(db);
  await sql`
    create unique index grouplist_users_owner_idx on grouplist_users (grouplist_id) where status = 'OWNER'`.execute(
    db,
  );
}

async function extendTips(db: Kysely<never>): Promise<void> {
  await sql`
    alter table tips
      alter column creator_id drop not null,
      add column grouplist_id uuid references grouplists,
      add column group_tip_id uuid references tips on delete cascade,
      add column chosen_creator_ids uuid[],
      add column group_turn integer,
      add constraint tips_of_somebody check (
        (creator_id is null) = (grouplist_id is not null and group_tip_id is null)),
      add constraint tips_share_of_group check (group_tip_id is null or grouplist_id is not null),
      add constraint tips_chosen_of_group check (chosen_creator_ids is null or creator_id is null)`.execute(
    db,
  );
  await sql`create index tips_group_tip_idx on tips (group_tip_id) where group_tip_id is not null`.execute(
    db,
  );
  // In the order in which they joined, as it was when the payment began.
  await sql`alter table payments add column member_ids uuid[] check (cardinality(member_ids) between 1 and 50)`.execute(
    db,
  );
  // A creator's or a group's.
  await sql`alter table payment_starts drop constraint payment_starts_creator_id_fkey`.execute(db);
  await sql`alter table payment_starts rename column creator_id to receiver_id`.execute(db);
  await sql`alter index payment_starts_creator_idx rename to payment_starts_receiver_idx`.execute(db);
}

/** What a group's page shows is told to every process, as a creator's is. */
async function tellNewsOf(
  db: Kysely<never>,
  table: string,
  id: string,
  changes: ReturnType<typeof sql>,
): Promise<void> {
  const name = `tell_${table}_news`;
  await sql`
    create function ${sql.id(name)}() returns trigger language plpgsql as $$
    begin
      perform pg_notify('page_news', coalesce(new.${sql.id(id)}, old.${sql.id(id)})::text);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ${sql.id(`${table}_page_news`)} after ${changes}
    on ${sql.id(table)} for each row execute function ${sql.id(name)}()`.execute(db);
}
