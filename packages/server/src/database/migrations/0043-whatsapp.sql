-- Alerts by WhatsApp. The new condition allows more than the old one, so existing rows need no check.
alter table subscriptions drop constraint subscriptions_medium_check;
alter table subscriptions add constraint subscriptions_medium_check check (medium in ('email', 'sms', 'whatsapp', 'push', 'webhook')) not valid;
-- Topics that a store saved with every channel have every channel again.
update topics set channels = channels || '{whatsapp}' where channels @> '{email,sms,push,webhook}' and not channels @> '{whatsapp}';
