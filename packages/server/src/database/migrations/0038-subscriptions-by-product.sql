-- Finding the people who wait for any variant of a product, newest first.
create index concurrently if not exists subscriptions_by_product
  on subscriptions (store_id, product_id, created_at, subscription_id);
