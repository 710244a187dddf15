-- What a fan gives for: a creator's items, and groups.

-- A creator's items have the positions 0 to n-1, and a picture belongs to one item.
create table tribute_items (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null check (length(name) between 3 and 255),
  amount_minor bigint not null check (amount_minor between 500 and 50000),
  currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
  image_id uuid,
  position integer not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'DECLINED')),
  review_reason text,
  created_at timestamptz not null,
  reviewed_by uuid references users,
  reviewed_at timestamptz,
  decline_reason text check (length(decline_reason) between 1 and 500),
  constraint tribute_items_reviewed check ((reviewed_by is null) = (reviewed_at is null)),
  constraint tribute_items_place unique (user_id, position) deferrable initially deferred,
  constraint tribute_items_position check (position >= 0),
  constraint tribute_items_image_agrees foreign key (image_id, user_id) references media_files (id,
    owner_id) on delete set null (image_id)
);
create index tribute_items_reviewed_idx on tribute_items (created_at, id) where review_reason is not null;
create unique index tribute_items_image_idx on tribute_items (image_id);

-- A shared page with tips that are split. Each page has an owner and members.
create table grouplists (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]{8}$'),
  name text check (char_length(name) between 1 and 255),
  currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
  status text not null check (status in ('PENDING', 'APPROVED', 'DECLINED')),
  decline_reason text,
  avatar_id uuid references media_files on delete set null,
  new_name text check (char_length(new_name) between 1 and 255),
  new_avatar_id uuid references media_files on delete set null,
  review_since timestamptz,
  reviewed_by uuid references users,
  reviewed_at timestamptz,
  invite_code text not null unique check (invite_code ~ '^[a-z0-9]{16}$'),
  invites_enabled boolean not null default true,
  ranking_enabled_at timestamptz,
  tips_paid integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The turn since which credits decide; before it, the rest went by turn alone.
  credits_from_turn integer not null default 0,
  check (status <> 'PENDING' or review_since is not null)
);
create index grouplists_review_idx on grouplists (review_since, id) where review_since is not null
  and archived_at is null;
create index grouplists_newest_idx on grouplists (created_at desc, id) where status = 'APPROVED'
  and archived_at is null;
-- Operators' lists begin with what was reviewed last.
create index grouplists_reviewed_idx on grouplists (reviewed_at, id) where reviewed_at is not null;
-- A picture is shown where its group is approved, and swept where no group has it.
create index grouplists_avatar_idx on grouplists (avatar_id) where avatar_id is not null;
create index grouplists_new_avatar_idx on grouplists (new_avatar_id) where new_avatar_id is not null;

create table grouplist_users (
  id uuid primary key,
  grouplist_id uuid not null references grouplists on delete cascade,
  creator_id uuid not null references users,
  status text not null check (status in ('OWNER', 'PENDING', 'MEMBER')),
  asked_at timestamptz not null,
  joined_at timestamptz,
  unique (grouplist_id, creator_id),
  check ((status = 'PENDING') = (joined_at is null))
);
create index grouplist_users_creator_idx on grouplist_users (creator_id);
create unique index grouplist_users_owner_idx on grouplist_users (grouplist_id) where status = 'OWNER';

-- The rest of an even split goes to the members who are furthest behind their fair share. What each is behind or
-- ahead is kept for a group and a member, also for one who left and returns.
create table group_credits (
  grouplist_id uuid not null references grouplists on delete cascade,
  creator_id uuid not null references users,
  credit numeric(30, 0) not null,
  primary key (grouplist_id, creator_id)
);
create index group_credits_creator_idx on group_credits (creator_id);

-- A tip drops no page of a group, so not every column counts.
create function tell_grouplists_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_news', coalesce(new."id", old."id")::text);
  return null;
end $$;

create function tell_grouplist_users_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_news', coalesce(new."grouplist_id", old."grouplist_id")::text);
  return null;
end $$;

create trigger tribute_items_page_news after insert or update or delete on tribute_items
  for each row execute function tell_page_news();
create trigger grouplists_page_news after insert or delete or update of name, avatar_id, status, archived_at,
  ranking_enabled_at on grouplists
  for each row execute function tell_grouplists_news();
create trigger grouplist_users_page_news after insert or update or delete on grouplist_users
  for each row execute function tell_grouplist_users_news();
