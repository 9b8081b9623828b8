-- The events without a place in the feed.
create index concurrently if not exists webhook_events_unread on webhook_events (store_id, event_id) where position is null;
