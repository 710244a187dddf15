-- The document numbers of each month go from 1 without a gap, and a month that is closed has as many as it had then.
select coalesce(n.month, m.month) as month, n.numbers, n.last, m.entries_count
from (select month, count(*) as numbers, min(number) as first, max(number) as last from journal_numbers group by month) as n
full join journal_months m on m.month = n.month
where n.first <> 1 or n.last <> n.numbers
  or (m.month is not null and m.entries_count <> coalesce(n.numbers, 0))
