import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';
import { RECORDS } from './service-counts.ts';

/** Usage of a service that quotas limit. */
type StoredUse = { serviceId: number; records: number; fileBytes: number };

/**
 * Returns the services with the highest ratio of usage to one of these limits, at most `max`. A null limit, which means
 * no limit, is not compared; without limits, the numbers of records are.
 */
export async function listStoredUses(
  db: Db,
  { records, fileBytes }: { records: number | null; fileBytes: number | null },
  max: number,
): Promise<StoredUse[]> {
  const statement = sql<StoredUse>`
    select service_id as "serviceId", sum(${RECORDS})::bigint as records,
      sum(file_bytes)::bigint as "fileBytes"
    from service_counts group by service_id
    order by greatest(
      sum(${RECORDS})::float8 / ${records}::bigint, sum(file_bytes)::float8 / ${fileBytes}::bigint
    ) desc, sum(${RECORDS}) desc, service_id
    limit ${max}
  `;
  return await readAcrossServices(db, statement.compile(db));
}
