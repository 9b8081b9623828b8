-- The storefront's files of every release that this installation served, compressed with brotli. A release is some 100 kB.
create table client_files (
  version text not null,
  file text not null,
  -- identifies the content of the whole build
  stamp text not null,
  content bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (version, file)
);
