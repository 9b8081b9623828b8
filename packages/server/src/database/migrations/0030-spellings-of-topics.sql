-- A topic that the store did not set up is one subscription in any letter case. Who asked for it in another spelling than the
-- stored one sees their own: the stored one would show that the address is known. Null: the stored one.
alter table subscription_asks add column topic text;
