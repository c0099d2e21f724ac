-- Renames four tables, with their constraints, indexes and sequences, to the terms of the glossary.
--
-- Processes of the former release keep running meanwhile: each former name becomes a view of its table. A view that
-- selects the columns of one table is updatable: INSERT with ON CONFLICT, UPDATE, DELETE, RETURNING and
-- SELECT FOR UPDATE work through it. COPY and TRUNCATE do not, and no serving process uses these.
--
-- The views may be dropped by the first migration of the next release, when no process of the former one runs.

-- If a transaction holds one of the tables for long, as a backup does, the migration fails instead of making the site
-- wait behind it. Nothing has changed then, and it can be run again.
set local lock_timeout = '5s';
--> statement-breakpoint
lock table sale_places, waiting_places, traffic_places, place_events in access exclusive mode;
--> statement-breakpoint
set local lock_timeout to default;
--> statement-breakpoint
alter index place_events_place_idx rename to place_events_position_idx;
--> statement-breakpoint
do $$
declare
  renamed record;
  part record;
begin
  for renamed in
    select * from (values
      ('sale_places', 'sale_queue_entries'),
      ('waiting_places', 'waiting_room_entries'),
      ('traffic_places', 'traffic_locations'),
      ('place_events', 'playback_position_events')
    ) as names (former, present)
  loop
    execute format('alter table %I rename to %I', renamed.former, renamed.present);

    -- The index of a primary key or unique constraint is renamed with it.
    for part in
      select conname as former, renamed.present || substr(conname, length(renamed.former) + 1) as present
      from pg_constraint
      where conrelid = renamed.present::regclass and starts_with(conname, renamed.former || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', renamed.present, part.former, part.present);
    end loop;

    for part in
      select relname as former, renamed.present || substr(relname, length(renamed.former) + 1) as present, relkind
      from pg_class
      where starts_with(relname, renamed.former || '_') and (
        oid in (select indexrelid from pg_index where indrelid = renamed.present::regclass)
        or oid in (
          select objid from pg_depend
          where classid = 'pg_class'::regclass and refobjid = renamed.present::regclass and deptype = 'i'
        ) and relkind = 'S'
      )
    loop
      execute format(
        'alter %s %I rename to %I',
        case part.relkind when 'S' then 'sequence' else 'index' end, part.former, part.present
      );
    end loop;

    execute format('create view %I as select * from %I', renamed.former, renamed.present);

    -- The service role has its rights at once, not when they are next granted.
    for part in
      select case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee,
        string_agg(privilege_type, ', ') as privileges
      from pg_class, aclexplode(relacl)
      where oid = renamed.present::regclass and grantee <> relowner
        and privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
      group by 1
    loop
      execute format('grant %s on %I to %s', part.privileges, renamed.former, part.grantee);
    end loop;
  end loop;
end
$$;
