-- Work that a call leaves behind because it is too large for one transaction. A row stands for it until it is done, so that a crash
-- only delays it.

-- A list that is gone for everybody: it belongs to nobody, and its items are deleted a few at a time.
create table list_removals (
  store_id bigint not null,
  list_id uuid not null,
  asked_at timestamptz(3) not null default now(),
  primary key (store_id, list_id),
  foreign key (store_id, list_id) references lists on delete cascade
);

-- Shoppers whose lists changed hands or went: how often they have each product is counted again, a few products at a time.
create table saver_recounts (
  store_id bigint not null,
  shopper_id uuid not null,
  -- products pass between two shoppers in a merge; the shopper itself otherwise
  beside_id uuid not null,
  -- the last product that was counted
  after_product text not null default '',
  asked_at timestamptz(3) not null default now(),
  primary key (store_id, shopper_id, beside_id)
);
