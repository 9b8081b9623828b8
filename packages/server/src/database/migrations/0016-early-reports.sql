-- What providers reported of messages to the same address while this one was in a worker's hands and had no id yet: one of
-- them may be about it. Emptied when the id is written down.
alter table deliveries add column early_reports jsonb;
