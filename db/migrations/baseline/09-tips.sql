-- Tips and the thank-yous for them.

create function fan_search_keys(creator uuid, words text) returns bigint[]
language plpgsql immutable strict parallel safe as $$
declare
  keys bigint[] := '{}';
  small text := lower(words);
  seed bigint := uuid_hash_extended(creator, 0);
begin
  for n in 1 .. char_length(small) - 1 loop
    keys[n] := hashtextextended(substr(small, n, 2), seed);
  end loop;
  return keys;
end $$;

-- A tip of a group belongs to the group and has no creator; once it is paid, each member's share is a tip of
-- theirs (group_tip_id), with its own read state, thank-yous and allocation. A tip keeps the id of a deleted item.
create table tips (
  id uuid primary key,
  creator_id uuid references users,
  tribute_item_id uuid,
  item_name text,
  currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
  amount_minor bigint not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'AWAITING_PAYMENT', 'PENDING', 'ACTIVE',
    'DECLINED', 'EXPIRED', 'REFUNDED', 'CHARGEBACK')),
  sender_name text check (length(sender_name) <= 80),
  message text check (length(message) <= 1000),
  image_id uuid references media_files on delete set null,
  sender_email text,
  share_email boolean not null default false,
  payment_type text check (payment_type in ('INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD')),
  country char(2) references countries (iso_3166_1),
  pay_currency char(3) references currencies,
  locale char(2) not null check (locale ~ '^[a-z]{2}$'),
  details_seen_at timestamptz,
  review_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  activated_at timestamptz,
  read_at timestamptz,
  reviewed_by uuid references users,
  reviewed_at timestamptz,
  decline_reason text check (length(decline_reason) between 1 and 500),
  -- Since when its creator was notified by mail, or need not be.
  announced_at timestamptz,
  -- The sender, as a hash of the address: none without one, and none where no creator was credited.
  fan_key bytea,
  show_on_page boolean not null default false,
  off_page_at timestamptz,
  off_page_by text check (off_page_by in ('FAN', 'CREATOR', 'OPERATOR')),
  grouplist_id uuid references grouplists,
  group_tip_id uuid references tips on delete cascade,
  chosen_creator_ids uuid[],
  group_turn integer,
  -- The creator who began a tip, until it is paid, if it might not rank for that reason.
  begun_by uuid references users,
  is_ranked boolean not null default true,
  voucher_id uuid,
  constraint tips_reviewed check ((reviewed_by is null) = (reviewed_at is null)),
  constraint tips_off_page check ((off_page_at is null) = (off_page_by is null)),
  constraint tips_of_somebody check ((creator_id is null) = (grouplist_id is not null and group_tip_id is null)),
  constraint tips_share_of_group check (group_tip_id is null or grouplist_id is not null),
  constraint tips_chosen_of_group check (chosen_creator_ids is null or creator_id is null),
  -- The largest voucher may be more than the largest tip in another currency.
  constraint tips_amount_minor_check check (amount_minor between 100 and 50000 or amount_minor > 0
    and voucher_id is not null),
  unique (id, creator_id),
  unique (id, currency, amount_minor),
  check ((status in ('DRAFT', 'AWAITING_PAYMENT', 'EXPIRED')) or paid_at is not null)
);
create index tips_open_idx on tips (updated_at) where status in ('DRAFT', 'AWAITING_PAYMENT');
create index tips_review_idx on tips (paid_at) where status = 'PENDING';
create index tips_reviewed_idx on tips (paid_at, id) where review_reason is not null;
create index tips_unannounced_idx on tips (creator_id, activated_at) where status = 'ACTIVE' and announced_at is null;
create index tips_sender_email_idx on tips (lower(sender_email) text_pattern_ops) where sender_email is not null;
create index tips_expired_idx on tips (updated_at, id) where status = 'EXPIRED';
create index tips_expired_words_idx on tips (updated_at, id) where status = 'EXPIRED' and (sender_name is not null
  or sender_email is not null or message is not null or image_id is not null);
-- The two orders of received tips: all by the time of payment, the new ones by the time since they can be seen.
create index tips_received_idx on tips (creator_id, paid_at desc, id desc) where paid_at is not null;
create index tips_unread_idx on tips (creator_id, activated_at desc, id desc) where status = 'ACTIVE'
  and read_at is null;
create index tips_fan_idx on tips (creator_id, fan_key, paid_at desc, id desc) where paid_at is not null;
-- Found by every two letters in a row of the sender, since a search that finds nothing read all of a creator's
-- tips. The key includes the creator, so that tips of others cost nothing; as a number, since id and letters would
-- make the index three times as large. The pending list stays short, since every search reads it.
create index tips_fan_search_idx on tips using gin (
  fan_search_keys(creator_id, coalesce(sender_name, '') || ' ' || case when share_email then coalesce(sender_email, '') else '' end)
) with (gin_pending_list_limit = 256) where paid_at is not null;
-- The same words as app/domain/users/on-page.ts, so that the page reads the last three rows of it.
create index tips_on_page_idx on tips (creator_id, paid_at desc, id desc) where show_on_page
  and off_page_at is null and status = 'ACTIVE' and (sender_name is not null or message is not null)
  and (review_reason is null or review_reason = 'image' or reviewed_at is not null);
create index tips_group_tip_idx on tips (group_tip_id) where group_tip_id is not null;
-- The deletion of a group looks for its tips; without an index that reads every tip.
create index tips_grouplist_idx on tips (grouplist_id) where grouplist_id is not null;
create index tips_begun_by_idx on tips (begun_by) where begun_by is not null;
create index tips_voucher_idx on tips (voucher_id) where voucher_id is not null;

-- A creator's thank-yous.
create table tip_replies (
  id uuid primary key,
  tip_id uuid not null references tips on delete cascade,
  position smallint not null check (position >= 1 and position <= 2),
  message text not null check (char_length(message) between 1 and 1000),
  created_at timestamptz not null,
  unique (tip_id, position)
);

-- Addresses that want no more thank-yous (docs/product.md, 5.8), as a part of their hash.
create table stopped_thank_yous (
  address_key uuid primary key,
  stopped_at timestamptz not null
);

-- A tip drops no page; one that the creator takes off the page is gone from it at once, one that a fan shows
-- appears.
create function tell_supporter_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_news', new.creator_id::text);
  return null;
end $$;

create trigger tips_page_news after update of off_page_at, show_on_page on tips
  for each row when (old.off_page_at is distinct from new.off_page_at or new.paid_at is not null
    and old.show_on_page <> new.show_on_page) execute function tell_supporter_news();
