-- The product of which any variant will do; null: only the variant itself. Planning moves such a subscription, while it waits, into
-- the line of the variant that is back.
alter table subscriptions add column any_of text;

-- The same by product: the way from a variant that is back to them. A table of its own, because an index would block writes to the
-- subscriptions while it is built. Ended subscriptions stay in it; their status decides.
create table any_variant_subscriptions (
  store_id bigint not null,
  product_id text not null,
  subscription_id uuid not null,
  primary key (store_id, product_id, subscription_id),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade
);
create index any_variant_by_subscription on any_variant_subscriptions (store_id, subscription_id);

-- What somebody who asked after the first asker asked for: the subscription's own values would show that the address is known.
alter table subscription_asks add column variant_id text;
alter table subscription_asks add column any_variant boolean not null default false;
