-- An event of a provider's file that does not fit waits or was settled, and one that fits does neither; a transfer or collection that was taken in,
-- be it later, waits for our bank, and the bank's booking that ended that is of its money; one of other money is an exception, in a later file a
-- repeated one. A payment is settled by an event that was taken in, be it later. What nobody settled did so by a booking or
-- an act of its event.
select 'event' as what, e.id, e.kind, e.outcome, x.reason
from settlement_events e
left join settlement_exceptions x on x.event_id = e.id and x.said is null and x.reason <> 'not_at_bank'
left join settlement_exceptions w on w.event_id = e.id and w.said is null and w.reason = 'not_at_bank'
where (e.outcome = 'EXCEPTION') <> (x.id is not null)
  or (w.id is not null) <> (e.kind in ('TRANSFER', 'COLLECTION') and (e.outcome = 'TAKEN'
    or exists (select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN')))
union all
select 'event', e.id, e.kind, e.outcome, 'settlement'
from settlement_events e left join settlements s on s.id = e.settlement_id
where s.id is null
union all
select 'booking', b.id, b.direction, b.outcome, b.currency
from bank_entries b
join settlement_exceptions x on x.entry_id = b.id
join settlement_events e on e.id = x.event_id
where (b.direction = 'CREDIT') <> (e.kind = 'TRANSFER') or b.currency <> e.currency or b.amount_minor <> e.gross_minor
union all
select 'booking', b.id, b.direction, b.outcome, b.currency
from bank_entries b
join settlement_events e on e.id = b.transfer_id
where (b.direction = 'CREDIT') <> (e.kind = 'TRANSFER') or b.settlement_id <> e.settlement_id
  or (b.outcome not in ('EXCEPTION', 'REPEATED') and (b.currency <> e.currency or b.amount_minor <> e.gross_minor))
union all
select 'payment', r.settlement_id, r.reference, r.provider, r.currency
from settlement_rows r
where exists (select from settlement_events e where e.settlement_id = r.settlement_id)
  and not exists (
    select from settlement_events e
    where e.settlement_id = r.settlement_id and e.provider = r.provider and e.payment_ref = r.reference
      and e.currency = r.currency and e.kind = 'PAYMENT' and (e.outcome = 'TAKEN'
        or exists (select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN'))
  )
union all
select 'payment', e.settlement_id, e.payment_ref, e.provider, e.currency
from settlement_events e
where e.kind = 'PAYMENT' and (e.outcome = 'TAKEN'
    or exists (select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN')) and not exists (
  select from settlement_rows r
  where r.provider = e.provider and r.currency = e.currency and r.reference = e.payment_ref
)
union all
select 'exception', x.id, e.kind, e.outcome, x.reason
from settlement_exceptions x
join settlement_events e on e.id = x.event_id
where x.settled_at is not null and x.settled_by is null and x.entry_id is null
  and not exists (select from settlement_event_acts l where l.event_id = x.event_id)
