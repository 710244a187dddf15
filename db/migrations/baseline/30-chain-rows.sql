-- What the rows of these tables say in the chain, the same whatever the session's settings; of most tables chain.ts
-- makes it.

create function chain_digest(r ledger_checkpoints) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.upto_transaction, encode(r.hash, 'hex'), extract(epoch from r.taken_at),
    encode(r.causes_hash, 'hex'))::text, 'UTF8'))
$$;

-- An act of before the column limit_eur_minor keeps the digest that it had.
create function chain_digest(r operator_acts) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to((jsonb_build_array(r.id, r.kind, r.subject, r.params, r.worth_eur_minor, r.made_by,
    extract(epoch from r.made_at), r.business_day, r.status, extract(epoch from r.decided_at), r.decided_by,
    r.decline_reason) || case when r.limit_eur_minor = -1 then '[]' else jsonb_build_array(r.limit_eur_minor) end)::text, 'UTF8'))
$$;

-- A rate of before the column recorded_at keeps the digest that it had.
create function chain_digest(r reference_rates) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to((jsonb_build_array(r.rate_date, r.currency, r.units_per_euro, r.source)
    || case when r.recorded_at is null then '[]' else jsonb_build_array(extract(epoch from r.recorded_at)) end
    )::text, 'UTF8'))
$$;

-- Every column but the next check, and why there was no answer.
create function chain_digest(r vat_id_checks) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.creator_id, r.vat_id, r.state, r.request_identifier, r.name, r.address,
    extract(epoch from r.asked_at), extract(epoch from r.checked_at))::text, 'UTF8'))
$$;

create function chain_row_id(r vat_id_checks) returns text language sql stable parallel safe as $$
  select r.id::text
$$;

create constraint trigger ledger_checkpoints_chain after insert or update or delete on ledger_checkpoints
  deferrable initially deferred for each row execute function follow_in_chain('CHECKPOINT', 'bigint');
create constraint trigger payout_destinations_chain after insert or update or delete on payout_destinations
  deferrable initially deferred for each row execute function follow_in_chain('DESTINATION', 'uuid');
create constraint trigger payout_batches_chain after insert or update or delete on payout_batches
  deferrable initially deferred for each row execute function follow_in_chain('BATCH', 'uuid');
create constraint trigger operator_acts_chain after insert or update or delete on operator_acts
  deferrable initially deferred for each row execute function follow_in_chain('ACT', 'uuid');
create constraint trigger bank_statements_chain after insert or update or delete on bank_statements
  deferrable initially deferred for each row execute function follow_in_chain('STATEMENT', 'uuid');
create constraint trigger vat_id_checks_chain after insert or delete or update
  of id, creator_id, vat_id, state, request_identifier, name, address, asked_at, checked_at on vat_id_checks
  deferrable initially deferred for each row
  execute function follow_key_in_chain('VAT_ID_CHECKS', 'k.id::text', 'r.id = k.id');

-- The parts of a settlement are written later than it, and each time it has a new entry.
create trigger settlement_rows_added after insert on settlement_rows referencing new table as changed
  for each statement execute function settlement_parts_in_chain();
create trigger settlement_events_added after insert on settlement_events referencing new table as changed
  for each statement execute function settlement_parts_in_chain();
create trigger settlement_events_changed after update on settlement_events referencing new table as changed
  for each statement execute function settlement_parts_in_chain();
