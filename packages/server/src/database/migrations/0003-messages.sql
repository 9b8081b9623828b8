-- What leaves the house by a channel, and what was shared of it.

-- One message to one address, written in the transaction that acknowledges it; what the outbox shows is the queue.
create table messages (
  store_id bigint not null references stores on delete cascade,
  message_id uuid not null,
  channel text not null default 'email',
  purpose text not null check (purpose in ('shared-list')),
  -- whoever asked for it
  shopper_id uuid not null,
  recipient text not null,
  sender_name text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  headers jsonb not null default '{}',
  -- of what is said and to whom: the same again, soon after, is a repeated call and no second message
  digest bytea not null,
  -- failed: given up
  status text not null default 'due' check (status in ('due', 'sent', 'failed')),
  -- when a sender may take it. Taking it moves this to the end of the lease: a sender that dies needs nobody to notice
  due_at timestamptz(3) not null default now(),
  -- counts the takings, and tells a sender that comes back too late that the message is another's by now
  attempts integer not null default 0,
  reason text,
  provider_id text,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, message_id)
);
create index messages_due on messages (store_id, due_at) where status = 'due';
-- how much a shopper sent of late
create index messages_by_shopper on messages (store_id, shopper_id, created_at);

-- A way by which somebody shared a list on a day, once however often it is told. Kept when the list goes: it is a figure of the store.
create table list_shares (
  store_id bigint not null references stores on delete cascade,
  shared_on date not null,
  list_id uuid not null,
  shopper_id uuid not null,
  medium text not null,
  primary key (store_id, shared_on, list_id, shopper_id, medium)
);
