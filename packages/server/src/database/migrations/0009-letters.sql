-- How many letters went to an address of late, so that nobody fills another's mailbox by asking for links.
create index messages_by_recipient on messages (store_id, recipient, created_at);
