-- Why the address is told: it asked, or its owner saved the product in a list and had asked for this kind of alert before. Its
-- mail says so.
alter table subscriptions add column origin text not null default 'asked' check (origin in ('asked', 'saved'));
update subscriptions subscription
set origin = 'saved'
where exists (
  select from subscription_events event
  where event.store_id = subscription.store_id
    and event.subscription_id = subscription.subscription_id
    and event.reason = 'saved-item'
)
  and not exists (
    select from subscription_events event
    where event.store_id = subscription.store_id
      and event.subscription_id = subscription.subscription_id
      and event.reason in ('subscribed', 'subscribed-again')
  );
