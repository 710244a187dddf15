-- Each account is one of the chart (docs/money.md, 2), behaves as it says there, and has an owner of the right kind.
select a.id, a.code, a.owner, a.currency, a.shard
from ledger_account a
left join (values
  ('psp_clearing', 'DEBIT', true, false, 'provider'), ('bank', 'DEBIT', true, false, ''),
  ('creator_receivable', 'DEBIT', false, true, 'creator'), ('psp_fee', 'DEBIT', true, false, ''),
  ('chargeback_fee', 'DEBIT', true, false, ''), ('chargeback_loss', 'DEBIT', true, false, ''),
  ('goodwill', 'DEBIT', true, false, ''), ('creator_pending', 'CREDIT', false, true, 'creator'),
  ('creator_unverified', 'CREDIT', false, true, 'creator'), ('creator_available', 'CREDIT', false, true, 'creator'),
  ('creator_dispute_hold', 'CREDIT', false, true, 'creator'), ('payout_in_transit', 'CREDIT', false, true, 'creator'),
  ('creator_transfer', 'CREDIT', true, true, 'creator'),
  ('fx_position', 'CREDIT', true, false, ''), ('voucher_liability', 'CREDIT', true, false, ''),
  ('vat_output', 'CREDIT', true, false, 'country'), ('suspense', 'CREDIT', true, false, ''),
  ('service_fee_revenue', 'CREDIT', true, false, ''), ('payout_fee_revenue', 'CREDIT', true, false, ''),
  ('breakage_revenue', 'CREDIT', true, false, ''),
  ('own_funds', 'CREDIT', true, false, ''), ('bank_fee', 'DEBIT', true, false, ''),
  ('exchange_difference', 'DEBIT', true, false, ''),
  ('direct_passed', 'DEBIT', true, false, ''), ('creator_direct', 'CREDIT', true, false, 'creator')
) as c (code, side, allows_negative, keeps_balance, owner) on c.code = a.code
left join users u on c.owner = 'creator' and u.id::text = a.owner
left join countries k on c.owner = 'country' and k.iso_3166_1 = a.owner
where c.code is null
  or (a.normal_side, a.allows_negative, a.keeps_balance) is distinct from (c.side, c.allows_negative, c.keeps_balance)
  or case c.owner when 'creator' then u.id is null when 'country' then k.iso_3166_1 is null
    when 'provider' then a.owner = '' else a.owner <> '' end
  or a.shard not between 0 and case a.code when 'creator_pending' then 3 else 0 end
