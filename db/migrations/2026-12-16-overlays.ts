import { type Kysely, sql } from "kysely";

/**
 * An alert points to its tip, which has the words. The address is signed from the key: a new key renews it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table overlays (
      user_id uuid primary key references users,
      key_id uuid not null unique,
      made_at timestamptz not null,
      renewed_at timestamptz not null,
      paused_at timestamptz,
      reviews_words boolean not null default false,
      design text not null default 'NOTE' check (design in ('NOTE', 'RIBBON', 'BURST')),
      accent text check (accent ~ '^#[0-9a-f]{6}$'),
      shown_seconds integer not null default 8 check (shown_seconds between 1 and 60),
      minimum_minor bigint check (minimum_minor > 0),
      minimum_currency text,
      sound text not null default 'CHIME' check (sound in ('NONE', 'CHIME', 'OWN')),
      own_css text check (octet_length(own_css) <= 10240),
      lead_id uuid,
      lead_until timestamptz,
      constraint overlays_minimum_has_currency check ((minimum_minor is null) = (minimum_currency is null)),
      constraint overlays_lead_has_end check ((lead_id is null) = (lead_until is null))
    ) with (fillfactor = 70)`.execute(db);
  await sql`
    create table overlay_sounds (
      user_id uuid primary key references overlays on delete cascade,
      content_type text not null check (content_type in ('audio/mpeg', 'audio/ogg', 'audio/wav')),
      bytes bytea not null check (octet_length(bytes) <= 512000),
      uploaded_at timestamptz not null
    )`.execute(db);
  await sql`
    create table overlay_alerts (
      id uuid primary key,
      user_id uuid not null references overlays on delete cascade,
      tip_id uuid unique references tips on delete cascade,
      status text not null default 'WAITING' check (status in ('WAITING', 'SHOWN', 'SKIPPED')),
      turn integer not null default 1 check (turn > 0),
      words text not null default 'UNSEEN' check (words in ('UNSEEN', 'APPROVED', 'REFUSED')),
      queued_at timestamptz not null,
      ended_at timestamptz,
      constraint overlay_alerts_ended check ((status = 'WAITING') = (ended_at is null))
    )`.execute(db);
  await sql`
    create index overlay_alerts_waiting_idx on overlay_alerts (user_id, queued_at, id) where status = 'WAITING'`.execute(
    db,
  );
  await sql`
    create index overlay_alerts_ended_idx on overlay_alerts (user_id, ended_at, id) where status <> 'WAITING'`.execute(
    db,
  );
  await sql`create index overlay_alerts_queued_idx on overlay_alerts (queued_at)`.execute(db);
}
