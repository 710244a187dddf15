-- Tables with rows that are only added, and that cannot be emptied at once, not even by their owner.
do $$
declare
  name text;
begin
  foreach name in array array[
    'account_status_events', 'audit_log', 'document_views',
    'ledger_transaction', 'ledger_transfer', 'ledger_corrections', 'ledger_correction_reversals',
    'journal_numbers', 'journal_months', 'ledger_checkpoints', 'ledger_checkpoint_sums', 'chain_entries',
    'refunds_beyond', 'suspense_exits', 'dispute_acts', 'dispute_act_parts',
    'write_offs', 'write_off_parts', 'give_ups', 'debt_set_offs', 'credit_notes', 'credit_note_cancellations',
    'settlement_events', 'settlement_event_acts', 'bank_statements', 'bank_entries', 'content_decisions'
  ] loop
    execute format('create trigger %s_rows_stay before update or delete on %1$s
      for each row execute function refuse_change()', name);
    execute format('create trigger %s_table_stays before truncate on %1$s
      for each statement execute function refuse_change()', name);
  end loop;
end $$;

-- These have a rule of their own for changes of rows.
create trigger payment_events_table_stays before truncate on payment_events
  for each statement execute function refuse_change();
create trigger vat_id_checks_table_stays before truncate on vat_id_checks
  for each statement execute function refuse_change();
create trigger settlement_rows_stay before update or delete on settlement_rows
  for each row execute function refuse_change();
create trigger settlement_rows_table_stays before truncate on settlement_rows
  for each statement execute function refuse_change();
