-- Who must not get which messages, and how many messages others may cause.

-- The recipient's address under the store's key, as in suppressions: asked again in the moment of sending. Null: written by an
-- older release, which asked in other places.
alter table messages add column recipient_hash bytea;

-- Messages of one kind that an address refused by the link in one of them. Like suppressions it knows the address by its hash only.
create table mail_opt_outs (
  store_id bigint not null references stores on delete cascade,
  address_hash bytea not null,
  purpose text not null,
  -- page, one-click, or unsubscribed: refused together with all alerts
  source text not null,
  created_at timestamptz(3) not null default now(),
  primary key (store_id, address_hash, purpose)
);

-- What was used of a limit on messages since its window began; one row for each limit and whoever it counts.
create table message_budgets (
  store_id bigint not null references stores on delete cascade,
  budget text not null,
  -- a keyed hash: of a shopper, a network or an address
  subject bytea not null,
  used integer not null,
  most integer not null,
  ends_at timestamptz(3) not null,
  primary key (store_id, budget, subject)
);
create index message_budgets_ended on message_budgets (store_id, ends_at);
