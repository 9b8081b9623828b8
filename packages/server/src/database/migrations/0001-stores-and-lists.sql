-- Stores, their keys, shoppers, lists and items. Every key leads with store_id: isolation today, the shard key tomorrow.

create table stores (
  -- the first 48 bits of the pid, so that a pid says where its store lies and no look-up is global
  store_id bigint primary key,
  pid text not null,
  name text not null,
  settings jsonb not null default '{}',
  -- sealed: the key behind regids and sessions, and the secret the store signs identities with
  token_key bytea not null,
  identity_secret bytea not null,
  -- false until a session is ended by hand; until then no session needs a look at its shopper's row
  has_ended_sessions boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table api_keys (
  store_id bigint not null references stores on delete cascade,
  key_id text not null,
  secret_hash bytea not null,
  label text not null default '',
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (store_id, key_id)
);

-- What holds for the whole installation; one row a word (maintenance, the secret's check value).
create table installation (
  word text primary key,
  value jsonb not null,
  updated_at timestamptz(3) not null default now()
);

create table shoppers (
  store_id bigint not null references stores on delete cascade,
  -- keyed hash of the uuid or the e-mail: the same person always lands on the same row
  shopper_id uuid not null,
  email text,
  phone text,
  first_name text not null default '',
  last_name text not null default '',
  accepts_marketing boolean not null default false,
  tags text[] not null default '{}',
  -- medium → when and where marketing was accepted or declined
  preferences jsonb not null default '{}',
  -- what the store's platform tells of the customer, in the platform's words
  platform_data jsonb not null default '{}',
  -- a session carries the epoch it was made in; ending sessions moves the epoch on
  session_epoch integer not null default 0,
  -- a guest's session also opens the account of its last merge, as long as that account's epoch is the one it was then
  merged_into uuid,
  merged_epoch integer,
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, shopper_id)
);
create unique index shoppers_by_email on shoppers (store_id, email) where email is not null;
create index shoppers_by_merge on shoppers (store_id, merged_into) where merged_into is not null;

create table lists (
  store_id bigint not null,
  list_id uuid not null,
  shopper_id uuid not null,
  name text not null,
  type text not null default 'wl',
  note text,
  properties jsonb not null default '{}',
  description jsonb not null default '{}',
  anonymous_read boolean not null default false,
  archived boolean not null default false,
  -- kept by every statement that adds or removes items, never counted
  item_count integer not null default 0 check (item_count >= 0),
  created_by text,
  updated_by text,
  created_for text,
  device_id text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, list_id),
  foreign key (store_id, shopper_id) references shoppers on delete cascade
);
create index lists_by_shopper on lists (store_id, shopper_id, created_at, list_id);
-- one save-for-later list a shopper
create unique index lists_saved_for_later on lists (store_id, shopper_id) where type = 'sfl' and not archived;

-- A merged list goes on answering to its old id.
create table list_aliases (
  store_id bigint not null,
  alias_id uuid not null,
  list_id uuid not null,
  merge_id uuid not null,
  primary key (store_id, alias_id),
  foreign key (store_id, list_id) references lists on delete cascade
);
create index list_aliases_by_list on list_aliases (store_id, list_id);

create table items (
  store_id bigint not null,
  list_id uuid not null,
  variant_id text not null,
  product_id text not null,
  item_id uuid not null,
  url text not null,
  kind text not null default 'product' check (kind in ('product', 'custom', 'customBundle')),
  -- null: never said (one unit, no note …), so that adding again replaces only what was sent;
  -- '' and {} : said to be nothing
  quantity integer check (quantity >= 1),
  note text,
  properties jsonb,
  label text,
  any_variant boolean,
  -- the product as it was when saved
  title text not null,
  brand text,
  sku text,
  variant_info text,
  image_url text,
  price numeric,
  compare_at_price numeric,
  platform_item_id text,
  bundle jsonb,
  -- ids go out as numbers where they are safe integers; found once here instead of at each read
  variant_number bigint generated always as (case when variant_id ~ '^(0|[1-9][0-9]{0,15})$' and variant_id::bigint <= 9007199254740991 then variant_id::bigint end) stored,
  product_number bigint generated always as (case when product_id ~ '^(0|[1-9][0-9]{0,15})$' and product_id::bigint <= 9007199254740991 then product_id::bigint end) stored,
  device_id text,
  updated_by text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (store_id, list_id, variant_id),
  -- also what makes a list's deletion take an item that was added the very moment before
  foreign key (store_id, list_id) references lists on delete cascade
);
-- newest first, and the cursor of pages
create index items_in_order on items (store_id, list_id, created_at, item_id);
create index items_by_product on items (store_id, product_id, list_id);

-- A list still being copied from a large one; the row goes when the copy is whole.
create table list_copies (
  store_id bigint not null,
  list_id uuid not null,
  source_id uuid not null,
  -- items of the source saved after this moment are not part of the copy
  started_at timestamptz(3) not null default now(),
  -- the last item copied, oldest first
  after_created_at timestamptz(3),
  after_item_id uuid,
  primary key (store_id, list_id),
  foreign key (store_id, list_id) references lists on delete cascade,
  -- a list can't go before its copies are whole, however the two calls meet
  constraint list_copies_source foreign key (store_id, source_id) references lists
);
create index list_copies_by_source on list_copies (store_id, source_id);

-- One sync that linked a guest to an account or moved something; kept so that the store can undo it for 30 days.
create table merges (
  store_id bigint not null,
  merge_id uuid not null,
  guest_id uuid not null,
  account_id uuid not null,
  -- orders the merges of one guest and those into one account, under the locks of both: times may tie or run backwards
  turn integer not null,
  -- the alerts that changed hands
  subscription_ids uuid[] not null default '{}',
  merged_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  primary key (store_id, merge_id),
  unique (store_id, account_id, turn),
  foreign key (store_id, guest_id) references shoppers on delete cascade,
  foreign key (store_id, account_id) references shoppers on delete cascade
);
create index merges_by_guest on merges (store_id, guest_id, turn);
create index merges_by_age on merges (store_id, merged_at);

-- A list that a merge brought to the account.
create table merged_lists (
  store_id bigint not null,
  merge_id uuid not null,
  guest_list_id uuid not null,
  place integer not null,
  -- the account's list that holds its items: itself where it moved whole
  list_id uuid not null,
  -- the guest's list as it was, and the account's where the two were united
  brought jsonb not null,
  before jsonb,
  -- older ids that led to the guest's list
  alias_ids uuid[] not null default '{}',
  primary key (store_id, merge_id, guest_list_id),
  foreign key (store_id, merge_id) references merges on delete cascade
);
create index merged_lists_by_list on merged_lists (store_id, list_id);

-- An item that a merge brought, and the account's item of that variant before.
create table merged_items (
  store_id bigint not null,
  merge_id uuid not null,
  guest_list_id uuid not null,
  variant_id text not null,
  brought jsonb not null,
  before jsonb,
  primary key (store_id, merge_id, guest_list_id, variant_id),
  foreign key (store_id, merge_id, guest_list_id) references merged_lists on delete cascade
);
