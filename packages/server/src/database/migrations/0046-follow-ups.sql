-- Set: the trigger is a follow-up, one more message to `for_subscription_id` about what this trigger was about. Its id is made of both, so
-- that the primary key allows one.
alter table triggers add column follows_trigger_id uuid;

-- Messages that were sent, until it is decided whether a follow-up is. No foreign key: it would lock subscriptions after deliveries.
create table follow_ups (
  store_id bigint not null references stores on delete cascade,
  subscription_id uuid not null,
  trigger_id uuid not null,
  sent_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  primary key (store_id, subscription_id, trigger_id)
);
create index follow_ups_due on follow_ups (store_id, due_at);
