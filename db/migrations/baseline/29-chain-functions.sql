-- Entries of the chain, and what a row says in them. Also run by the upgrade of older databases.

create or replace function chain_hash(before bytea, e chain_entries) returns bytea language sql immutable parallel safe as $$
select sha256(coalesce(before, '') || int8send(e.id) || convert_to(jsonb_build_array(e.kind, e.row_id)::text, 'UTF8')
  || coalesce(e.digest, '') || timestamptz_send(e.at))
$$;

create or replace function append_chain_entry(kind_of text, row_of text, says bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry chain_entries;
  head chain_entries;
begin
  -- The last lock of a transaction: it is over as soon as this is written.
  perform pg_advisory_xact_lock(hashtextextended('chain', 0));
  select * into head from chain_entries order by id desc limit 1;
  entry := row(coalesce(head.id, 0) + 1, kind_of, row_of, says, clock_timestamp(), ''::bytea);
  entry.hash := chain_hash(head.hash, entry);
  insert into chain_entries select entry.*;
end $$;
revoke execute on function append_chain_entry(text, text, bytea) from public;

create or replace function follow_in_chain() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row_of text;
  says bytea;
  known chain_entries;
begin
  if tg_op = 'DELETE' then
    row_of := old.id::text;
  else
    row_of := new.id::text;
  end if;
  execute format('select chain_digest(r) from %I r where id = $1::%s', tg_table_name, tg_argv[1]) into says using row_of;
  select * into known from chain_entries where kind = tg_argv[0] and row_id = row_of order by id desc limit 1;
  if known.digest is distinct from says then
    perform append_chain_entry(tg_argv[0], row_of, says);
  end if;
  return null;
end $$;
revoke execute on function follow_in_chain() from public;

create or replace function follow_key_in_chain() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row_of text;
  says bytea;
  known chain_entries;
begin
  execute format('select %s, (select chain_digest(r) from %I r where %s) from (select ($1).*) as k',
    tg_argv[1], tg_table_name, tg_argv[2]) into row_of, says using case tg_op when 'DELETE' then old else new end;
  select * into known from chain_entries where kind = tg_argv[0] and row_id = row_of order by id desc limit 1;
  if known.digest is distinct from says then
    perform append_chain_entry(tg_argv[0], row_of, says);
  end if;
  return null;
end $$;
revoke execute on function follow_key_in_chain() from public;

create or replace function settlement_parts_in_chain() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The settlement's own trigger writes the entry as the transaction ends: nothing is waited for after the chain's lock.
  update settlements s set provider = s.provider where s.id in (select c.settlement_id from changed c);
  return null;
end $$;
revoke execute on function settlement_parts_in_chain() from public;

create or replace function chain_digest(r payout_destinations) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.user_id, r.status, encode(sha256(r.encrypted), 'hex'), r.bank_country,
    r.has_paxum, r.masked_account, extract(epoch from r.created_at), extract(epoch from r.confirmed_at), r.confirmed_by,
    extract(epoch from r.decided_at), r.decided_by)::text, 'UTF8'))
$$;

create or replace function chain_digest(r payout_batches) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.rail, r.currency, r.payouts_count, r.total_minor, r.worth_eur_minor,
    r.created_by, extract(epoch from r.created_at), r.released_by, extract(epoch from r.released_at), r.file_payouts_count,
    r.file_total_minor, encode(r.file_sha256, 'hex'), encode(sha256(r.file_encrypted), 'hex'))::text, 'UTF8'))
$$;

-- With its bookings.
create or replace function chain_digest(r bank_statements) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.account_iban, r.kind, r.currency, r.statement_ref, r.issue, r.page,
    r.opening_minor, r.closing_minor, r.credits_minor, r.debits_minor, encode(r.content_sha256, 'hex'), r.imported_by,
    extract(epoch from r.imported_at), r.sequence, r.closing_on,
    (select jsonb_agg(jsonb_build_array(e.id, e.direction, e.amount_minor, e.currency, e.outcome, e.payout_id, e.batch_id,
        e.position, e.booked_on, e.is_return, e.end_to_end_ref, e.bank_ref, e.settlement_id, e.transfer_id, encode(e.fingerprint, 'hex'))
      order by e.position) from bank_entries e where e.statement_id = r.id))::text, 'UTF8'))
$$;
