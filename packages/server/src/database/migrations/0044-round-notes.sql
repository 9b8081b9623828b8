-- What planning of a trigger decided, at the moment it did. Whoever stood in its line then and was not notified finds the reason here:
-- one row for a whole line, however many wait in it. Append-only.
create table round_notes (
  store_id bigint not null,
  trigger_id uuid not null,
  noted_at timestamptz(3) not null,
  reason text not null,
  facts jsonb not null default '{}',
  primary key (store_id, trigger_id, noted_at),
  foreign key (store_id, trigger_id) references triggers on delete cascade
);

-- An offer as it was opened: `quantity` and `lapses_at` change when it is opened again or its message waits. Null: as they are.
alter table offers add column opened_quantity integer;
alter table offers add column opened_until timestamptz(3);
