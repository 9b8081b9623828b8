-- What the engine needs to walk the road of an alert: when to look at something again, who was told under which trigger, and
-- which message says what.

-- When the engine has to look at something again. Rows are only added and taken away, never changed: whoever changes stock, leaves
-- or buys adds one and waits for nobody. The dispatcher asks this small table which stores have work and goes from store to store.
create table wakes (
  store_id bigint not null references stores on delete cascade,
  wake_id uuid not null default gen_random_uuid(),
  -- plan: decide for a trigger who is told; send: deliveries are due
  work text not null check (work in ('plan', 'send')),
  trigger_id uuid,
  due_at timestamptz(3) not null default now(),
  primary key (store_id, wake_id),
  check ((work = 'plan') = (trigger_id is not null))
);
create index wakes_due on wakes (store_id, work, due_at);
drop table due_stores;

-- The trigger under which a shopper was told, or is being told at this moment.
alter table subscriptions add column told_trigger_id uuid;
alter table subscriptions add column told_at timestamptz(3);
-- Stands before the place that planning has reached, though never told of this restock: wanted more units than were free, confirmed
-- late, or moved here from another size with its place.
alter table subscriptions add column passed_over boolean not null default false;
create index subscriptions_passed_over on subscriptions (store_id, variant_id, topic, waiting_since, subscription_id)
  where status = 'waiting' and passed_over;
-- One page after the other for the merchant, whatever the status.
create index subscriptions_newest on subscriptions (store_id, created_at, subscription_id);

-- A trigger for back-in-stock is a restock and whatever follows from it until the next one; pacing as it was when it began.
alter table triggers add column pacing text not null default 'offers' check (pacing in ('offers', 'everyone'));
-- A restock that another one followed tells nobody any more.
alter table triggers add column superseded_at timestamptz(3);
-- Who was decided for, told and bought, for the reports: counted when it happens, never over everything.
alter table triggers add column planned integer not null default 0;

-- What a message was made of, so that it can be shown again word for word: the template and the values put into it.
alter table deliveries add column medium text not null default 'email';
alter table deliveries add column template text;
alter table deliveries add column facts jsonb;
alter table deliveries add column provider text;
-- Delivered and clicked as the provider or the shopper told us.
alter table deliveries add column delivered_at timestamptz(3);
alter table deliveries add column clicked_at timestamptz(3);
-- The first attempt that failed: a day of trying is counted from here, and waiting for morning is no trying.
alter table deliveries add column tried_at timestamptz(3);
-- Each medium has its provider, which may be away while the others are not.
drop index deliveries_due;
create index deliveries_due on deliveries (store_id, medium, due_at) where status = 'due';
-- With the subscription: while nothing is known of the table this one is taken for finding a row by its key too, and with 20,000 of
-- one trigger finding 200 took 6 s instead of 15 ms.
create index deliveries_by_trigger on deliveries (store_id, trigger_id, subscription_id);
create index deliveries_newest on deliveries (store_id, updated_at) where status <> 'due';
-- The way back from a provider's report to the message.
create index deliveries_by_provider_id on deliveries (store_id, provider_id) where provider_id is not null;

-- Letters of the house itself (shared lists, confirmations, links): not all of them are asked for by a shopper.
alter table messages alter column shopper_id drop not null;
alter table messages drop constraint messages_purpose_check;
alter table messages add constraint messages_purpose_check
  check (purpose in ('shared-list', 'confirm-alert', 'alerts-link', 'test', 'owner'));

-- Units bought, as orders tell them; a line of an order counts once however often it is told.
create table purchases (
  store_id bigint not null references stores on delete cascade,
  order_id text not null,
  variant_id text not null,
  -- the keyed hash of the buyer's address, never the address
  buyer_hash bytea,
  quantity integer not null check (quantity >= 1),
  amount numeric,
  currency text,
  source text not null,
  -- the alert that led to it, if one did
  subscription_id uuid,
  trigger_id uuid,
  bought_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, order_id, variant_id)
);
create index purchases_newest on purchases (store_id, bought_at);

-- Templates of a store, version by version; the newest counts. Without one the built-in speaks.
create table templates (
  store_id bigint not null references stores on delete cascade,
  topic text not null,
  medium text not null,
  locale text not null,
  version integer not null,
  -- null all three: back to the built-in
  subject text,
  body_html text,
  body_text text,
  author text not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, topic, medium, locale, version)
);

-- What a store is connected to: mail and SMS providers, ESPs, shop platforms, feeds. Secrets are sealed with the store's id bound in.
create table integrations (
  store_id bigint not null references stores on delete cascade,
  integration_id uuid not null,
  -- smtp, twilio, klaviyo, web-push, shopify, woocommerce, bigcommerce, google-feed, sendgrid-events, ses-events, postmark-events …
  kind text not null,
  settings jsonb not null default '{}',
  -- sealed JSON of what must not be read: passwords, tokens, keys
  secrets bytea,
  enabled boolean not null default true,
  -- the unguessable part of the address that its webhooks come to
  hook_token text not null,
  -- what the last attempt to reach it said
  checked_at timestamptz(3),
  check_result text,
  -- for polled ones: when to look next, and what the last look gave
  due_at timestamptz(3),
  state jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, integration_id),
  unique (store_id, hook_token)
);
create index integrations_due on integrations (store_id, due_at) where due_at is not null and enabled;
