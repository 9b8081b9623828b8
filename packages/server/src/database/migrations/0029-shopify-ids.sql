-- A Shopify GraphQL id means the number in it. Items and subscriptions that were stored under the whole text get the number, so that
-- a caller who sends either form finds them. A row stays as it is where the number is saved already. Without a function: the workers
-- of a cluster would not have it.

-- The savers of these products are counted again in the background: the count of the text becomes 0, the count of the number grows.
insert into product_savers (store_id, shopper_id, product_id, items, moved)
select distinct lists.store_id, lists.shopper_id, substring(items.product_id from '^gid://shopify/Product/(\d+)$'), 0, 0
from items
join lists on lists.store_id = items.store_id and lists.list_id = items.list_id
where items.product_id ~ '^gid://shopify/Product/\d+$'
on conflict (store_id, shopper_id, product_id) do nothing;

insert into saver_recounts (store_id, shopper_id, beside_id)
select distinct lists.store_id, lists.shopper_id, lists.shopper_id
from items
join lists on lists.store_id = items.store_id and lists.list_id = items.list_id
where items.product_id ~ '^gid://shopify/Product/\d+$'
on conflict (store_id, shopper_id, beside_id) do update set after_product = '';

update items
set product_id = substring(product_id from '^gid://shopify/Product/(\d+)$')
where product_id ~ '^gid://shopify/Product/\d+$';

update items
set variant_id = substring(variant_id from '^gid://shopify/ProductVariant/(\d+)$')
where variant_id ~ '^gid://shopify/ProductVariant/\d+$'
  and not exists (
    select from items other
    where other.store_id = items.store_id
      and other.list_id = items.list_id
      and other.variant_id = substring(items.variant_id from '^gid://shopify/ProductVariant/(\d+)$')
  );

update subscriptions
set product_id = substring(product_id from '^gid://shopify/Product/(\d+)$')
where product_id ~ '^gid://shopify/Product/\d+$';

update subscriptions
set variant_id = substring(variant_id from '^gid://shopify/ProductVariant/(\d+)$')
where variant_id ~ '^gid://shopify/ProductVariant/\d+$'
  and not exists (
    select from subscriptions other
    where other.store_id = subscriptions.store_id
      and other.address = subscriptions.address
      and other.medium = subscriptions.medium
      and other.topic = subscriptions.topic
      and other.variant_id = substring(subscriptions.variant_id from '^gid://shopify/ProductVariant/(\d+)$')
  );
