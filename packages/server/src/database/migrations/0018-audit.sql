-- The audit trail of every entry point: who acted, from where, and what was before and after.

alter table audit_log
  -- user: somebody signed in to the dashboard; key: a caller with an API key; command: the command line;
  -- hook: a connected platform; system: a job of our own
  add column actor_kind text not null default 'user'
    check (actor_kind in ('user', 'key', 'command', 'hook', 'system')),
  -- the user, the key's id, or the kind of the integration
  add column actor_id text,
  -- the network address the call came from; null for commands and jobs
  add column actor_address text,
  -- the browser's or caller's user agent; for a command the account and the host it ran on
  add column actor_agent text,
  add column facts_before jsonb,
  add column facts_after jsonb;

-- Acts that belong to no store or outlive it: sign-ins, stores made and deleted, commands about the whole installation.
-- Append-only, and not connected to the stores it speaks of, so that deleting a store deletes nothing here.
create table installation_log (
  entry_id uuid primary key,
  user_id uuid,
  actor_kind text not null check (actor_kind in ('user', 'key', 'command', 'hook', 'system')),
  actor_id text,
  user_name text not null,
  actor_address text,
  actor_agent text,
  -- the store's public id, where the act is about one
  pid text,
  act text not null,
  facts jsonb not null default '{}',
  facts_before jsonb,
  facts_after jsonb,
  happened_at timestamptz(3) not null default now()
);
create index installation_log_newest on installation_log (happened_at, entry_id);
