-- Alerts about saved items: what a shopper chose, what changed, and what each person is to be told of it.

-- The answer to “Tell me about what I saved”: one row a shopper who was asked. The alert itself is a subscription of its own topic,
-- which has the consent, the timeline and the messages. Null: the shopper said no.
create table saved_alerts (
  store_id bigint not null,
  shopper_id uuid not null,
  subscription_id uuid,
  -- what it is about: backinstock, pricedrop, lowstock
  topics text[] not null,
  answered_at timestamptz(3) not null default now(),
  primary key (store_id, shopper_id),
  foreign key (store_id, shopper_id) references shoppers on delete cascade
);

-- Lists that their owner wants no alerts about. No foreign key: a list that is deleted and restored stays silent.
create table silent_lists (
  store_id bigint not null,
  list_id uuid not null,
  primary key (store_id, list_id)
);

-- Changes of saved products that nobody has looked at yet: written with the change, deleted when the savers were found.
create table saved_changes (
  store_id bigint not null references stores on delete cascade,
  variant_id text not null,
  topic text not null,
  price_before numeric,
  due_at timestamptz(3) not null default now(),
  primary key (store_id, variant_id, topic)
);
create index saved_changes_due on saved_changes (store_id, due_at);

-- What one person is to be told of one saved product, and what the person was told last.
create table saved_news (
  store_id bigint not null,
  subscription_id uuid not null,
  variant_id text not null,
  topic text not null,
  list_id uuid not null,
  -- the price when saved
  price_before numeric,
  price numeric,
  -- null: there is nothing to tell
  found_at timestamptz(3),
  -- the message that has it
  trigger_id uuid,
  told_at timestamptz(3),
  told_price numeric,
  primary key (store_id, subscription_id, variant_id, topic),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade
);
create index saved_news_pending on saved_news (store_id, found_at) where found_at is not null and trigger_id is null;

-- saved: changes of saved products are due to be looked at, or messages about them to be made. The new condition allows more.
alter table wakes drop constraint wakes_work_check;
alter table wakes add constraint wakes_work_check check (work in ('plan', 'send', 'saved')) not valid;
