-- How many are notified at once, as the store's settings said when the round began: a setting that becomes wider releases nobody of a
-- round that runs, until the merchant says so. Null: a round of an earlier release, which follows the settings as they are.
alter table triggers add column offer_ratio double precision;
alter table triggers add column min_stock integer;
