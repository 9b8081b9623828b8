-- What existing callers need beside lists: two live identity secrets, answers given once, how many saved a product, what was seen.

-- Sealed. A token signed with the secret before the last rotation holds until the next one.
alter table stores add column previous_identity_secret bytea;

-- The answer to a call that carried an idempotency key, for a day; written in the transaction of what the call did.
create table remembered_answers (
  store_id bigint not null references stores on delete cascade,
  -- the shopper's id, or 'store' for calls with the store's own key
  caller text not null,
  idempotency_key text not null,
  -- of the path and the fields: the same key with anything else is a mistake
  request_hash bytea not null,
  -- one or the other; both null only for the transaction that is still at it
  answer text,
  refusal jsonb,
  answered_at timestamptz(3) not null default now(),
  primary key (store_id, caller, idempotency_key)
);
create index remembered_answers_by_age on remembered_answers (store_id, answered_at);

-- How many items of a product a shopper has, over all lists. Moved by differences, in the statement that adds or removes them.
-- No foreign key: it would cost more than the row (docs/decisions/0010-social-count.md).
create table product_savers (
  store_id bigint not null,
  shopper_id uuid not null,
  product_id text not null,
  items integer not null,
  -- by how much the last statement moved it, which tells that statement how many there were before
  moved integer not null,
  primary key (store_id, shopper_id, product_id)
);

-- How many shoppers have a product, in sixteen parts by shopper, so that those who save one product at the same moment seldom
-- wait for one another.
create table product_counts (
  store_id bigint not null,
  product_id text not null,
  slot smallint not null,
  savers integer not null,
  primary key (store_id, product_id, slot)
);

-- The product an item stood for before the add that named another one: that add has to take it off the old product's count.
alter table items add column product_was text;

-- What a shopper looked at and what lies in the cart, the newest of each, as the page told it.
create table seen_products (
  store_id bigint not null,
  shopper_id uuid not null,
  kind text not null check (kind in ('view', 'cart')),
  product_id text not null,
  variant_id text not null,
  url text not null,
  -- how often it was looked at, or how many lie in the cart
  quantity integer not null check (quantity >= 1),
  -- their order, counted under the shopper's lock: many are told within a millisecond
  place bigint not null,
  seen_at timestamptz(3) not null default now(),
  primary key (store_id, shopper_id, kind, variant_id),
  foreign key (store_id, shopper_id) references shoppers on delete cascade
);
