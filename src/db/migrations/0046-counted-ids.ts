import { type Kysely, sql } from 'kysely';

/**
 * New ids come from the counters of each service instead of a sequence that all services share. Rows keep their ids. A
 * counter starts at a power of ten above every id of the sequence: a process of the previous version still takes ids
 * from the sequence, and no id may be assigned twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [kind, table] of COUNTED) await sql.raw(startCounters(kind, table)).execute(db);
}

const COUNTED = [
  ['screening', 'screenings'],
  ['extraction', 'extractions'],
  ['consent', 'consents'],
  ['socioeconomic_report', 'socioeconomic_reports'],
  ['webhook_delivery', 'webhook_deliveries'],
] as const;

/**
 * Start of a counter: at least 10^9, which fits in four bytes, and more than ten times the last id, of which it reveals
 * only the number of digits.
 */
function startCounters(kind: string, table: string): string {
  return `
insert into id_counters as c (service_id, kind, last_id)
select s.id, '${kind}', (10 ^ greatest(9, 1 + char_length(ids.last_id::text)))::bigint
from services s
cross join (
  select coalesce(pg_sequence_last_value(pg_get_serial_sequence('${table}', 'id')::regclass), 0) as last_id
) ids
on conflict (service_id, kind) do update set last_id = greatest(c.last_id, excluded.last_id)`;
}
