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

-- What happened on a day of the store's, by topic and medium. A day that is over is counted once and kept, so that no screen
-- counts over everything.
create table daily_figures (
  store_id bigint not null references stores on delete cascade,
  day date not null,
  topic text not null,
  medium text not null,
  signed_up integer not null default 0,
  told integer not null default 0,
  clicked integer not null default 0,
  bought integer not null default 0,
  revenue numeric not null default 0,
  primary key (store_id, day, topic, medium)
);

-- The day itself: what has no topic, and when it was last counted.
create table daily_totals (
  store_id bigint not null references stores on delete cascade,
  day date not null,
  saved integer not null default 0,
  restocks integer not null default 0,
  -- how many waited when it was last looked at on that day; null: nobody looked
  waiting integer,
  counted_at timestamptz(3) not null default now(),
  primary key (store_id, day)
);

-- How many wait for what: a count of the line, taken again while somebody looks at it. Only differences are written.
create table demand (
  store_id bigint not null references stores on delete cascade,
  topic text not null,
  variant_id text not null,
  waiting integer not null,
  units integer not null,
  primary key (store_id, variant_id, topic)
);
create index demand_most_wanted on demand (store_id, waiting, variant_id);

create index deliveries_sent on deliveries (store_id, sent_at) where sent_at is not null;
create index deliveries_clicked on deliveries (store_id, clicked_at) where clicked_at is not null;
create index messages_newest on messages (store_id, updated_at, message_id);
-- Next to nothing to keep, and enough to find the items of a day, which stand together.
create index items_by_day on items using brin (created_at) with (pages_per_range = 16);
-- Whoever does not wait any more, by what became of them. Those who wait are found by how long they do.
create index subscriptions_by_status on subscriptions (store_id, status, created_at, subscription_id)
  where status <> 'waiting';

-- Lists found by how their names or their owners' addresses begin, whatever the database's own order of letters is.
create index lists_by_name on lists (store_id, (lower(name) collate "C"), list_id);
create index shoppers_by_email_start on shoppers (store_id, (email collate "C")) where email is not null;
