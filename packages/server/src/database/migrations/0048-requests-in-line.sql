-- Places in line as shoppers see them count every request, also for an address that was known before.
create index concurrently if not exists subscription_asks_in_line
  on subscription_asks (store_id, variant_id, asked_at, subscription_id);
