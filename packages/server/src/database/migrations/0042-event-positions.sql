-- The feed in its order.
create index concurrently if not exists webhook_events_by_position
  on webhook_events (store_id, position)
  where position is not null;
