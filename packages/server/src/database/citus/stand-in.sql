-- What Citus refuses when tables are distributed, by its documented rules, for tests on a PostgreSQL without it. It divides nothing.

create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null, colocationid integer not null);

create function citus_refuse_foreign_keys(target regclass) returns void language plpgsql as $$
declare
  tie record;
  own "char" := (select partmethod from pg_dist_partition where logicalrelid = target);
begin
  for tie in
    select conname, conrelid::regclass as near, confrelid::regclass as far, conkey, confkey,
      (select partmethod from pg_dist_partition where logicalrelid = conrelid) as near_method,
      (select partmethod from pg_dist_partition where logicalrelid = confrelid) as far_method
    from pg_constraint
    where contype = 'f'
      and (conrelid = target or confrelid = target)
  loop
    if tie.near_method is null or tie.far_method is null then
      raise exception 'cannot create foreign key constraint %: % or % is a local table', tie.conname, tie.near, tie.far;
    elsif tie.near_method = 'n' and tie.far_method = 'h' then
      raise exception 'cannot create foreign key constraint %: foreign keys from reference tables to distributed tables are not supported', tie.conname;
    elsif tie.far_method = 'h' and not exists (
      select
      from unnest(tie.conkey, tie.confkey) pair (near, far)
      join pg_attribute a on a.attrelid = tie.near and a.attnum = pair.near and a.attname = 'store_id'
      join pg_attribute b on b.attrelid = tie.far and b.attnum = pair.far and b.attname = 'store_id'
    ) then
      raise exception 'cannot create foreign key constraint %: foreign keys must include the distribution column on both sides', tie.conname;
    end if;
  end loop;
end $$;

create function create_distributed_table(table_name regclass, distribution_column text, colocate_with text default 'default')
returns void language plpgsql as $$
declare
  bad text;
begin
  if not exists (select from pg_attribute where attrelid = table_name and attname = distribution_column and not attisdropped) then
    raise exception 'column "%" of relation "%" does not exist', distribution_column, table_name;
  end if;
  select indexrelid::regclass::text into bad
  from pg_index
  where indrelid = table_name
    and (indisunique or indisexclusion)
    and not exists (
      select
      from pg_attribute
      where attrelid = table_name
        and attname = distribution_column
        and attnum = any(indkey)
    );
  if bad is not null then
    raise exception 'cannot create constraint on "%": distributed relations cannot have unique constraints that do not include the partition column (%)', table_name, bad;
  end if;
  if exists (select from pg_trigger where tgrelid = table_name and not tgisinternal) then
    raise exception 'cannot distribute relation "%" because it has triggers', table_name;
  end if;
  if colocate_with <> 'default' and not exists (select from pg_dist_partition where logicalrelid = colocate_with::regclass) then
    raise exception 'relation % is not distributed', colocate_with;
  end if;
  if exists (select from pg_dist_partition where logicalrelid = table_name) then
    raise exception 'table "%" is already distributed', table_name;
  end if;
  insert into pg_dist_partition values (table_name, 'h', 1);
  perform citus_refuse_foreign_keys(table_name);
end $$;

create function create_reference_table(table_name regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_dist_partition where logicalrelid = table_name) then
    raise exception 'table "%" is already distributed', table_name;
  end if;
  insert into pg_dist_partition values (table_name, 'n', 2);
  perform citus_refuse_foreign_keys(table_name);
end $$;
