-- Which variants a feed being read holds, a page of some thousand at a time: a row for each took as much as a sixth of the whole
-- import. Lost in a crash of the database, and then read again. feed_items stays for a release that is one older.
create unlogged table feed_pages (
  store_id bigint not null,
  run_id uuid not null,
  -- up to which entry of the feed
  entries integer not null,
  variant_ids text[] not null,
  primary key (store_id, run_id, entries)
);
