-- Invitations to a store's team. One is bound to its store, role and address, and by itself opens no session: it is accepted by
-- somebody who is signed in with that address, or who creates the account for it.
create table invitations (
  store_id bigint not null references stores on delete cascade,
  invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'marketer', 'viewer')),
  -- the link's secret is kept as a hash
  token_hash bytea not null,
  -- asked again when it is accepted: whoever was removed or demoted since gives nothing
  invited_by uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid,
  primary key (store_id, invitation_id),
  unique (store_id, token_hash)
);
-- Inviting the same address again replaces the invitation.
create unique index invitations_pending on invitations (store_id, email) where accepted_at is null;

-- Links for a named person were invitations of the release before; they opened the account of whoever had no password yet.
delete from sign_in_links where user_id is not null;
