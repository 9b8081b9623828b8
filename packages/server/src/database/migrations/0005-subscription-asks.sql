-- Who else asked for an alert that was there already. An address has one subscription, and whoever asked first owns it; nobody
-- who asks later may learn from what they see that the address was known, so their asking is kept here and shown as if new.
-- holder_id is who sees it now: the shopper who asked, or the account that guest was merged into. A store's server that asks
-- for a phone number has the id of zeros. One that is older than the subscription's waiting_since belongs to an earlier round.
create table subscription_asks (
  store_id bigint not null,
  shopper_id uuid not null,
  subscription_id uuid not null,
  holder_id uuid not null,
  asked_at timestamptz(3) not null default now(),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade
);
create index subscription_asks_by_holder on subscription_asks (store_id, holder_id);
alter table subscription_asks add primary key (store_id, subscription_id, shopper_id);
