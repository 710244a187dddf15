-- What was paid and paid out up to the last checkpoint is what it was when the checkpoint was taken: in what rows keep and no
-- posting repeats. All in one look, each cause with the checkpoint that its transaction belongs to.
with ends as materialized (
  select array_agg(upto_transaction order by id) as all_of_them from ledger_checkpoints
), hashed as (
  select width_bucket(c.transaction_id - 1, ends.all_of_them) + 1 as id,
    sha256(string_agg(c.digest, '' order by c.transaction_id, c.part)) as hash
  from ends, ledger_causes(0, :head) as c group by 1
)
select k.id, k.after_transaction, k.upto_transaction
from ledger_checkpoints k left join hashed h on h.id = k.id
where k.causes_hash <> coalesce(h.hash, sha256(''))
