-- The product of which any variant will do; null: only the variant itself. Planning moves such a subscription, while it waits, into
-- the line of the variant that is back.
alter table subscriptions add column any_of text;
create index subscriptions_of_any on subscriptions (store_id, any_of, topic) where any_of is not null and status = 'waiting';

-- What somebody who asked after the first asker asked for: the subscription's own values would show that the address is known.
alter table subscription_asks add column variant_id text;
alter table subscription_asks add column any_variant boolean not null default false;
