-- Identity tokens that were used, in stores that let each count once: remembered until they could not be used anyway.
create table used_identities (
  store_id bigint not null references stores on delete cascade,
  token_hash bytea not null,
  forget_at timestamptz(3) not null,
  primary key (store_id, token_hash)
);
create index used_identities_oldest on used_identities (store_id, forget_at);
