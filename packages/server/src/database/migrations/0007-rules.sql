-- What the rules and the reports need beside the road itself.

-- Until when units are held for this shopper, null when none are. Known with the row itself, so that one who asks again while an
-- offer is open is seen to hold it, whatever happens at the same moment.
alter table subscriptions add column offered_until timestamptz(3);
-- those who waited longest, to be let go
create index subscriptions_stale on subscriptions (store_id, waiting_since) where status in ('waiting', 'unconfirmed');

-- “Offer 1 of 5”: which of the units that could be held when it was opened.
alter table offers add column number integer not null default 1;
alter table offers add column out_of integer not null default 1;
create index offers_by_trigger on offers (store_id, trigger_id);

-- The one trigger of a variant and topic that still tells somebody.
create index triggers_live on triggers (store_id, variant_id, topic) where superseded_at is null;
create index triggers_newest on triggers (store_id, created_at);

-- Units that an order took and the stock figure may not show yet.
create index purchases_by_variant on purchases (store_id, variant_id, bought_at);
