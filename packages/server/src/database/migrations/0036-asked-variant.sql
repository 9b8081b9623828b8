-- Any variant: the variant that was asked for, once planning has moved the subscription into the line of another one. Null: the variant
-- it waits for. The shopper sees it, asks for it again and removes it under this one.
alter table subscriptions add column asked_variant_id text;
