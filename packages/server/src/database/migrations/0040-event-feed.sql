-- Events for stores that fetch them instead of getting webhooks.

-- The place in the store's feed, given when the feed is read: to events that are committed by then. So a place that was read is never
-- followed by a smaller one. Null: not read yet.
alter table webhook_events add column position bigint;

create table event_feeds (
  store_id bigint primary key references stores on delete cascade,
  last_position bigint not null default 0,
  -- the time of the newest event that was deleted because it was too old
  pruned_until timestamptz(3)
);
