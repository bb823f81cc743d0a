import { type RawBuilder, sql } from 'kysely';

/** Rows of the service in a staging table. PostgreSQL inlines the subselect. */
export function selectStaged(serviceId: number, table: `import_${string}`): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(table)} where service_id = ${serviceId})`;
}
