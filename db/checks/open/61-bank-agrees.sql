-- Our bank's last statement closes with what the books have on its account, but for what is under way: booked here alone in
-- the ten days before it and since, or booked there alone and waiting for an operator. Without a statement nothing is compared.
select currency, closing_on, closing_minor, booked_minor, closing_minor - booked_minor as apart_minor, least_minor, most_minor
from bank_agreement(:head) where closing_minor - booked_minor not between least_minor and most_minor
