-- Each checkpoint begins where the one before ended, and its hash, chained to that one's, is of what the ledger says of the
-- transactions between.
select c.id, c.after_transaction, c.upto_transaction, p.upto_transaction as before_it
from ledger_checkpoints c
left join ledger_checkpoints p on p.id = c.id - 1
where c.after_transaction <> coalesce(p.upto_transaction, 0)
  or c.hash <> ledger_chained_hash(p.hash, c.after_transaction, c.upto_transaction, c.transactions_count, c.transfers_count)
