-- Whether the product's address was sent by the store's own server: anybody else's word for it leads only to the shop's hosts.
alter table subscriptions add column url_from_store boolean not null default false;
