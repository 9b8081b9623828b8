-- The owner's order of items and how much each is wanted, and deleted lists that can be restored.

-- Null: the item was never moved, and its place is its creation time: minus the microseconds since 1970. Both are on one scale, so
-- that moving an item writes one row, and a new item is always the first.
alter table items add column position bigint;
-- 1 must have, 2 would love, 3 nice
alter table items add column priority smallint;
alter table items add column desired integer;
alter table items add column received integer;
alter table items add constraint items_priority check (priority between 1 and 3) not valid;
alter table items add constraint items_desired check (desired >= 1) not valid;
alter table items add constraint items_received check (received >= 0) not valid;

-- A deleted list as it was. It is no row of lists, so that no reader and no count can see it.
create table deleted_lists (
  store_id bigint not null,
  list_id uuid not null,
  shopper_id uuid not null,
  -- the guest that deleted it, if it has been merged since; the undo of the merge returns it
  guest_id uuid,
  record jsonb not null,
  -- older ids of the list: alias_id and merge_id of each
  aliases jsonb not null default '[]',
  item_count integer not null,
  item_bytes bigint not null,
  deleted_at timestamptz(3) not null default now(),
  primary key (store_id, list_id),
  foreign key (store_id, shopper_id) references shoppers on delete cascade
);
create index deleted_lists_by_shopper on deleted_lists (store_id, shopper_id, deleted_at);
create index deleted_lists_by_age on deleted_lists (store_id, deleted_at);

create table deleted_items (
  store_id bigint not null,
  list_id uuid not null,
  variant_id text not null,
  record jsonb not null,
  primary key (store_id, list_id, variant_id),
  foreign key (store_id, list_id) references deleted_lists on delete cascade
);
