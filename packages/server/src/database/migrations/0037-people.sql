-- Set: the trigger is a message to this one person, out of turn. It is no round: it is superseded from the start, so that planning
-- never takes it for one, in an older release neither.
alter table triggers add column for_subscription_id uuid;
