-- Who may open the dashboard, what they may do there, and what they did.

-- People who sign in, of the whole installation: one person may work for several stores.
create table users (
  user_id uuid primary key,
  -- null for the owner made from the command line's link, until they give one
  email text unique,
  name text not null default '',
  password_hash text,
  -- may see and make every store
  is_operator boolean not null default false,
  locale text,
  -- guesses since the last success, and until when nobody may guess again
  failed_sign_ins integer not null default 0,
  locked_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table members (
  store_id bigint not null references stores on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'marketer', 'viewer')),
  created_at timestamptz(3) not null default now(),
  primary key (store_id, user_id)
);
create index members_by_user on members (user_id);

-- Links that sign somebody in once: the command line's, and invitations. Kept as hashes.
create table sign_in_links (
  token_hash bytea primary key,
  -- null: whoever holds the installation's command line
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create table dashboard_sessions (
  session_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index dashboard_sessions_by_user on dashboard_sessions (user_id, created_at);

-- What was done in the dashboard and by whom. Append-only. The name stays when the person goes.
create table audit_log (
  store_id bigint not null references stores on delete cascade,
  entry_id uuid not null,
  user_id uuid,
  user_name text not null,
  act text not null,
  facts jsonb not null default '{}',
  happened_at timestamptz(3) not null default now()
);
create index audit_log_newest on audit_log (store_id, happened_at, entry_id);
alter table audit_log add primary key (store_id, entry_id);
