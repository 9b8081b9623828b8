-- What the store sells, who waits for it, and the road of an alert: stock → trigger → offer → delivery, each step with its reason.

create table variants (
  store_id bigint not null references stores on delete cascade,
  variant_id text not null,
  product_id text not null,
  url text,
  variant_url text,
  title text,
  brand text,
  sku text,
  variant_info text,
  image_url text,
  price numeric,
  compare_at_price numeric,
  currency text,
  tags text[] not null default '{}',
  -- null: not told yet
  stock integer,
  -- false: the platform does not count it, so nobody is told of its stock
  tracked boolean not null default true,
  sells_when_empty boolean not null default false,
  -- when the figure we hold was true; a late webhook is older than this and changes nothing
  stock_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, variant_id)
);
create index variants_by_product on variants (store_id, product_id);

-- Append-only: each change of a variant's stock, written in the transaction that changed the figure.
create table stock_moves (
  store_id bigint not null,
  variant_id text not null,
  move_id uuid not null,
  stock_before integer,
  stock_after integer not null,
  source text not null,
  -- the sender's id of the change; the same one again changes nothing
  source_key text,
  occurred_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, variant_id, move_id),
  foreign key (store_id, variant_id) references variants on delete cascade
);
create unique index stock_moves_once on stock_moves (store_id, source, source_key) where source_key is not null;

-- Rules, templates and channels of a store's topics; a topic without a row is stored as asked and triggered by hand.
create table topics (
  store_id bigint not null references stores on delete cascade,
  topic text not null,
  rule text not null check (rule in ('back-in-stock', 'coming-soon', 'price-drop', 'low-stock', 'reminder', 'manual')),
  rule_options jsonb not null default '{}',
  channels text[] not null default '{email,sms}',
  enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, topic)
);

create table subscriptions (
  store_id bigint not null references stores on delete cascade,
  subscription_id uuid not null,
  -- the variant and topic lead, because a trigger asks for everyone who waits for one of them
  variant_id text not null,
  product_id text not null,
  url text not null,
  topic text not null,
  medium text not null check (medium in ('email', 'sms', 'push', 'webhook')),
  address text not null,
  shopper_id uuid,
  -- unconfirmed: double opt-in asked; waiting; told; bought; left: unsubscribed; expired; suppressed
  status text not null default 'waiting'
    check (status in ('unconfirmed', 'waiting', 'told', 'bought', 'left', 'expired', 'suppressed')),
  -- the place in line: kept by one who was told and missed out, new for one who asks again after the end
  waiting_since timestamptz(3) not null default now(),
  quantity integer not null default 1 check (quantity >= 1),
  target_price numeric,
  price_when_saved numeric,
  locale text,
  time_zone text,
  extras text,
  -- kept apart from the alert's own consent, which it never widens; null: not asked
  joins_mailing_list boolean,
  created_by text,
  updated_by text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, subscription_id),
  -- a repeated subscription is one subscription
  unique (store_id, variant_id, topic, medium, address)
);
create index subscriptions_in_line on subscriptions (store_id, variant_id, topic, waiting_since, subscription_id) where status = 'waiting';
create index subscriptions_by_address on subscriptions (store_id, address);
create index subscriptions_by_shopper on subscriptions (store_id, shopper_id) where shopper_id is not null;

-- The facts of a consent: who said yes to what, when, where and in which words. Append-only.
create table consents (
  store_id bigint not null,
  consent_id uuid not null,
  subscription_id uuid not null,
  purpose text not null check (purpose in ('alert', 'marketing')),
  granted boolean not null,
  text_version text not null,
  source text not null,
  user_agent text,
  -- keyed hash of the caller's network address, never the address
  caller_hash bytea,
  given_at timestamptz(3) not null default now(),
  primary key (store_id, consent_id),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade
);
create index consents_by_subscription on consents (store_id, subscription_id, given_at);

-- One line for each step of a subscription, with a machine-readable reason. Append-only.
create table subscription_events (
  store_id bigint not null,
  subscription_id uuid not null,
  event_id uuid not null,
  step text not null,
  reason text not null,
  facts jsonb not null default '{}',
  happened_at timestamptz(3) not null default now(),
  primary key (store_id, subscription_id, event_id),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade
);

-- A rule said yes; written in the transaction of the stock move or price change that made it so.
create table triggers (
  store_id bigint not null references stores on delete cascade,
  trigger_id uuid not null,
  topic text not null,
  variant_id text not null,
  cause text not null,
  facts jsonb not null default '{}',
  -- how far planning got: the last place in line that was turned into a delivery
  planned_through timestamptz(3),
  planned_through_id uuid,
  planned_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (store_id, trigger_id)
);
create index triggers_unplanned on triggers (store_id, created_at) where planned_at is null;

-- A unit held for somebody who was told; open offers never exceed the units really free.
create table offers (
  store_id bigint not null,
  offer_id uuid not null,
  variant_id text not null,
  subscription_id uuid not null,
  trigger_id uuid not null,
  quantity integer not null check (quantity >= 1),
  opened_at timestamptz(3) not null default now(),
  lapses_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by text check (closed_by in ('bought', 'declined', 'lapsed', 'withdrawn')),
  primary key (store_id, offer_id),
  unique (store_id, trigger_id, subscription_id),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade
);
create index offers_open on offers (store_id, variant_id, lapses_at) where closed_at is null;

-- One message to one address; what the merchant sees is the queue.
create table deliveries (
  store_id bigint not null,
  delivery_id uuid not null,
  subscription_id uuid not null,
  trigger_id uuid not null,
  channel text not null,
  status text not null default 'due' check (status in ('due', 'sending', 'sent', 'held', 'failed')),
  due_at timestamptz(3) not null default now(),
  -- a worker that dies lets its lease run out, and another takes the delivery up
  leased_until timestamptz(3),
  attempts integer not null default 0,
  reason text,
  provider_id text,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, delivery_id),
  -- nobody is told twice of one restock
  unique (store_id, trigger_id, subscription_id, channel),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade
);
create index deliveries_due on deliveries (store_id, due_at) where status in ('due', 'sending');

-- Which stores have work and since when, so that the dispatcher asks one small table and claims store by store.
create table due_stores (
  store_id bigint primary key references stores on delete cascade,
  due_at timestamptz(3) not null
);

-- Addresses that must not be written to; a keyed hash, so that erasing a person leaves no trace but this.
create table suppressions (
  store_id bigint not null references stores on delete cascade,
  address_hash bytea not null,
  medium text not null,
  reason text not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, address_hash, medium)
);
