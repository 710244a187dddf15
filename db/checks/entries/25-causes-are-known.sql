-- Every transaction is of a kind that we post, for a cause of that kind.
select t.id, t.kind, t.cause, t.cause_id, t.cause_part
from ledger_transaction t
left join (values
  ('tip_paid', 'payment'), ('inbound_suspense', 'payment'), ('released', 'allocation'), ('released', 'refund'),
  ('repaid', 'allocation'), ('repaid', 'refund'), ('repaid', 'dispute'), ('repaid', 'payout'),
  ('tip_refunded', 'refund'), ('refund_failed', 'refund'), ('refund_beyond', 'refund_beyond'), ('refund_beyond_failed', 'refund_beyond'),
  ('dispute_opened', 'dispute'), ('dispute_yielded', 'dispute'), ('dispute_won', 'dispute'), ('dispute_lost', 'dispute'),
  ('dispute_reversed', 'dispute'), ('loss_recovered', 'dispute'),
  ('payout_requested', 'payout'), ('payout_paid', 'payout'), ('payout_returned', 'payout'), ('payout_bounced', 'payout'),
  ('provider_settled', 'settlement'),
  ('settlement_event_taken', 'settlement_event'), ('settlement_event_reversed', 'settlement_event'), ('suspense_refunded', 'suspense_exit'), ('suspense_returned', 'suspense_exit'),
  ('suspense_brought_back', 'suspense_exit'), ('suspense_kept', 'suspense_exit'), ('suspense_refund_failed', 'suspense_exit'), ('written_off', 'write_off'), ('debt_set_off', 'set_off'),
  ('remainder_given_up', 'give_up'), ('voucher_paid', 'payment'), ('voucher_redeemed', 'redemption'),
  ('voucher_verified', 'redemption'), ('voucher_returned', 'redemption'), ('voucher_expired', 'voucher'),
  ('voucher_revived', 'voucher'), ('correction_posted', 'correction'), ('correction_reversed', 'correction'),
  ('repaid', 'correction'), ('repayment_reversed', 'correction'), ('share_passed', 'direct_transfer'),
  ('share_reversed', 'direct_reversal'), ('share_lost', 'direct_reversal'), ('share_regained', 'direct_reversal')
) as k (kind, cause) on k.kind = t.kind and k.cause = t.cause
where t.id > :from and t.id <= :upto and k.kind is null
