-- What takes a refund, a payout, a redemption, an expiry, a correction or a lost share back reverses the very posting of it, line by line; nothing else reverses anything.
select r.id, r.kind, r.reverses
from ledger_transaction r
left join ledger_transaction o on o.id = r.reverses
where r.id > :from and r.id <= :upto and (r.reverses is not null
    or r.kind in ('refund_failed', 'refund_beyond_failed', 'payout_returned', 'voucher_returned', 'voucher_revived', 'correction_reversed',
      'repayment_reversed', 'share_regained'))
  and (
    o.id is null or o.cause_id <> r.cause_id or o.id >= r.id
    or (r.kind, o.kind) not in (('refund_failed', 'tip_refunded'), ('refund_beyond_failed', 'refund_beyond'), ('payout_returned', 'payout_requested'),
      ('voucher_returned', 'voucher_redeemed'), ('voucher_revived', 'voucher_expired'), ('correction_reversed', 'correction_posted'),
      ('repayment_reversed', 'repaid'), ('share_regained', 'share_lost'))
    or exists (
      (select debit_account, credit_account, amount_minor from ledger_transfer where transaction_id = r.reverses
       except all
       select credit_account, debit_account, amount_minor from ledger_transfer where transaction_id = r.id)
      union all
      (select credit_account, debit_account, amount_minor from ledger_transfer where transaction_id = r.id
       except all
       select debit_account, credit_account, amount_minor from ledger_transfer where transaction_id = r.reverses)
    )
  )
