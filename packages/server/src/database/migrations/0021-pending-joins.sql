-- Where a store asks for a second yes, the mailing list waits for it too: whoever says yes under this consent also joins.
alter table consents add column joins_on_yes boolean not null default false;

-- Whether the alert had been sent when somebody else asked for it: to them it looks as if it began with their asking.
alter table subscription_asks add column was_told boolean not null default false;
