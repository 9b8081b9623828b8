-- What quotas need to know without counting.

-- The bytes of a list's items, kept by every statement that adds, changes or removes them. Null for a list of an older release
-- until its next change: an estimate from item_count stands in.
alter table lists add column item_bytes bigint;
alter table lists alter column item_bytes set default 0;

-- How large an item was before the statement that changed it last: that statement moves the list's bytes by the difference.
alter table items add column bytes_was integer;
