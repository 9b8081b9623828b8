-- Measured lift: of those whose turn it is, a random share waits; the purchases of both groups within that time give the effect of
-- the message. One row for each subscription that takes part, written once, when its turn comes first.
create table lift_assignments (
  store_id bigint not null,
  subscription_id uuid not null,
  trigger_id uuid not null,
  topic text not null,
  variant_id text not null,
  -- held out: is notified when the time ends; otherwise notified at once
  is_held boolean not null,
  -- the topic's setting then: people of different shares are not compared
  share double precision not null,
  assigned_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- units that nobody else is offered meanwhile, and the number that the offer would have had
  units_kept integer not null default 0,
  number integer not null default 0,
  -- the first purchase of the variant between assigned_at and ends_at
  bought_at timestamptz(3),
  primary key (store_id, subscription_id),
  foreign key (store_id, subscription_id) references subscriptions on delete cascade
);
create index lift_assignments_kept on lift_assignments (store_id, variant_id, ends_at) where units_kept > 0;
create index lift_assignments_by_time on lift_assignments (store_id, assigned_at);

-- Until when a held-out subscription is not notified; null or past: it is not held out.
alter table subscriptions add column held_until timestamptz(3);
