-- `read`: the key may call what only reads. An older release does not know it and lets such a key write.
alter table api_keys add column access text not null default 'full';
