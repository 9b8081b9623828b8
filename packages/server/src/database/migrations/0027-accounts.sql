-- Accounts of the dashboard: links by mail, a second factor, counted guesses, and where a person was seen before.

-- Links for a named person that work once: a new password, a new address. Kept as hashes; the newest of a kind works.
create table account_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'email')),
  -- the new address of an `email` link
  email text,
  -- the command line may help somebody who lost the second factor
  removes_second_factor boolean not null default false,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index account_links_by_user on account_links (user_id, purpose);

-- A new address that its owner has not confirmed yet. It has no power.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  created_at timestamptz(3) not null default now()
);

-- Mails to people of the dashboard. Their links are made when they are sent, or lie sealed until then; a row that is sent keeps no link.
create table staff_mails (
  mail_id uuid primary key,
  purpose text not null check (purpose in ('reset', 'confirm-email', 'email-changed', 'invitation', 'security')),
  recipient text not null,
  -- what the mail says besides, sealed with the installation's secret
  sealed bytea,
  status text not null default 'due' check (status in ('due', 'sent', 'failed', 'dropped')),
  reason text,
  attempts integer not null default 0,
  due_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index staff_mails_due on staff_mails (due_at) where status = 'due';

-- How many guesses were made at something, as a bucket that runs empty with time. The key is a hash.
create table guess_budgets (
  key_hash bytea primary key,
  used double precision not null,
  counted_at timestamptz(3) not null default now()
);
create index guess_budgets_oldest on guess_budgets (counted_at);

-- Browsers and networks from which a person has signed in: strangers' guesses elsewhere don't slow them down.
create table known_places (
  user_id uuid not null references users on delete cascade,
  place_hash bytea not null,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, place_hash)
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

alter table users
  -- sealed with the installation's secret; null: no second factor
  add column totp_secret bytea,
  -- shown to its owner and not confirmed with a code yet
  add column totp_pending bytea,
  -- the last time step whose code was used: no code works twice
  add column totp_step bigint not null default 0;

-- From where, shortened.
alter table dashboard_sessions add column network text not null default '';
