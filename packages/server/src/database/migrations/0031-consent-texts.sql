-- The sentence that the form showed when somebody agreed, and its language. Null: the caller sent none.
alter table consents add column text text;
alter table consents add column locale text;

-- The price that somebody who asked after the first asker waits for: the one of the subscription would show that the address is known.
alter table subscription_asks add column target_price numeric;
