-- The chain (docs/money.md, 4): what the rows of the followed tables said, each time that they changed, hashed and
-- chained to the entry before. Written when a transaction ends, by append_chain_entry() alone.
create table chain_entries (
  id bigint primary key check (id > 0),
  kind text not null check (kind ~ '^[A-Z_]+$'),
  row_id text not null,
  -- Of what the row says; null once it is removed.
  digest bytea,
  at timestamptz not null,
  hash bytea not null
);
create index chain_entries_row_idx on chain_entries (kind, row_id, id);
create index chain_entries_hash_idx on chain_entries (hash);
