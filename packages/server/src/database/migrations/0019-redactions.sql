-- Erasures that a platform asks for: announced to the store's owners, carried out later, and cancellable until then.
create table redactions (
  store_id bigint not null references stores on delete cascade,
  redaction_id uuid not null,
  source text not null,
  -- shop: every shopper of the store; customer: one person
  scope text not null check (scope in ('shop', 'customer')),
  -- of a customer: the platform's own id, and a keyed hash of the addresses, by which a repeated request is known
  request_id text not null default '',
  subject text not null default '',
  -- of a customer: e-mail and phone; null once it is settled
  person jsonb,
  -- held: asked for while the platform is still connected; waits for a disconnect
  status text not null check (status in ('held', 'pending', 'done', 'cancelled')),
  requested_at timestamptz(3) not null default now(),
  -- null while it is held
  due_at timestamptz(3),
  settled_at timestamptz(3),
  settled_by text,
  primary key (store_id, redaction_id)
);
create unique index redactions_open on redactions (store_id, source, scope, subject) where status in ('held', 'pending');
create index redactions_due on redactions (store_id, due_at) where status = 'pending';

-- Every signed body with what it meant when it came first. Where a platform signs the body and not the topic, a genuine message
-- could otherwise be sent again under another topic.
create table inbound_bodies (
  store_id bigint not null references stores on delete cascade,
  source text not null,
  body_hash bytea not null,
  meaning text not null,
  received_at timestamptz(3) not null default now(),
  primary key (store_id, source, body_hash)
);
create index inbound_bodies_oldest on inbound_bodies (store_id, received_at);
