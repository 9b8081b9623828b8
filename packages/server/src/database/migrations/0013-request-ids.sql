-- The request that began it, so that one id leads from a caller's log to the message that came of it.
alter table triggers add column request_id text;
alter table inbound_messages add column request_id text;
