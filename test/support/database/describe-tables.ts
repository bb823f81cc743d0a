import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

/** Describes columns, constraints and indexes in the same words for each version of PostgreSQL. */
export async function describeTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable,
      regexp_replace(coalesce(column_default, identity_generation, '-'), '::\\w+', '', 'g')) as line
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely_%'
    union all
    select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
      and conrelid::regclass::text not like 'kysely_%'
    union all
    select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'kysely_%'
    order by 1`.execute(db);
  return rows.map((one) => one.line);
}
