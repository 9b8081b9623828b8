-- Customers as the store's server or its platform describes them. Their data is in the shopper's row.

-- The time of the newest description (the platform's own time of change); an older one that arrives late changes nothing.
alter table shoppers add column customer_told_at timestamptz(3);

-- Which shopper a platform's customer is. The platform's id is a keyed hash: a row stays after a deletion or an erasure, without a
-- shopper, so that an older message about the same customer that arrives late brings nothing back.
create table platform_customers (
  store_id bigint not null references stores on delete cascade,
  source text not null,
  customer_hash bytea not null,
  shopper_id uuid,
  told_at timestamptz(3),
  primary key (store_id, source, customer_hash)
);
create index platform_customers_by_shopper on platform_customers (store_id, shopper_id) where shopper_id is not null;
