import { type RawBuilder, sql } from 'kysely';

/** Returns a subselect with the rows of the service in a staging table, which PostgreSQL inlines. */
export function selectStaged(serviceId: number, table: `import_${string}`): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(table)} where service_id = ${serviceId})`;
}
