import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

/**
 * Creates functions with the names and arguments of Citus, which record their calls in a table and do nothing else.
 * Only a real cluster can test their effect.
 */
export async function standInForCitus(db: Db): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Removes the functions and the recorded calls. */
export async function removeStandIn(db: Db): Promise<void> {
  await sql`drop schema stand_in cascade`.execute(db);
  await sql`delete from pg_extension where extname = 'citus'`.execute(db);
}

export async function takeCalls(db: Db): Promise<string[]> {
  const { rows } = await sql<{ call: string }>`
    with taken as (delete from stand_in.calls returning place, call)
    select call from taken order by place`.execute(db);
  return rows.map((row) => row.call);
}

const STATEMENTS = [
  'create schema stand_in',
  'create table stand_in.calls (place bigint generated always as identity, call text not null)',
  // Only a superuser may, and the server of the tests is theirs.
  `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
   select 4294000000, 'citus', 10, 'stand_in'::regnamespace, false, '13.2-1'`,
  'create table stand_in.pg_dist_partition (logicalrelid regclass primary key)',
  `create function stand_in.create_distributed_function(name regprocedure) returns void language sql
   as $$ insert into stand_in.calls (call) values (format('function %s', name)) $$`,
  `create function stand_in.create_reference_table(name regclass) returns void language sql as $$
   insert into stand_in.calls (call) values (format('reference %s', name));
   insert into stand_in.pg_dist_partition values (name) $$`,
  `create function stand_in.create_distributed_table(name regclass, by text, colocate_with text default 'default')
   returns void language sql as $$
   insert into stand_in.calls (call) values (format('%s by %s beside %s', name, by, colocate_with));
   insert into stand_in.pg_dist_partition values (name) $$`,
  // Two parts of each table: the table itself, twice.
  `create function stand_in.run_command_on_shards(name regclass, command text)
   returns table (shardid bigint, success boolean, result text) language plpgsql as $$
   declare found text;
   begin
     insert into stand_in.calls (call) values (format('on parts of %s: %s', name, command));
     for part in 1..2 loop
       if command like 'select%' then
         execute format(command, name) into found;
       end if;
       return query select part::bigint, true, found;
     end loop;
   end $$`,
  `create function stand_in.citus_total_relation_size(name regclass) returns bigint language sql
   as $$ select 2 * pg_total_relation_size(name) $$`,
];
