-- What we tell others: endpoints, events and their deliveries. And what others tell us of messages that left.

-- A store is connected to one of each kind.
create unique index integrations_by_kind on integrations (store_id, kind);

-- Where a store wants to be told what happens, in the form of Standard Webhooks.
create table webhook_endpoints (
  store_id bigint not null references stores on delete cascade,
  endpoint_id uuid not null,
  url text not null,
  -- which events; empty: all
  types text[] not null default '{}',
  -- sealed; the one before it goes on signing until its time is over
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz(3),
  -- set: nothing is sent, and why
  disabled_at timestamptz(3),
  disabled_reason text,
  -- since when nothing has arrived; null while things do
  failing_since timestamptz(3),
  -- it asked us to come more slowly: not before this
  rests_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, endpoint_id),
  unique (store_id, url)
);

-- What happened, written in the transaction in which it did, and only where an endpoint wants to know. The body is kept as it is
-- sent, because the signature is over its bytes.
create table webhook_events (
  store_id bigint not null,
  event_id uuid not null,
  type text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, event_id)
);
create index webhook_events_oldest on webhook_events (store_id, created_at);

create table webhook_deliveries (
  store_id bigint not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  status text not null default 'due' check (status in ('due', 'sent', 'failed')),
  -- the lease and the fence, as for messages
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  -- how often it failed since it was last asked for; decides the next delay
  failures integer not null default 0,
  response_status integer,
  reason text,
  sent_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, endpoint_id, event_id),
  foreign key (store_id, endpoint_id) references webhook_endpoints on delete cascade,
  foreign key (store_id, event_id) references webhook_events on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (store_id, due_at) where status = 'due';
create index webhook_deliveries_by_event on webhook_deliveries (store_id, event_id);

-- Reports of providers that were taken; the same one again changes nothing.
create table feedback_messages (
  store_id bigint not null references stores on delete cascade,
  source text not null,
  message_id text not null,
  received_at timestamptz(3) not null default now(),
  primary key (store_id, source, message_id)
);
create index feedback_messages_oldest on feedback_messages (store_id, received_at);

-- Alerts that a provider tells by itself: who is still to be made known to it.
create table subscription_forwards (
  store_id bigint not null references stores on delete cascade,
  subscription_id uuid not null,
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  reason text,
  primary key (store_id, subscription_id)
);
create index subscription_forwards_due on subscription_forwards (store_id, due_at);

-- Why a mailing list does not know of a choice yet, and when it is tried again.
alter table mailing_choices add column forward_at timestamptz(3) not null default now();
alter table mailing_choices add column forward_attempts integer not null default 0;
alter table mailing_choices add column forward_reason text;
