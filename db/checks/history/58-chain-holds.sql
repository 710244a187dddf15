-- The chain goes from 1 without a gap, each hash is of its entry and the one before, and what a row says now is what its
-- last entry says. What an earlier check saw as its head is still there: nobody has cut it since.
with entries as (
  select e, lag(e.hash) over (order by e.id) as before, row_number() over (order by e.id) as place from chain_entries e
), latest as (
  select distinct on (kind, row_id) kind, row_id, digest from chain_entries order by kind, row_id, id desc
), present as (
  select 'CHECKPOINT' as kind, id::text as row_id, chain_digest(r) as digest from ledger_checkpoints r
  union all select 'DESTINATION', id::text, chain_digest(r) from payout_destinations r
  union all select 'BATCH', id::text, chain_digest(r) from payout_batches r
  union all select 'ACT', id::text, chain_digest(r) from operator_acts r
  union all select 'STATEMENT', id::text, chain_digest(r) from bank_statements r
  union all select 'ACCOUNT_STATUS_EVENTS', chain_row_id(r), chain_digest(r) from account_status_events r
  union all select 'BANK_EXCEPTIONS', chain_row_id(r), chain_digest(r) from bank_exceptions r
  union all select 'BANK_GAPS', chain_row_id(r), chain_digest(r) from bank_gaps r
  union all select 'CONNECTED_ACCOUNTS', chain_row_id(r), chain_digest(r) from connected_accounts r
  union all select 'CREDIT_NOTE_CANCELLATIONS', chain_row_id(r), chain_digest(r) from credit_note_cancellations r
  union all select 'CREDIT_NOTES', chain_row_id(r), chain_digest(r) from credit_notes r
  union all select 'CURRENCIES', chain_row_id(r), chain_digest(r) from currencies r
  union all select 'DEBT_SET_OFFS', chain_row_id(r), chain_digest(r) from debt_set_offs r
  union all select 'DISPUTE_ACTS', chain_row_id(r), chain_digest(r) from dispute_acts r
  union all select 'DISPUTES', chain_row_id(r), chain_digest(r) from disputes r
  union all select 'GIVE_UPS', chain_row_id(r), chain_digest(r) from give_ups r
  union all select 'HELD_RATES', chain_row_id(r), chain_digest(r) from held_rates r
  union all select 'JOURNAL_MONTHS', chain_row_id(r), chain_digest(r) from journal_months r
  union all select 'LEDGER_CORRECTION_REVERSALS', chain_row_id(r), chain_digest(r) from ledger_correction_reversals r
  union all select 'LEDGER_CORRECTIONS', chain_row_id(r), chain_digest(r) from ledger_corrections r
  union all select 'PAYOUT_FREEZES', chain_row_id(r), chain_digest(r) from payout_freezes r
  union all select 'REFERENCE_RATES', chain_row_id(r), chain_digest(r) from reference_rates r
  union all select 'REFUND_FAILURES', chain_row_id(r), chain_digest(r) from refund_failures r
  union all select 'REFUNDS', chain_row_id(r), chain_digest(r) from refunds r
  union all select 'REFUNDS_BEYOND', chain_row_id(r), chain_digest(r) from refunds_beyond r
  union all select 'SETTLEMENT_EVENT_ACTS', chain_row_id(r), chain_digest(r) from settlement_event_acts r
  union all select 'SETTLEMENT_EXCEPTIONS', chain_row_id(r), chain_digest(r) from settlement_exceptions r
  union all select 'SETTLEMENTS', chain_row_id(r), chain_digest(r) from settlements r
  union all select 'STATEMENT_CANCELLATIONS', chain_row_id(r), chain_digest(r) from statement_cancellations r
  union all select 'SUSPENSE_ENTRIES', chain_row_id(r), chain_digest(r) from suspense_entries r
  union all select 'SUSPENSE_EXITS', chain_row_id(r), chain_digest(r) from suspense_exits r
  union all select 'USERS', chain_row_id(r), chain_digest(r) from users r
  union all select 'VAT_ID_CHECKS', chain_row_id(r), chain_digest(r) from vat_id_checks r
  union all select 'VAT_RATES', chain_row_id(r), chain_digest(r) from vat_rates r
  union all select 'VOUCHER_REDEMPTIONS', chain_row_id(r), chain_digest(r) from voucher_redemptions r
  union all select 'VOUCHERS', chain_row_id(r), chain_digest(r) from vouchers r
  union all select 'WRITE_OFFS', chain_row_id(r), chain_digest(r) from write_offs r
)
select 'entry' as fault, (e).kind, (e).row_id, (e).id
from entries where (e).id <> place or (e).hash <> chain_hash(before, e)
union all
select case when p.row_id is null then 'removed' when l.digest is null then 'unknown' else 'changed' end,
  coalesce(l.kind, p.kind), coalesce(l.row_id, p.row_id), null
from latest l full join present p on p.kind = l.kind and p.row_id = l.row_id
where l.digest is distinct from p.digest
union all
select 'cut', 'HEAD', encode(r.chain_hash, 'hex'), r.chain_id
from ledger_check_runs r left join chain_entries e on e.id = r.chain_id
where r.chain_hash is not null and e.hash is distinct from r.chain_hash
