-- What every amount refers to: currencies, countries and rates.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

create table currencies (
  code char(3) primary key check (code ~ '^[A-Z]{3}$'),
  digits smallint not null check (digits between 0 and 3),
  is_profile_currency boolean not null default false
);

create table countries (
  id integer primary key,
  iso_3166_1 char(2) not null unique check (iso_3166_1 ~ '^[A-Z]{2}$')
);

-- Units of the currency for one euro. Exports of a closed month read what was known when it was closed
-- (docs/money.md, 8).
create table reference_rates (
  rate_date date not null,
  currency char(3) not null references currencies,
  units_per_euro numeric(18, 8) not null check (units_per_euro > 0),
  source text not null,
  -- When an operator was notified that a currency's last rate is too old: once for each.
  alarmed_at timestamptz,
  -- Null is a rate of before this column, which every export knows.
  recorded_at timestamptz,
  primary key (currency, rate_date)
);

create table vat_rates (
  country char(2) not null references countries (iso_3166_1),
  valid_from date not null,
  rate_bps integer not null check (rate_bps between 0 and 5000),
  primary key (country, valid_from)
);
