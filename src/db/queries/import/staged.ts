import { type RawBuilder, sql } from 'kysely';

/** The service's rows of a staging table: PostgreSQL reads it as the table itself with one more condition. */
export function staged(serviceId: number, table: `import_${string}`): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(table)} where service_id = ${serviceId})`;
}
