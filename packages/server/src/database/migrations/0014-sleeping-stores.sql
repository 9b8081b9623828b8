-- Stores that sleep: they serve their callers, and the clock does nothing for them. A store that was imported sleeps until it is woken.

alter table stores add column asleep_since timestamptz(3);
create index stores_asleep on stores (store_id) where asleep_since is not null;
