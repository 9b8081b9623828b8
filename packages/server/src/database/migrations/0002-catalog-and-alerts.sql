-- What the store sells, who waits for it, and the road of an alert: stock → trigger → offer → delivery, each step with its reason.
-- Rows that come by the million (variants, stock_moves, subscriptions, deliveries) carry no foreign key to what they all share:
-- it costs more than the row itself. Where a table has several indexes its primary key is added last: all of them start with
-- store_id, and as long as nothing is known of a table the planner takes the newest of those that look alike, for looking up
-- one row by its key too. Figures are in the decision note on the alert tables.

create table variants (
  store_id bigint not null,
  variant_id text not null,
  product_id text not null,
  -- null in any of these: not told
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
  -- false: the platform does not count it, so nobody is told of its stock
  tracked boolean not null default true,
  sells_when_empty boolean not null default false,
  stock integer,
  -- the number of the ledger's last line for this variant
  stock_move integer not null default 0,
  -- when the figure was last known to be true; what a late message tells is older than this and changes nothing
  stock_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index variants_by_product on variants (store_id, product_id);
alter table variants add primary key (store_id, variant_id);

-- The ledger. Append-only: each change of a variant's stock, written in the transaction that changed the figure. Numbered
-- from 1 for each variant, so that two changes can't both follow the same figure.
create table stock_moves (
  store_id bigint not null,
  variant_id text not null,
  move integer not null,
  stock_before integer,
  stock_after integer not null,
  source text not null,
  occurred_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, variant_id, move)
);

-- Messages of senders that number them (webhooks): the same one again changes nothing, also when the first moved no figure.
create table stock_messages (
  store_id bigint not null,
  source text not null,
  message_id text not null,
  received_at timestamptz(3) not null default now(),
  primary key (store_id, source, message_id)
);

-- Rules and channels of a store's topics; a topic without a row is stored as asked and triggered by hand.
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

-- The facts of a consent: who said yes or no to what, when, where and in which words. Append-only; one row for each purpose
-- of a call, whatever number of alerts it asked for.
create table consents (
  store_id bigint not null,
  consent_id uuid not null,
  medium text not null,
  address text not null,
  -- marketing stands apart and never widens the consent to an alert
  purpose text not null check (purpose in ('alert', 'marketing')),
  granted boolean not null,
  text_version text not null,
  source text not null,
  user_agent text,
  -- keyed hash of the caller's network address, never the address
  caller_hash bytea,
  given_at timestamptz(3) not null default now()
);
create index consents_by_address on consents (store_id, address, given_at);
alter table consents add primary key (store_id, consent_id);

create table subscriptions (
  store_id bigint not null,
  subscription_id uuid not null,
  medium text not null check (medium in ('email', 'sms', 'push', 'webhook')),
  address text not null,
  topic text not null,
  variant_id text not null,
  product_id text not null,
  url text not null,
  -- the account that owns the address, whether it has a row already or not; the guest who asked in a browser
  shopper_id uuid,
  -- unconfirmed: double opt-in asked; left: unsubscribed; suppressed: the address must not be written to
  status text not null default 'waiting'
    check (status in ('unconfirmed', 'waiting', 'told', 'bought', 'left', 'expired', 'suppressed')),
  -- the place in line: kept by one who was told and missed out, new for one who asks again after the end
  waiting_since timestamptz(3) not null default now(),
  -- the yes under which it waits now; earlier ones are in the timeline
  consent_id uuid not null,
  quantity integer not null default 1 check (quantity >= 1),
  target_price numeric,
  price_when_saved numeric,
  locale text,
  time_zone text,
  extras text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- a repeated subscription is one subscription; also the way from an address to all its alerts
  unique (store_id, address, medium, topic, variant_id),
  foreign key (store_id, consent_id) references consents
);
-- everyone who waits for a variant, in their order, without touching those who don't any more
create index subscriptions_in_line on subscriptions (store_id, variant_id, topic, waiting_since, subscription_id)
  where status = 'waiting';
create index subscriptions_by_shopper on subscriptions (store_id, shopper_id) where shopper_id is not null;
alter table subscriptions add primary key (store_id, subscription_id);

-- What an address last said about the store's mailing list, and whether the provider of that list knows.
create table mailing_choices (
  store_id bigint not null,
  medium text not null,
  address text not null,
  joins boolean not null,
  consent_id uuid not null,
  chosen_at timestamptz(3) not null default now(),
  forwarded_at timestamptz(3),
  primary key (store_id, medium, address),
  foreign key (store_id, consent_id) references consents
);
create index mailing_choices_to_forward on mailing_choices (store_id, chosen_at) where forwarded_at is null;

-- The timeline: one line for each step of a subscription, with a machine-readable reason. Append-only. What is planned, offered
-- and sent stands in deliveries and offers, and the restocks that went by in triggers; the timeline shown unites them.
create table subscription_events (
  store_id bigint not null,
  subscription_id uuid not null,
  event_id uuid not null default gen_random_uuid(),
  step text not null,
  reason text not null,
  facts jsonb not null default '{}',
  -- the very moment and not the transaction's, so that it also tells the order
  happened_at timestamptz not null default clock_timestamp(),
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
  -- the line of the ledger that caused it
  stock_move integer,
  facts jsonb not null default '{}',
  -- how far planning got: the last place in line that was decided. One who missed out stands before it and is not asked twice
  planned_since timestamptz(3),
  planned_subscription_id uuid,
  -- null while there is somebody left to plan for
  planned_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- a move causes an alert once
  unique (store_id, variant_id, topic, stock_move)
);
create index triggers_unplanned on triggers (store_id, created_at) where planned_at is null;
create index triggers_by_variant on triggers (store_id, variant_id, topic, created_at);
alter table triggers add primary key (store_id, trigger_id);

-- Units held for somebody who was told. Opened under a lock on the variant's row, so that open offers never exceed the units
-- really free.
create table offers (
  store_id bigint not null,
  subscription_id uuid not null,
  trigger_id uuid not null,
  variant_id text not null,
  quantity integer not null check (quantity >= 1),
  opened_at timestamptz(3) not null default now(),
  lapses_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by text check (closed_by in ('bought', 'declined', 'lapsed', 'withdrawn')),
  primary key (store_id, subscription_id, trigger_id),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade,
  foreign key (store_id, trigger_id) references triggers on delete cascade,
  check ((closed_at is null) = (closed_by is null))
);
create unique index offers_one_open on offers (store_id, subscription_id) where closed_at is null;
create index offers_open on offers (store_id, variant_id) include (quantity) where closed_at is null;
create index offers_lapsing on offers (store_id, lapses_at) where closed_at is null;

-- One message to one address; what the merchant sees is the queue.
create table deliveries (
  store_id bigint not null,
  subscription_id uuid not null,
  trigger_id uuid not null,
  channel text not null,
  -- withheld: the rule, asked again just before sending, said no; failed: given up
  status text not null default 'due' check (status in ('due', 'sent', 'withheld', 'failed')),
  -- when a worker may take it. Taking it moves this to the end of the lease: a worker that dies needs nobody to notice
  due_at timestamptz(3) not null default now(),
  -- counts the takings, and tells a worker that comes back too late that the delivery is another's by now
  attempts integer not null default 0,
  reason text,
  provider_id text,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- nobody is told twice of one restock
  primary key (store_id, subscription_id, trigger_id, channel)
);
create index deliveries_due on deliveries (store_id, due_at) where status = 'due';
create index deliveries_failed on deliveries (store_id, updated_at) where status = 'failed';

-- Which stores have work and since when: the dispatcher asks this small table and claims store by store, the one served longest
-- ago first, so that a store with a million to tell does not keep the others waiting.
create table due_stores (
  store_id bigint primary key references stores on delete cascade,
  due_at timestamptz(3) not null,
  served_at timestamptz(3) not null default '-infinity'
);
create index due_stores_in_turn on due_stores (served_at, due_at);

-- Addresses that must not be written to; a keyed hash, so that erasing a person leaves no trace but this.
create table suppressions (
  store_id bigint not null references stores on delete cascade,
  address_hash bytea not null,
  medium text not null,
  reason text not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, address_hash, medium)
);
