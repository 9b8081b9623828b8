-- What platforms and feeds tell us.

-- A platform's message as it came, once its signature was found right: kept before it is answered, applied after. The key makes a
-- repeated one the same row, so it stays when the work is done, without what it said.
create table inbound_messages (
  store_id bigint not null references stores on delete cascade,
  source text not null,
  message_key text not null,
  topic text not null,
  -- null once it is done
  body text,
  -- when it happened, as the platform says
  occurred_at timestamptz(3),
  -- failed: given up
  status text not null default 'due' check (status in ('due', 'done', 'failed')),
  -- when a worker may take it; taking it moves this to the end of the lease, and attempts tells one that comes back too late
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  reason text,
  received_at timestamptz(3) not null default now(),
  primary key (store_id, source, message_key)
);
create index inbound_messages_due on inbound_messages (store_id, due_at) where status = 'due';
create index inbound_messages_oldest on inbound_messages (store_id, received_at);
-- Took its place.
drop table stock_messages;

-- How new the newest word about a product is: an older one, told late, changes nothing.
create table told_products (
  store_id bigint not null references stores on delete cascade,
  source text not null,
  product_id text not null,
  told_at timestamptz(3) not null,
  primary key (store_id, source, product_id)
);

-- A platform that counts by places (Shopify) knows a variant's stock under an id of its own.
create table inventory_items (
  store_id bigint not null references stores on delete cascade,
  source text not null,
  inventory_item_id text not null,
  variant_id text,
  primary key (store_id, source, inventory_item_id)
);

-- What lies at each place; a variant's figure is their sum.
create table location_stock (
  store_id bigint not null,
  source text not null,
  inventory_item_id text not null,
  location_id text not null,
  available integer not null,
  told_at timestamptz(3) not null,
  primary key (store_id, source, inventory_item_id, location_id),
  foreign key (store_id, source, inventory_item_id) references inventory_items on delete cascade
);

-- A feed being read, and what came of those read before.
create table feed_runs (
  store_id bigint not null references stores on delete cascade,
  run_id uuid not null,
  -- of the file or the address: the same again, after a break, goes on where it stopped
  fingerprint text not null,
  -- how far it is stored for good: entries of the feed, and how many of those have a row in feed_items
  entries integer not null default 0,
  items integer not null default 0,
  report jsonb not null default '{}',
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (store_id, run_id)
);
create index feed_runs_newest on feed_runs (store_id, started_at);

-- Which variants a feed being read holds, to know at its end which are missing. Lost in a crash of the database, and then read again.
create unlogged table feed_items (
  store_id bigint not null,
  run_id uuid not null,
  variant_id text not null
);
create index feed_items_by_run on feed_items (store_id, run_id, variant_id);

-- What a person asked to know, put together for the merchant when a platform passes the question on.
create table subject_exports (
  store_id bigint not null references stores on delete cascade,
  export_id uuid not null,
  source text not null,
  request_id text not null,
  contents jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, export_id),
  unique (store_id, source, request_id)
);
